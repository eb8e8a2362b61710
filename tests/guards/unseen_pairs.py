"""Pairs written after the rules were, on subjects that no rule had seen: each found what it found only once."""

TEXTS = {
    "en recall": """Heartwell Foods recalls soup sold in glass jars
Heartwell Foods is recalling its Golden Harvest lentil soup after a supplier found small pieces of glass in two jars.
The recall covers 700 g jars with batch code HF-2291 and a best-before date of 30 November 2025, sold in Ireland and
Scotland between 2 and 19 May. About 14,500 jars left the plant in Dunmore. Customers should not eat the soup and can
return it to any shop for a full refund of €3.80; a receipt is not needed. Nobody has been hurt so far, the company
said. Dr. Aoife Brennan, who leads quality control, said that the supplier had been replaced and that every jar is now
X-rayed before it leaves the plant. The hotline is open from 8 am to 6 pm on weekdays.""",
    "en release": """Fennel 4.12.3 is out
This release of the Fennel database fixes a crash on start-up when the write-ahead log is larger than 2 GB. Upgrading
from 4.11 takes about five minutes and needs no downtime; upgrading from 3.x is not supported. The default cache size
rises from 256 MB to 512 MB. The option --strict-reads is now enabled by default. Packages are available for Debian 12
and Ubuntu 24.04 on amd64. Version 4.10 will no longer receive security fixes after 1 September 2025. Thanks to Ingrid
Solberg, who reported the crash, and to Mateo Quiroga, who fixed it. Read performance improved by 18 % in our tests, and
memory use stays below 1.5 GB with one million open keys.""",
    "vi sport": """Đội nữ Thanh Liêm vô địch giải trẻ
Chiều 23/7, đội nữ Thanh Liêm thắng đội Kim Bảng 3-1 trong trận chung kết giải bóng chuyền trẻ tỉnh Hà Nam, diễn ra tại
nhà thi đấu Phủ Lý trước hơn 2.400 khán giả. Chủ công Trần Thị Mai Hương ghi 21 điểm và được chọn là cầu thủ xuất sắc
nhất. Đội vô địch nhận 80 triệu đồng, đội á quân nhận 45 triệu đồng. Huấn luyện viên Lê Quốc Bảo cho biết đội sẽ không
bổ sung ngoại binh trong mùa tới và đã gia hạn hợp đồng với sáu cầu thủ đến hết năm 2026. Giải năm sau dự kiến khởi
tranh vào ngày 5 tháng 6 với 12 đội, tăng hai đội so với năm nay. Ban tổ chức đồng ý cho khán giả vào cửa miễn phí.""",
    "vi health": """Khuyến cáo dùng thuốc hạ sốt cho trẻ
Sở Y tế khuyến cáo phụ huynh chỉ cho trẻ uống paracetamol khi trẻ sốt trên 38,5 độ C. Liều dùng là 10 mg đến 15 mg cho
mỗi kg cân nặng, cách nhau ít nhất 4 giờ và không quá 4 lần mỗi ngày. Trẻ dưới 3 tháng tuổi phải đến bệnh viện khám.
Không dùng aspirin cho trẻ dưới 16 tuổi. Phụ huynh nên cho trẻ uống nhiều nước và mặc quần áo thoáng. Nếu trẻ co giật
hoặc sốt kéo dài quá ba ngày, hãy gọi số 115 hoặc đưa trẻ đến Bệnh viện Nhi Thanh Hoá. Bác sĩ Đỗ Thị Thu Hà cho biết
khoa đã tiếp nhận 136 ca trong tuần, giảm 12% so với tuần trước, và chưa ghi nhận ca tử vong nào.""",
    "zh court": """法院驳回房东上诉
北湖区人民法院昨日对一起租房押金纠纷作出二审判决，驳回房东周某的上诉，维持原判。判决书显示，租客赵晓岚于2023年3月1日与周某签订租房合同，
租期一年，月租4500元，押金9000元。合同到期后，周某以墙面污损为由拒绝退还押金。法院认为，墙面污损属于正常使用造成，房东应在十日内退还押金，
并支付利息312元。案件受理费150元由周某承担。主审法官刘建国表示，租房合同应当写明押金退还条件，双方最好逐一拍照留证。
赵晓岚的代理律师说，她对判决表示满意。周某是唯一一名被告，他没有出庭，也没有回应记者的采访。""",
    "zh phone": """青禾发布新款手机
青禾科技今天上午在深圳发布新款手机青禾X7，售价3299元起，将于10月18日开售。新机采用6.7英寸屏幕，电池容量5200毫安时，支持80瓦快充，
三十分钟可充满百分之七十。相机由三个镜头组成，主摄像头为5000万像素。公司创始人何明远介绍，X7比上一代轻了12克，厚度为7.9毫米。
新机提供黑色、白色和绿色三种颜色，内存版本为12GB和16GB。公司预计今年全球销量将增长两成，并计划明年进入欧洲市场。
发布会后，公司股价上涨百分之三，收于每股41.6元。""",
}

