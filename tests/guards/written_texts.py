"""Texts written for the guards' tests, three a language, of about the length of a news item or a notice."""

VI_NOTICE = """Thông báo đấu giá quyền sử dụng đất tại xã Tân Hoà
Trung tâm Dịch vụ đấu giá tài sản tỉnh Long Sơn thông báo tổ chức đấu giá 12 lô đất ở tại xã Tân Hoà, huyện Cẩm Lâm.
Giá khởi điểm của mỗi lô là 1.200.000 đồng một mét vuông, tiền đặt trước bằng 15% giá khởi điểm.
Người tham gia nộp hồ sơ từ ngày 4/6/2024 đến 17 giờ ngày 18/6/2024 tại trụ sở trung tâm, số 25 đường Lê Lai.
Buổi công bố giá diễn ra lúc 8 giờ 30 phút ngày 21/6/2024 tại hội trường Uỷ ban nhân dân huyện Cẩm Lâm.
Ông Phạm Văn Thuận, giám đốc trung tâm, cho biết người trúng đấu giá phải nộp đủ tiền trong 30 ngày.
Hồ sơ nộp sau thời hạn trên sẽ không được chấp nhận và trung tâm không hoàn lại phí mua hồ sơ."""

VI_NEWS = """Cầu Bến Đá thông xe sau ba năm thi công
Sáng nay cây cầu Bến Đá bắc qua sông Vàm Rạch chính thức thông xe, nối thị trấn Phú Lộc với khu công nghiệp phía nam.
Cầu dài 860 mét, rộng 22 mét với bốn làn xe, tổng vốn đầu tư 1.150 tỷ đồng từ ngân sách tỉnh.
Theo Sở Giao thông Vận tải, công trình giúp rút ngắn thời gian đi lại từ 50 phút xuống còn 20 phút.
Bà Nguyễn Thị Hạnh, chủ một cửa hàng gần chân cầu, nói người dân đã chờ đợi công trình này từ lâu.
Tỉnh đồng ý miễn phí qua cầu cho xe máy và xe buýt, các xe tải trên mười tấn vẫn phải đi đường vòng trong tháng đầu.
Nhà thầu cam kết bảo hành công trình trong năm năm và khắc phục mọi hư hỏng phát sinh."""

EN_NEWS = """Harbour ferry service to restart in spring
The city council has approved a plan to restart the ferry service between Northgate and Miller Island after two years.
Two boats with room for 180 passengers each will sail every 40 minutes from 6:30 a.m. to 9 p.m. on weekdays.
A single ticket will cost 3.20 dollars, and the council expects about 250,000 trips in the first year.
Transport chief Laura Benson said the operator, Bluewater Lines, had passed all safety inspections in January.
The service was suspended in May 2022 when the old pier was found to be unsafe.
Residents of Miller Island, who had to drive 35 kilometres around the bay, welcomed the decision.
Work on the new pier will be completed by 14 March 2024, according to the council."""

EN_NOTICE = """Notice of water interruption in the Oakfield district
Customers in Oakfield are informed that the supply will be interrupted on Tuesday, 9 July 2024, between 8:00 and 16:00.
The interruption is necessary to replace a section of the main pipe under Garden Street between numbers 14 and 62.
Please store enough drinking water and keep all taps closed during the work.
Households with special needs can call 0800 551 204 to have bottled water delivered free of charge.
The company will not charge for the water used to flush the pipes after the work.
If it rains heavily the work will be moved to the next working day and a new notice will be published.
We apologise for the inconvenience and thank you for your patience."""

ZH_NOTICE = """关于城东片区天然气管道改造的通知
尊敬的用户：为消除老旧管道的安全隐患，宏泰燃气有限公司定于2024年9月3日上午8时至9月5日下午6时对城东片区的管道进行改造。
改造期间柳林路、槐荫街和梅园小区将暂停供气，涉及居民1,260户、商户85家。
请用户提前关闭灶前阀门，改造期间不得自行打开总阀，恢复供气时家中须留人。
工程总投资为人民币236万元，由市政府和公司共同承担，用户无需支付任何费用。
经办人：周志远，咨询电话：5583 2210。公司已批准施工单位的夜间作业申请。
恢复供气后如发现漏气，请立即拨打抢修电话，并打开门窗通风。"""

ZH_NEWS = """云溪县新图书馆周末开馆
本报讯 经过三年建设，云溪县新图书馆将于本周六上午九时正式向公众开放，首日准备了八场读书活动。
新馆位于文昌路与河滨路交叉口，建筑面积1.8万平方米，藏书46万册，设有阅览座位一千二百个。
馆长林雪梅介绍，新馆引进了自助借还设备，读者借书的时间由原来的十分钟缩短到一分钟。
图书馆每周二至周日开放，周一闭馆整理，夜间开放到二十一时，节假日不休息。
老馆将改造成少年儿童馆，预计明年六月完工，届时市民可以免费使用亲子阅读区。
县财政表示，今年用于购买新书的经费比去年增加了百分之二十。"""

TEXTS = {
    "vi notice": VI_NOTICE,
    "vi news": VI_NEWS,
    "en news": EN_NEWS,
    "en notice": EN_NOTICE,
    "zh notice": ZH_NOTICE,
    "zh news": ZH_NEWS,
}


def edited(name: str, *changes: tuple[str, str]) -> str:
    """Return a text with parts replaced; each part must be there."""
    text = TEXTS[name]
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text
