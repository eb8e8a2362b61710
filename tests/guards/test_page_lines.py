"""Lines that a page writes by itself are no content; the same words in a text are: in three languages."""

import pytest
from written_texts import TEXTS

# ruff: noqa: E501 (a line of a page reads best as one line)
from neartwin.guards import judge, lexicon
from neartwin.guards.furniture import MAX_COUNTED, MAX_STATE

NEWS = {language: TEXTS[f"{language} news"] for language in ("vi", "en", "zh")}


def verdicts(left, right):
    """Return the guards of a pair read both ways; the screen and the rules alone must agree."""
    found = []
    for texts in ([left, right], [right, left]):
        for is_screened in (True, False):
            guards = judge(texts, [0], [1], screened=is_screened).guards.get(0, [])
            found.append(sorted({guard.guard for guard in guards}))
    assert all(one == found[0] for one in found), found
    return found[0]


def with_line(language, line, at):
    """Return a news item with a line (or several) put in: -1 is behind the last."""
    lines = NEWS[language].split("\n")
    return "\n".join([*lines, line] if at == -1 else [*lines[:at], line, *lines[at:]])


COUNTERS = [
    ("en", "1,204 views", "9,877 views"),
    ("en", "Viewed 1,204 times", "Viewed 9,877 times"),
    ("en", "3 comments", "117 comments"),
    ("en", "Comments (35)", "Comments (36)"),
    ("en", "1.2K views · 34 comments", "3.4K views · 52 comments"),
    ("en", "12 likes 3 replies", "40 likes 11 replies"),
    ("en", "mossy_oak, 2,310 reputation", "mossy_oak, 4,076 reputation"),
    ("en", "Guest book (38 entries)", "Guest book (112 entries)"),
    ("en", "Light a candle (12 lit)", "Light a candle (57 lit)"),
    ("en", "Share this | 25 shares", "Share this | 340 shares"),
    ("en", "15 people like this", "31 people like this"),
    ("en", "Asked 3 years ago", "Asked 4 years ago"),
    ("en", "Posted 5 hours ago · 812 reads", "Posted 3 days ago · 2,034 reads"),
    ("en", "14\ncomments", "128\ncomments"),
    ("en", "11 votes\n3 comments", "14 votes\n5 comments"),
    ("en", "356 people interested", "1.1K people interested"),
    ("en", "240 interested · 31 going", "1,020 interested · 88 going"),
    ("en", "4.6 (126 reviews)", "4.4 (138 reviews)"),
    ("en", "4.6 out of 5 stars (1,204 ratings)", "4.3 out of 5 stars (1,377 ratings)"),
    ("en", "126 people found this helpful", "131 people found this helpful"),
    ("en", "Helpful (12) · Comment (3)", "Helpful (40) · Comment (5)"),
    ("en", "Downloads: 10,233", "Downloads: 15,890"),
    ("en", "Views: 318 | Posted by: the editor", "Views: 402 | Posted by: the editor"),
    ("en", "Facebook\nX\nWhatsApp\n231 shares", "Share on Reddit\nEmail\n1.2k shares"),
    ("en", "Facebook 231 · X 40 · Comments 12", "Facebook 1.2k · X 64 · Comments 15"),
    ("vi", "356 người quan tâm", "1,1 nghìn người quan tâm"),
    ("vi", "356 quan tâm · 31 sẽ tham gia", "1,1 nghìn quan tâm · 88 sẽ tham gia"),
    ("vi", "Tải về (10.233)", "Tải về (15.890)"),
    ("vi", "Bạn thích bài này? 34", "Bạn thích bài này? 60"),
    ("vi", "12 người thấy hữu ích", "31 người thấy hữu ích"),
    ("vi", "4,6 (126 lượt đánh giá)", "4,4 (138 lượt đánh giá)"),
    ("vi", "Lượt xem: 318 | Người đăng: Ban biên tập", "Lượt xem: 402 | Người đăng: Ban biên tập"),
    ("zh", "1024人想看", "1377人想看"),
    ("zh", "想去 88 去过 12", "想去 131 去过 40"),
    ("zh", "蓝色木棉 赞同 88 添加评论", "蓝色木棉 赞同 131"),
    ("zh", "立即预订 126条点评", "138条点评"),
    ("zh", "點閱數：318 發布單位：推廣組", "點閱數：402 發布單位：推廣組"),
    ("zh", "下载次数：1024", "下载次数：1377"),
    ("zh", "12人觉得有用", "31人觉得有用"),
    ("zh", "4.6（126人评价）", "4.4（138人评价）"),
    ("vi", "14 bình luận", "128 bình luận"),
    ("vi", "Bình luận (14)", "Bình luận (128)"),
    ("vi", "1.204 lượt xem", "9.877 lượt xem"),
    ("vi", "1,2 N lượt xem • 34 bình luận", "3,4 N lượt xem • 52 bình luận"),
    ("vi", "Đã xem: 1204", "Đã xem: 9877"),
    ("vi", "120 lượt thích", "341 lượt thích"),
    ("vi", "25 chia sẻ", "340 chia sẻ"),
    ("vi", "12 người thích", "45 người thích"),
    ("vi", "Sổ tang (38 lời chia buồn)", "Sổ tang (112 lời chia buồn)"),
    ("vi", "5 giờ trước", "2 ngày trước"),
    ("vi", "3 phản hồi", "17 phản hồi"),
    ("zh", "浏览 1204 次", "浏览 9877 次"),
    ("zh", "1204人阅读", "9877人阅读"),
    ("zh", "阅读量：1.2万", "阅读量：3.4万"),
    ("zh", "评论(35)", "评论(128)"),
    ("zh", "56条评论", "128条评论"),
    ("zh", "点赞 12 收藏 3 转发 5", "点赞 40 收藏 11 转发 9"),
    ("zh", "1.2万次播放", "3.4万次播放"),
    ("zh", "已有123人点赞", "已有456人点赞"),
    ("zh", "3小时前", "2天前"),
    ("zh", "留言簿（38条留言）", "留言簿（112条留言）"),
]