# (text, edits, the guards of which one must hold): what is said differs.
HELD_APART = [
    ("en recall", [("two jars", "ten jars")], "numbers"),
    ("en recall", [("batch code HF-2291", "batch code HF-2297")], "numbers"),
    ("en recall", [("700 g jars", "700 kg jars")], "numbers"),
    ("en recall", [("30 November 2025", "30 November 2026")], "numbers"),
    ("en recall", [("About 14,500 jars", "About 145,000 jars")], "numbers"),
    ("en recall", [("€3.80", "£3.80")], "numbers"),
    ("en recall", [("should not eat the soup", "should eat the soup")], "decision"),
    ("en recall", [("a receipt is not needed", "a receipt is needed")], "decision"),
    ("en recall", [("Ireland and\nScotland", "Ireland and\nPortugal")], "names"),
    ("en recall", [("Dr. Aoife Brennan", "Dr. Niamh Doyle")], "names"),
    ("en recall", [("8 am to 6 pm", "8 am to 8 pm")], "numbers"),
    ("en release", [("Fennel 4.12.3 is", "Fennel 4.12.4 is")], "numbers"),
    ("en release", [("larger than 2 GB", "smaller than 2 GB")], "decision"),
    ("en release", [("larger than 2 GB", "larger than 2 TB")], "numbers"),
    ("en release", [("needs no downtime", "needs downtime")], "decision"),
    ("en release", [("3.x is not supported", "3.x is supported")], "decision"),
    ("en release", [("from 256 MB to 512 MB", "from 512 MB to 256 MB")], "numbers order"),
    ("en release", [("enabled by default", "disabled by default")], "decision"),
    ("en release", [("on amd64", "on arm64")], "numbers names"),
    ("en release", [("about five minutes", "about fifty minutes")], "numbers"),
    (
        "en release",
        [
            (
                "Ingrid\nSolberg, who reported the crash, and to Mateo Quiroga",
                "Mateo\nQuiroga, who reported the crash, and to Ingrid Solberg",
            )
        ],
        "order names",
    ),
    ("vi sport", [("Thanh Liêm thắng đội Kim Bảng", "Kim Bảng thắng đội Thanh Liêm")], "order names"),
    ("vi sport", [("3-1 trong", "3-2 trong")], "numbers"),
    ("vi sport", [("hơn 2.400 khán giả", "hơn 24.000 khán giả")], "numbers"),
    ("vi sport", [("80 triệu đồng", "80 nghìn đồng")], "numbers"),
    ("vi sport", [("với sáu cầu thủ", "với chín cầu thủ")], "numbers"),
    ("vi sport", [("sẽ không\nbổ sung", "sẽ\nbổ sung")], "decision"),
    ("vi sport", [("tăng hai đội", "giảm hai đội")], "decision"),
    ("vi sport", [("Ban tổ chức đồng ý", "Ban tổ chức từ chối")], "decision"),
    ("vi sport", [("Trần Thị Mai Hương", "Trần Thị Mai Hường")], "names"),
    ("vi health", [("trên 38,5 độ C", "trên 39,5 độ C")], "numbers"),
    ("vi health", [("10 mg đến 15 mg", "10 g đến 15 g")], "numbers"),
    ("vi health", [("ít nhất 4 giờ", "ít nhất 6 giờ")], "numbers"),
    ("vi health", [("Không dùng aspirin", "Nên dùng aspirin")], "decision"),
    ("vi health", [("quá ba ngày", "quá bảy ngày")], "numbers"),
    ("vi health", [("gọi số 115", "gọi số 113")], "numbers"),
    ("vi health", [("giảm 12%", "tăng 12%")], "decision"),
    ("vi health", [("chưa ghi nhận ca tử vong nào", "đã ghi nhận ca tử vong")], "decision"),
    ("vi health", [("Nhi Thanh Hoá", "Nhi Thái Bình")], "names"),
    ("zh court", [("驳回房东周某的上诉", "支持房东周某的上诉")], "decision"),
    ("zh court", [("月租4500元", "月租5400元")], "numbers"),
    ("zh court", [("应在十日内退还", "应在三十日内退还")], "numbers"),
    ("zh court", [("2023年3月1日", "2023年4月1日")], "numbers"),
    ("zh court", [("拒绝退还押金", "同意退还押金")], "decision"),
    ("zh court", [("主审法官刘建国", "主审法官刘建军")], "names"),
    ("zh court", [("对判决表示满意", "对判决表示不满意")], "decision"),
    ("zh court", [("北湖区人民法院", "南湖区人民法院")], "names decision"),
    ("zh phone", [("青禾X7，售价", "青禾X8，售价")], "numbers"),
    ("zh phone", [("5200毫安时", "5200瓦时")], "numbers"),
    ("zh phone", [("百分之七十", "百分之九十")], "numbers"),
    ("zh phone", [("增长两成", "增长三成")], "numbers"),
    ("zh phone", [("股价上涨百分之三", "股价下跌百分之三")], "decision"),
    ("zh phone", [("轻了12克", "重了12克")], "decision"),
    ("zh phone", [("5000万像素", "5000亿像素")], "numbers"),
    ("zh phone", [("今天上午在深圳", "今天上午在广州")], "names"),
    # digits or words more at the edge of a number
    ("en recall", [("About 14,500 jars", "About 500 jars")], "numbers"),
    ("en release", [("below 1.5 GB", "below 5 GB")], "numbers"),
    ("en release", [("about five minutes", "about thirty-five minutes")], "numbers"),
    ("vi sport", [("hơn 2.400 khán giả", "hơn 400 khán giả")], "numbers"),
    ("vi health", [("quá ba ngày", "quá mười ba ngày")], "numbers"),
    ("zh phone", [("增长两成", "增长两成半")], "numbers"),
]

