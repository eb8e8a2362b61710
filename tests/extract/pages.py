"""Pages written for the tests of extraction, and the shortest way to extract one."""

from neartwin.extract.page import Extraction, Limits, Request, extract, name_language

LIMITS = Limits(min_tokens=20, max_page_bytes=1_000_000)

VI = (
    "Sáng nay, ủy ban xã Bản Lùng khai trương chợ phiên bên bến đò cũ với hơn tám mươi"
    " gian hàng. Bà con mang tới mật ong,"
    " vải chàm và giống lúa nếp giữ từ mùa trước. Ông Lò Văn Phiên, người trông bến, nói"
    " rằng đã mười hai năm mới lại thấy"
    " đông như vậy. Ban quản lý cho biết chợ sẽ họp vào ngày rằm và mồng một hằng tháng,"
    " gian hàng không thu phí trong năm"
    " đầu, còn người bán phải cam kết không dùng túi nhựa."
)
ZH = (
    "柳溪镇今天上午重新开放了停用九年的水力磨坊。磨坊由镇里的木匠和两位退休教师用三年时间修复，石磨仍是原来的那一对，"
    "水轮换成了柏木。馆方说，每逢周六会现场磨制荞麦面，游客可以带走半斤。修复费用的一半来自居民捐款，其余由县里的"
    "文物保护资金承担。附近的小学已经把磨坊列入劳动课，第一批学生下个月到访。"
)
EN = (
    "The village of Marrow Hill reopened its rope walk this morning after nine years of"
    " silence. Three ropemakers, one of them"
    " eighty-one, laid forty metres of tarred hemp while two hundred people watched from"
    " the gallery. The trust that runs"
    " the shed says it will make rope on the first Saturday of every month and sell what"
    " it makes. Half of the repairs were"
    " paid for by readers of the parish newsletter, and the rest came from the county."
)
TEXTS = {"vi": VI, "zh": ZH, "en": EN}

MENU = "".join(f'<li><a href="/{number}">Section {number}</a></li>' for number in range(8))


def article(text, title="A title of its own", head="", body="", h1=None):
    """A whole page: menu, heading, the text in paragraphs of two sentences, footer."""
    stop = "。" if "。" in text else ". "
    sentences = [sentence + stop.strip() for sentence in text.rstrip("。. ").split(stop)]
    paragraphs = "".join(f"<p>{' '.join(sentences[at : at + 2])}</p>" for at in range(0, len(sentences), 2))
    return (
        f"<!doctype html><html><head><meta"
        f' charset="utf-8"><title>{title}</title>{head}</head><body><nav><ul>{MENU}</ul>'
        f"</nav><main><article><h1>{title if h1 is None else h1}</h1>{paragraphs}</article></main>{body}"
        "<footer><p>Imprint and contact</p></footer></body></html>"
    )


def page(body, title="Example", head=""):
    """A page that is nothing but its body."""
    return (
        f"<!doctype html><html><head><meta"
        f' charset="utf-8"><title>{title}</title>{head}</head><body>{body}</body></html>'
    )


def extracted(
    html, url="https://example.vn/a", status="2xx", content_type="text/html", charset="", limits=LIMITS
) -> Extraction:
    """Extract a page in this process."""
    data = html.encode() if isinstance(html, str) else html
    return name_language(extract(Request("key", data, url, content_type, charset, status, len(data)), limits))