@pytest.mark.parametrize(("language", "left", "right"), COUNTERS)
@pytest.mark.parametrize("at", [1, 4, -1])
def test_counters_of_what_readers_do_are_no_content(language, left, right, at):
    assert verdicts(with_line(language, left, at), with_line(language, right, at)) == []


COUNTED_FACTS = [
    ("en", "The video of the old pier got 2 million views in a week.", "2 million", "3 million"),
    ("en", "The video of the old pier got 2,000 views in a week", "2,000", "3,000"),
    ("en", "Her petition drew 450 comments, more than any before it.", "450", "540"),
    ("en", "Footage of ferry reaches 3 million views", "3 million", "4 million"),
    ("en", "Alderton (North): 4,512 votes", "4,512", "4,215"),
    ("en", "4,512 votes", "4,512", "4,215"),
    ("en", "The plan passed with 12 votes to 3.", "12 votes", "13 votes"),
    ("en", "He sold 300 shares to his brother.", "300", "400"),
    ("en", "The harbour app has 15,000 downloads so far.", "15,000", "18,000"),
    ("en", "Residents interested in the flats: 356 families", "356", "653"),
    ("en", "Network closes county office, 1,200 jobs go", "1,200", "2,100"),
    ("vi", "Có 356 người quan tâm đến dự án cầu mới của xã", "356", "653"),
    ("vi", "Phòng thi: 12 người tham gia", "12", "21"),
    ("zh", "想去云溪旅游的游客达到1024人", "1024", "1402"),
    ("zh", "报名人数：120", "120", "210"),
    ("vi", "Đoạn phim về cây cầu đạt 2 triệu lượt xem sau một tuần.", "2 triệu", "3 triệu"),
    ("vi", "Bài hát về cây cầu có 2.500 lượt xem sau một ngày đăng tải", "2.500", "3.500"),
    ("vi", "Trước 17 giờ ngày 5 tháng 3", "17 giờ", "15 giờ"),
    ("vi", "Ứng viên Lâm Văn Tài: 512 phiếu bầu", "512", "521"),
    ("vi", "Kiến nghị nhận được 450 bình luận của người dân.", "450", "540"),
    ("zh", "这段视频一周内获得200万次播放。", "200万", "300万"),
    ("zh", "云溪县宣传片播放量突破300万", "300万", "400万"),
    ("zh", "报名须在3月5日前", "3月5日", "3月8日"),
    ("zh", "征求意见稿收到450条评论，居历年之首。", "450", "540"),
    ("zh", "林雪梅得512票", "512", "521"),
]


@pytest.mark.parametrize(("language", "line", "old", "new"), COUNTED_FACTS)
def test_a_count_in_the_text_is_a_fact(language, line, old, new):
    assert verdicts(with_line(language, line, 4), with_line(language, line.replace(old, new), 4)) == ["numbers"]