# (text, edits): the same content in another form, with page furniture, or cut at the end.
COPIES = [
    ("en recall", [("About 14,500 jars", "About 14.500 jars")]),
    ("en recall", [("30 November 2025", "November 30, 2025"), ("700 g jars", "700g jars")]),
    ("en recall", [("8 am to 6 pm", "8:00 a.m. to 6:00 p.m.")]),
    ("en recall", [("€3.80", "EUR 3.80"), ("two jars", "2 jars")]),
    ("en recall", [("X-rayed", "x-rayed"), ("Dr. Aoife", "Dr Aoife"), ("best-before", "best before")]),
    ("en recall", [("should not eat", "shouldn't eat"), ("is not needed", "isn't needed")]),
    ("en release", [("18 %", "18 percent"), ("2 GB", "2GB"), ("five minutes", "5 minutes")]),
    ("en release", [("1 September 2025", "2025-09-01"), ("one million", "1,000,000")]),
    ("en release", [("Fennel 4.12.3 is out", "Fennel v4.12.3 is out"), ("amd64", "AMD64")]),
    ("en release", [("will no longer receive", "won't receive")]),
    ("vi sport", [("Chiều 23/7", "Chiều 23 tháng 7"), ("2.400", "2400")]),
    ("vi sport", [("80 triệu đồng", "80.000.000 đ"), ("45 triệu đồng", "45.000.000 VND")]),
    ("vi sport", [("sáu cầu thủ", "6 cầu thủ"), ("hai đội", "2 đội"), ("ngày 5 tháng 6", "05/6")]),
    ("vi sport", [("Huấn luyện viên", "HLV"), ("tỉnh Hà Nam", "Hà Nam")]),
    ("vi health", [("38,5 độ C", "38.5°C"), ("12%", "12 phần trăm")]),
    ("vi health", [("Thanh Hoá", "Thanh Hóa"), ("Y tế", "Y Tế"), ("Bác sĩ", "BS.")]),
    ("vi health", [("ba ngày", "3 ngày"), ("4 giờ", "4 tiếng"), ("136 ca", "136 ca bệnh")]),
    ("zh court", [("4500元", "4,500元"), ("9000元", "九千元"), ("十日内", "10日内")]),
    ("zh court", [("2023年3月1日", "2023-03-01"), ("312元", "３１２元")]),
    ("zh court", [("驳回房东上诉", "駁回房東上訴"), ("租房合同", "租房合約")]),
    ("zh court", [("，", ","), ("。", ". ")]),
    ("zh court", [("逐一拍照", "一一拍照"), ("唯一一名被告", "唯一被告")]),
    ("zh phone", [("3299元起", "3,299元起"), ("10月18日", "十月十八日"), ("百分之七十", "70%")]),
    ("zh phone", [("5200毫安时", "5200mAh"), ("80瓦", "80W"), ("6.7英寸", "6.7寸")]),
    ("zh phone", [("12GB和16GB", "１２GB和１６GB"), ("5000万像素", "五千万像素"), ("两成", "20%")]),
    ("zh phone", [("12克", "12g"), ("7.9毫米", "7.9mm"), ("今天上午", "今日上午")]),
]
