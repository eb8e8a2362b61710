"""Edits of the written texts that a person would make: those that change what is said, and those that do not."""

# (text, edits, the guard that must hold). One fact, name or decision differs.
HELD_APART = [
    # numbers, dates, times, rounds, codes
    ("vi notice", [("12 lô", "14 lô")], "numbers"),
    ("vi notice", [("1.200.000 đồng", "1.250.000 đồng")], "numbers"),
    ("vi notice", [("15%", "10%")], "numbers"),
    ("vi notice", [("18/6/2024", "28/6/2024")], "numbers"),
    ("vi notice", [("8 giờ 30 phút", "14 giờ 30 phút")], "numbers"),
    ("vi news", [("1.150 tỷ", "1.150 triệu")], "numbers"),
    ("vi news", [("ba năm", "bốn năm")], "numbers"),
    ("vi news", [("năm năm", "mười năm")], "numbers"),
    ("en news", [("180 passengers", "108 passengers")], "numbers"),
    ("en news", [("3.20 dollars", "3.50 dollars")], "numbers"),
    ("en news", [("14 March 2024", "14 May 2024")], "numbers"),
    ("en news", [("9 p.m.", "9 a.m.")], "numbers"),
    ("en notice", [("between 8:00 and 16:00", "between 8:00 and 18:00")], "numbers"),
    ("en notice", [("0800 551 204", "0800 551 240")], "numbers"),
    ("zh notice", [("9月5日", "9月6日")], "numbers"),
    ("zh notice", [("236万元", "263万元")], "numbers"),
    ("zh notice", [("1,260户", "1,206户")], "numbers"),
    ("zh news", [("一千二百个", "一千五百个")], "numbers"),
    ("zh news", [("百分之二十", "百分之十二")], "numbers"),
    ("zh news", [("46万册", "46亿册")], "numbers"),
    # the same with another form beside it: looks like a restyled copy
    ("vi notice", [("4/6/2024", "4 tháng 6 năm 2024"), ("18/6/2024", "19 tháng 6 năm 2024")], "numbers"),
    ("en news", [("14 March 2024", "24/3/2024"), ("250,000", "250 thousand")], "numbers"),
    ("zh notice", [("2024年9月3日上午8时", "2024-09-03 08:00"), ("9月5日下午6时", "2024-09-05 20:00")], "numbers"),
    # decisions and negations
    ("vi notice", [("sẽ không được chấp nhận", "vẫn được chấp nhận")], "decision"),
    ("vi news", [("Tỉnh đồng ý", "Tỉnh từ chối")], "decision"),
    ("vi news", [("Tỉnh đồng ý", "Tỉnh chưa đồng ý")], "decision"),
    ("vi news", [("rút ngắn", "không rút ngắn")], "decision"),
    ("en news", [("has approved a plan", "has rejected a plan")], "decision"),
    ("en news", [("had passed all", "had not passed all")], "decision"),
    ("en news", [("had passed all", "had failed all")], "decision"),
    ("en notice", [("will not charge", "will charge")], "decision"),
    ("en notice", [("taps closed", "taps open")], "decision"),
    ("en notice", [("on Tuesday", "on Thursday")], "decision"),
    ("zh notice", [("已批准", "不予批准")], "decision"),
    ("zh notice", [("不得自行打开", "可以自行打开")], "decision"),
    ("zh notice", [("暂停供气，涉及", "恢复供气，涉及")], "decision"),
    ("zh news", [("增加了百分之二十", "减少了百分之二十")], "decision"),
    ("zh news", [("节假日不休息", "节假日休息")], "decision"),
    ("zh news", [("周一闭馆", "周三闭馆")], "decision"),
    # names
    ("vi notice", [("Tân Hoà", "Tân Thành")], "names"),
    ("vi notice", [("Phạm Văn Thuận", "Phạm Văn Thuần")], "names"),
    ("vi news", [("Phú Lộc", "Phú Mỹ")], "names"),
    ("en news", [("Laura Benson", "Linda Bartlett")], "names"),
    ("en news", [("Miller Island", "Potter Island")], "names"),
    ("en notice", [("Oakfield", "Ashfield")], "names"),
    ("zh notice", [("周志远", "周志勇")], "names"),
    ("zh notice", [("宏泰燃气", "宏达燃气")], "names"),
    ("zh notice", [("梅园小区", "兰园小区")], "names"),
    ("zh news", [("林雪梅", "林雪芳")], "names"),
    ("zh news", [("云溪县", "云阳县")], "names"),
    # who did what, from where to where
    ("en news", [("between Northgate and Miller Island", "from Northgate to Miller Island")], None),
    ("vi news", [("từ 50 phút xuống còn 20 phút", "từ 20 phút xuống còn 50 phút")], "numbers"),
    ("zh news", [("由原来的十分钟缩短到一分钟", "由原来的一分钟缩短到十分钟")], "numbers"),
    # a sentence more or less in the middle, and another in its place
    (
        "en notice",
        [("Please store enough drinking water and keep all taps closed during the work.\n", "")],
        "sentence_missing",
    ),
    (
        "vi news",
        [("Bà Nguyễn Thị Hạnh, chủ một cửa hàng gần chân cầu, nói người dân đã chờ đợi công trình này từ lâu.\n", "")],
        "sentence_missing",
    ),
    (
        "zh notice",
        [("请用户提前关闭灶前阀门，改造期间不得自行打开总阀，恢复供气时家中须留人。\n", "")],
        "sentence_missing",
    ),
    (
        "en news",
        [
            (
                "Residents of Miller Island, who had to drive 35 kilometres around the bay, welcomed the decision.",
                "Hotel owners fear that noise from the engines could keep guests away during the high season.",
            )
        ],
        "sentence_replaced",
    ),
    (
        "zh news",
        [
            (
                "老馆将改造成少年儿童馆，预计明年六月完工，届时市民可以免费使用亲子阅读区。",
                "昨晚一场大风吹倒了门前两棵古树，所幸无人受伤，园林部门已派人清理现场。",
            )
        ],
        "sentence_replaced",
    ),
    (
        "vi news",
        [
            (
                "Nhà thầu cam kết bảo hành công trình trong năm năm và khắc phục mọi hư hỏng phát sinh.",
                "Lễ hội đua thuyền truyền thống sẽ khai mạc cuối tuần tới với hàng chục đội tham gia tranh tài.",
            )
        ],
        "sentence_replaced",
    ),
    # corrections
    ("en news", [("Harbour ferry", "CORRECTION: Harbour ferry")], "correction"),
    ("vi news", [("Cầu Bến Đá thông xe sau", "Đính chính: Cầu Bến Đá thông xe sau")], "correction"),
    ("zh notice", [("改造的通知", "改造的更正通知")], "correction"),
]