STATES = [
    ("en", "This page was last edited on 2 June 2023, at 08:14.", "This page was last edited on 9 May 2024, at 17:40."),
    ("en", "Last modified: 2 June 2023 08:14", "Last modified: 9 May 2024 17:40"),
    ("en", "Page last reviewed 2 June 2023", "Page last reviewed 9 May 2024"),
    ("en", "This page was last edited on 2 June 2023.", "Content is available under a free licence unless noted."),
    (
        "en",
        "Retrieved from the archive of the town on 3 May.",
        "This work is licensed under an open licence, version 4.0.",
    ),
    ("en", "Edited by Tom Hale and Ann Cole", "Fact checked by Mary Dean and Peter Lowe"),
    (
        "vi",
        "Trang này được sửa đổi lần cuối vào ngày 2 tháng 6 năm 2023 lúc 08:14.",
        "Trang này được sửa đổi lần cuối vào ngày 9 tháng 5 năm 2024 lúc 17:40.",
    ),
    ("vi", "Cập nhật lần cuối: 02/06/2023 08:14", "Cập nhật lần cuối: 09/05/2024 17:40"),
    ("vi", "Lần sửa cuối lúc 08:14 ngày 2/6/2023", "Lần sửa cuối lúc 17:40 ngày 9/5/2024"),
    (
        "vi",
        "Trang này được cập nhật lần cuối hôm qua.",
        "Văn bản được phát hành theo giấy phép tự do, trừ khi có ghi chú khác.",
    ),
    ("zh", "本页面最后修订于2023年6月2日 (星期五) 08:14。", "本页面最后修订于2024年5月9日 (星期四) 17:40。"),
    ("zh", "最后更新：2023-06-02 08:14", "最后更新：2024-05-09 17:40"),
    ("zh", "本文最后编辑于2023年6月2日", "本文最后编辑于2024年5月9日"),
    ("zh", "本站内容采用自由许可协议，另有注明者除外。", "本页面最后修订于2024年5月9日，欢迎补充。"),
]


@pytest.mark.parametrize(("language", "left", "right"), STATES)
def test_what_a_page_says_of_its_own_state_is_no_content(language, left, right):
    assert verdicts(with_line(language, left, -1), with_line(language, right, -1)) == []


STATED_FACTS = [
    ("en", "The rules for the pier were last changed in 1998.", "1998", "1989"),
    ("en", "The book was edited by 12 students.", "12", "15"),
    ("en", "Tickets are available under 16 years of age.", "16", "18"),
    ("vi", "Quy chế bến cảng được sửa đổi lần cuối năm 1998.", "1998", "1989"),
    ("zh", "码头管理办法最后一次修改是在1998年。", "1998", "1989"),
]


@pytest.mark.parametrize(("language", "line", "old", "new"), STATED_FACTS)
def test_the_state_of_something_else_is_a_fact(language, line, old, new):
    assert verdicts(with_line(language, line, 4), with_line(language, line.replace(old, new), 4)) == ["numbers"]


APPEALS = [
    (
        "en",
        "Independent local reporting costs money. If you value our work, please consider a small gift. Support us from £2 a month.",
    ),
    (
        "en",
        "You can read this for free because readers pay for it. Please support our journalism and become a member today.",
    ),
    ("en", "Did this help you? Our website has no advertising and lives on donations; please give what you can."),
    (
        "en",
        "Good stories take time and money. Subscribe today and help us keep our newsroom running for you and your neighbours.",
    ),
    (
        "en",
        "Want more local news like this? Sign up for our newsletter and get the best stories in your inbox every morning.",
    ),
    ("vi", "Để duy trì trang tin này, chúng tôi cần bạn đọc. Hãy ủng hộ chúng tôi từ 20.000 đồng mỗi tháng."),
    ("vi", "Báo chí độc lập cần có bạn. Mời bạn trở thành thành viên để toà soạn tiếp tục công việc."),
    ("vi", "Nếu bạn thấy trang web này có ích, hãy đóng góp một khoản nhỏ để trang hoạt động lâu dài hơn."),
    ("vi", "Mời bạn đăng ký nhận bản tin buổi sáng của toà soạn để không bỏ lỡ tin tức nào trong ngày."),
    ("zh", "本站没有广告，全靠读者支持。如果您喜欢我们的报道，请打赏支持我们，每月十元即可。"),
    ("zh", "独立媒体需要您的力量，请成为会员，让我们的记者继续走到现场，为您带来更多好故事。"),
    ("zh", "觉得内容有用吗？欢迎订阅本站通讯，第一时间收到编辑部精选的好文章和活动消息。"),
]


@pytest.mark.parametrize(("language", "line"), APPEALS)
@pytest.mark.parametrize("at", [3, 5, -1])
def test_an_appeal_to_the_reader_is_no_content(language, line, at):
    assert verdicts(NEWS[language], with_line(language, line, at)) == []