# (text, edits): nothing that matters differs.
COPIES = [
    # the same values in other forms
    ("vi notice", [("1.200.000 đồng", "1,2 triệu đồng")]),
    ("vi notice", [("1.200.000 đồng", "1,200,000 VND")]),
    ("vi notice", [("4/6/2024", "4 tháng 6 năm 2024"), ("18/6/2024", "18-6-2024")]),
    ("vi notice", [("8 giờ 30 phút", "8h30"), ("17 giờ", "17h"), ("15%", "15 phần trăm")]),
    ("vi news", [("1.150 tỷ đồng", "1.150.000.000.000 đồng"), ("mười tấn", "10 tấn"), ("bốn làn", "4 làn")]),
    ("en news", [("250,000", "250 thousand"), ("two years", "2 years"), ("14 March 2024", "March 14, 2024")]),
    ("en news", [("6:30 a.m. to 9 p.m.", "06:30 to 21:00"), ("3.20 dollars", "$3.20")]),
    ("en notice", [("9 July 2024", "9/7/2024"), ("0800 551 204", "0800551204"), ("16:00", "4 p.m.")]),
    ("zh notice", [("2024年9月3日上午8时", "2024-09-03 08:00"), ("9月5日下午6时", "9月5日18:00")]),
    ("zh notice", [("236万元", "2,360,000元"), ("1,260户", "一千二百六十户"), ("5583 2210", "55832210")]),
    ("zh news", [("一千二百个", "1200个"), ("百分之二十", "20%"), ("1.8万平方米", "18,000平方米"), ("九时", "9:00")]),
    # spelling, script, width, marks
    ("vi notice", [("Tân Hoà", "Tân Hòa"), ("Uỷ ban", "Ủy ban"), ("phí mua", "phí mua")]),
    ("vi notice", [("Lê Lai", "Lê Lai"), ("tỉnh Long Sơn", "tỉnh Long Sơn"), ("Cẩm Lâm.", "Cẩm Lâm .")]),
    ("en notice", [("apologise", "apologize")]),
    ("en news", [("Harbour", "Harbor"), ("kilometres", "kilometers")]),
    ("zh notice", [("，", ","), ("：", ":"), ("2024", "２０２４")]),
    (
        "zh news",
        [("“", "「")] if False else [("周六", "星期六"), ("周二", "星期二"), ("周日", "星期日"), ("周一", "星期一")],
    ),
    # abbreviations
    ("vi notice", [("Uỷ ban nhân dân huyện", "UBND huyện")]),
    ("vi news", [("Sở Giao thông Vận tải", "Sở GTVT")]),
    # credit, share, related, subscribe, donation, date lines, captions, footnotes
    ("vi news", [("phía nam.", "phía nam.\nẢnh: Minh Khôi")]),
    (
        "vi news",
        [("phát sinh.", "phát sinh.\nTheo Báo Long Sơn\nChia sẻ Facebook Zalo\nTin liên quan\nCầu treo sắp sửa chữa")],
    ),
    ("vi news", [("thi công\n", "thi công\nThứ ba, 12/3/2024, 09:15 (GMT+7)\n")]),
    ("en news", [("spring\n", "spring\nBy Tom Hale, staff writer\nPublished 2 March 2024\n")]),
    ("en news", [("in January.", "in January. [3]"), ("two years.", "two years.[1]")]),
    (
        "en news",
        [
            (
                "the council.",
                "the council.\nSubscribe to our newsletter\nShare this article\nMost read\n1. Bus fares to rise",
            )
        ],
    ),
    ("en notice", [("patience.", "patience.\nDid you find this useful? Make a donation to support our work.")]),
    ("zh news", [("开馆\n", "开馆\n2024-05-17 08:30 来源：云溪日报 作者：小文\n")]),
    ("zh news", [("百分之二十。", "百分之二十。\n责任编辑：高远\n分享到：微信 微博\n上一篇：县医院扩建完工")]),
    ("zh notice", [("通风。", "通风。\n（图片来自网络）\n版权所有 转载请注明出处")]),
    # light wording, no fact touched
    ("vi news", [("Sáng nay", "Sáng hôm nay"), ("giúp rút ngắn", "góp phần rút ngắn"), ("đã chờ đợi", "đã mong đợi")]),
    ("vi notice", [("cho biết", "nói"), ("diễn ra", "được tổ chức"), ("nộp đủ", "nộp đầy đủ")]),
    ("en news", [("welcomed the decision", "were pleased with the decision"), ("room for", "space for")]),
    ("en notice", [("are informed that", "should know that"), ("during the work", "while the work goes on")]),
    ("zh notice", [("定于", "计划于"), ("涉及", "影响"), ("立即拨打", "马上拨打")]),
    ("zh news", [("正式向公众开放", "正式对外开放"), ("介绍", "表示"), ("届时市民", "到时市民")]),
    # negations that deny nothing new, or the same twice
    ("vi notice", [("sẽ không được chấp nhận", "sẽ bị từ chối")]),
    ("en notice", [("free of charge", "without charge")]),
    ("zh news", [("节假日不休息", "节假日照常开放")]),
    # a cut tail, a text put before
    (
        "vi notice",
        [("\nHồ sơ nộp sau thời hạn trên sẽ không được chấp nhận và trung tâm không hoàn lại phí mua hồ sơ.", "")],
    ),
    ("en notice", [("\nWe apologise for the inconvenience and thank you for your patience.", "")]),
    ("zh news", [("\n县财政表示，今年用于购买新书的经费比去年增加了百分之二十。", "")]),
]