@pytest.mark.parametrize(
    ("language", "line"),
    [
        (
            "en",
            "The owners of the boats asked the council for support and said that they could not pay for fuel any longer.",
        ),
        (
            "en",
            "“If you value our work, please support us with a small gift,” the head of the lifeboat station told the meeting.",
        ),
        (
            "en",
            "Passengers who cannot climb the steps may ask the crew for help at any time during the crossing to the island.",
        ),
        (
            "en",
            "The island's school is collecting money for a new roof; parents have donated 4,300 dollars since the autumn.",
        ),
        (
            "vi",
            "Chủ các tàu chở khách đề nghị tỉnh hỗ trợ và cho biết họ không còn đủ tiền mua nhiên liệu cho mùa tới.",
        ),
        ("vi", "Người dân quanh cầu đã quyên góp hơn ba mươi triệu đồng để làm đường dẫn và trồng hàng cây ven sông."),
        ("zh", "船主们请求县里给予支持，并表示他们已经无力支付下一季度的燃料费用和船员工资。"),
        ("zh", "附近居民自发捐款修建了通往新馆的步行道，并在河边种下两百多棵柳树，方便读者乘凉。"),
    ],
)
def test_a_paragraph_about_money_is_content(language, line):
    assert verdicts(NEWS[language], with_line(language, line, 4)) == ["sentence_missing"]


LISTS = [
    (
        "en",
        "Related\nStorm closes coastal road for second night\nNew lifeboat named after founder",
        "More from Local News\nCouncil tax letters go out next week\nFive walks to try this spring",
    ),
    (
        "en",
        "You may also like\nHow to mend a wooden boat in ten steps",
        "Most read\nSchool roof to be replaced before winter sets in",
    ),
    (
        "en",
        "Latest stories\nBus fares rise by 12 percent in May\nFire at old mill under control",
        "Latest stories\nLibrary opens on Sundays again\nBus fares rise by 15 percent in May",
    ),
    (
        "vi",
        "Tin liên quan\nMưa lớn khiến tuyến đường ven biển bị chia cắt đêm thứ hai",
        "Xem thêm\nHọc sinh vùng cao được tặng hai nghìn cuốn sách mới",
    ),
    (
        "vi",
        "Tin cùng chuyên mục\nGiá vé xe buýt tăng 12% từ tháng năm\nCháy nhà máy cũ đã được khống chế",
        "Tin cùng chuyên mục\nThư viện mở cửa lại vào chủ nhật\nGiá vé xe buýt tăng 15% từ tháng năm",
    ),
    (
        "vi",
        "Có thể bạn quan tâm\nMười bước sửa một chiếc thuyền gỗ tại nhà",
        "Đọc nhiều nhất\nMái trường làng sẽ được thay trước mùa đông",
    ),
    (
        "zh",
        "相关阅读\n沿海公路因暴雨连续两晚封闭\n新救生艇以创始人命名",
        "推荐阅读\n下周起公交票价上涨百分之十二\n山区学生获赠两千册新书",
    ),
    ("zh", "猜你喜欢\n十个步骤教你修好一条木船", "热门推荐\n村小学屋顶将在入冬前更换完毕"),
    (
        "zh",
        "更多新闻\n公交票价五月起上调12%\n旧厂房火灾已被扑灭",
        "更多新闻\n图书馆周日恢复开放\n公交票价五月起上调15%",
    ),
]


@pytest.mark.parametrize(("language", "left", "right"), LISTS)
def test_headlines_under_a_heading_of_other_documents_are_no_content(language, left, right):
    assert verdicts(with_line(language, left, -1), with_line(language, right, -1)) == []


@pytest.mark.parametrize(
    ("language", "left", "right"),
    [
        (
            "en",
            "What travellers should bring along\nWarm clothes, water and some food",
            "What travellers should leave behind\nBicycles, dogs, gas stoves and skis",
        ),
        (
            "en",
            "Related work on the northern quay begins in autumn.",
            "Traders on the square expect more guests next year.",
        ),
        (
            "vi",
            "Những loại xe được qua cầu ban đêm\nXe cứu thương, xe chữa cháy và xe buýt",
            "Những hàng hoá bị cấm chở qua cầu\nPháo nổ, xăng dầu, gia súc chưa kiểm dịch",
        ),
        ("zh", "入馆读者需要携带的证件\n身份证或者学生证原件", "馆内禁止携带的物品清单\n宠物、打火机、有汽味饮料"),
    ],
)
def test_lists_of_the_text_itself_are_content(language, left, right):
    assert "sentence_replaced" in verdicts(with_line(language, left, -1), with_line(language, right, -1))


@pytest.mark.parametrize("language", NEWS)
def test_a_signature_is_content_whatever_stands_before_it(language):
    names = {
        "vi": ("Lâm Thị Kiều", "Lâm Thị Oanh"),
        "en": ("Ruth Mallory", "Ruth Kingsley"),
        "zh": ("馆长 林雪梅", "馆长 林雪芳"),
    }
    left, right = (with_line(language, f"14\n{name}", -1) for name in names[language])
    assert verdicts(left, right) == ["names"]


def test_the_compiled_look_at_a_line_reaches_as_far_as_the_lists():
    pages = lexicon.load().pages
    assert all(2 <= len(key) <= MAX_STATE for key in pages["states"].values)
    assert all(len(key) <= MAX_COUNTED for name in ("counters", "tallies") for key in pages[name].values)
