"""Regular expressions that find values in folded text; each group is one form, tried in this order."""

import functools
import re

from neartwin.guards import code_points, lexicon

LETTERS = "a-zà-ỹ"
HEAD, TAIL = rf"(?<![{LETTERS}\d])", rf"(?![{LETTERS}\d])"
NO_PLATE = r"(?!(?<=\d[a-z])-\d{3})"  # `51G-482.13` is no weight
NOT_TENTHS = "[立为员本功果绩都长熟交分人品就套了]"
GAP = "[ \u00a0]?"
GROUPED = r"\d{1,3}(?:(?P<sep>[., '’\u00a0])\d{3})(?:(?P=sep)\d{3})*(?:[.,]\d+)?(?!\d)"
PLAIN = r"\d+(?:[.,]\d+)*"
DIGITS = rf"(?:{GROUPED}|\d+(?:[.,]\d+)?)"
HAN_DIGIT = "零〇○一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟廿卅"
SMALL = rf"(?<![\d{HAN_DIGIT}])(?:\d{{1,2}}|[{HAN_DIGIT}]{{1,3}})"
YEAR = r"(?:民国)?[零〇○一二三四五六七八九\d]{2,4}"
MARKS = ("us", "nt", "hk", "au", "ca", "nz", "sg")  # whose dollar
CODES = ("usd", "vnd", "eur", "rmb", "cny", "hkd", "twd", "ntd", "jpy", "gbp", "aud", "cad", "sgd", "nzd")
FROM_DIGIT, FROM_LETTER, FROM_MARK = "digit", "letter", "mark"
IS_BEYOND = re.compile("[\u00c0-\u1ef9○\u2e80-\U0010ffff]").search  # what no English form has
IS_HAN = re.compile("[○\u2e80-\U0010ffff]").search
OF_CHINESE = ("zh_decade", "zh_date", "zh_day", "zh_time", "zh_half", "zh_span", "zh_percent", "han")
OF_EAST = (*OF_CHINESE, "vi_date", "vi_day", "vi_half")
OF_DIGITS = ("iso", "dmy", "clock", "vi_time", "dotted", "pair", "prime", "feet", "jointed", "digits")
OF_DIGITS = ("iso", "dmy", "clock", "vi_time", "dotted", "pair", "prime", "feet", "jointed", "digits")
OF_LETTERS = ("en_one", "word", "letter", "roman")
NEVER = {  # forms that never start so in a text that is not eastern; all others are tried
    FROM_DIGIT: (*OF_EAST, *OF_LETTERS),
    FROM_LETTER: (*OF_EAST, *OF_DIGITS, "phone"),
    FROM_MARK: (*OF_EAST, *OF_DIGITS, *OF_LETTERS, "en_date", "en_time", "en_half", "code"),
}
LEADING = f"{HAN_DIGIT}第民上早清凌中下傍晚夜差半$€£¥₫+"  # characters with which a form may start
HALVES = "上午|早上|早晨|清晨|凌晨|中午|下午|傍晚|晚上|晚间|夜间|夜里|晚|早"
HAN_CURRENCY = "人民币|新台币|台币|港币|港元|美元|美金|日元|欧元|英镑"
VI_DIGIT = "một|hai|ba|bốn|năm|sáu|bảy|bẩy|tám|chín"
VI_HOUR = f"hai mươi(?: mốt| hai| ba| bốn| tư)?|mười(?: một| hai| ba| bốn| lăm| sáu| bảy| tám| chín)?|{VI_DIGIT}"
VI_MINUTE = f"(?:hai|ba|bốn|năm) mươi(?: (?:mốt|lăm|tư|{VI_DIGIT}))?|mười(?: (?:lăm|{VI_DIGIT}))?|{VI_DIGIT}"
EN_HOUR = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
HALF_DAY_EN = r"(?:a\.m\.?|p\.m\.?|am|pm)"


def fold(text: str) -> str:
    """Return the text in the form that the patterns read; its length does not change."""
    return text.lower() if text.isascii() else text.translate(code_points.plain_folds())


@functools.cache
def words(*, is_eastern: bool = True) -> dict[str, str]:
    """Return alternations of words, longest first, by what they are; those that an eastern text alone has, or not."""
    units = lexicon.read("units")
    en, vi = lexicon.read("en")["numerals"], lexicon.read("vi")["numerals"]
    months = [word for month in en["months"] for word in month.split("|")]
    listed = {
        "unit": [word for _, _, forms in units["units"].values() for word in forms],
        "percent": units["percent"]["%"],
        "currency": [word for forms in units["currencies"].values() for word in forms],
        "measure": [
            w for kind, _, forms in units["units"].values() if kind not in ("duration", "months") for w in forms
        ],
        "month": months,
        "lone_month": [month for month in months if month not in lexicon.AMBIGUOUS_MONTHS],
        "vi_month": [word for month in vi["months"] for word in month.split("|")],
        "magnitude": [*en["magnitudes"], *vi["magnitudes"], "万", "亿", "千", "百", "兆"],
        "number": [*en["units"], *vi["units"], *vi["magnitudes"], *en["magnitudes"], "dozen"],
    }
    found = {
        name: alternatives([form for form in forms if is_eastern or not IS_BEYOND(fold(form))])
        for name, forms in listed.items()
    }
    return found | {"currency": rf"u\.s\. dollars?|{found['currency']}"}


def alternatives(forms: list[str]) -> str:
    """Return an alternation of folded words, longest first."""
    return "|".join(re.escape(word) for word in sorted({fold(f) for f in forms}, key=lambda word: (-len(word), word)))


@functools.cache
def leads() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the pattern of what starts no form, as far as it goes, and that of a word that is looked at as a whole.

    A run of letters that is none of the words with which a form may start, no single letter, no Roman numeral and not
    followed by a digit starts nothing: trying every form there would cost ten times as much.
    """
    first = {word.split(" ")[0] for name in ("month", "number", "lone_month") for word in words()[name].split("|")}
    first |= {"ngày", "mùng", "mồng", "tháng", "an", "half", "quarter", "noon", "midnight", "nửa", *MARKS, *CODES}
    heads = sorted({word[0] for word in first})
    rests = ("|".join(re.escape(word[1:]) for word in sorted(first) if word[0] == head) for head in heads)
    listed = "|".join(f"{head}(?:{rest})" for head, rest in zip(heads, rests, strict=True))
    word = rf"(?:{listed}|[{LETTERS}]|[ivxlc]{{2,6}})(?![{LETTERS}])|[{LETTERS}]++(?=\d)"
    money = "".join(sorted({name[0] for name in HAN_CURRENCY.split("|")}))
    other = rf"[^{LETTERS}\d{LEADING}{money}]|(?!{HAN_CURRENCY})[{money}]"
    hopeless = rf"(?:(?!{word})[{LETTERS}]++|(?:{other})++)*+"
    return re.compile(hopeless), re.compile(rf"[{LETTERS}]+|{HAN_CURRENCY}")


def is_eastern(folded: str) -> bool:
    """Tell whether a Vietnamese or Han form may stand in a folded text: a Han character, or a word that one has."""
    if folded.isascii() or not IS_BEYOND(folded):
        return False
    return IS_HAN(folded) is not None or _eastern_words().search(folded) is not None


@functools.cache
def _eastern_words() -> re.Pattern[str]:
    """Return the pattern of all words of the forms that have a letter which no English word has."""
    source = "|".join(_forms(words()).values()).replace(LETTERS, "")
    return re.compile(alternatives([word for word in re.findall(f"[{LETTERS}]+", source) if IS_BEYOND(word)]))


@functools.cache
def pattern(start: str = "") -> re.Pattern[str]:
    """Return the pattern of all forms, or of those that may start so in a text that is not eastern: it is sooner made.

    The name of the outer group that matched is the form's name.
    """
    forms = _forms(words(is_eastern=not start))
    return _compiled({name: part for name, part in forms.items() if name not in NEVER.get(start, ())})


def _forms(w: dict[str, str]) -> dict[str, str]:
    return {**_dates(w), **_lasting(w), **_times(w), **_codes(), **_joined(w), **_numbers(w)}


@functools.cache
def amounts() -> re.Pattern[str]:
    """Return the pattern of what digits are that look like another form and are none."""
    return _compiled({name: part for name, part in _numbers(words()).items() if name in ("amount", "digits")})


def _compiled(parts: dict[str, str]) -> re.Pattern[str]:
    compiled = "|".join(
        f"(?P<{name}>{part.replace('sep>', f'sep_{name}>').replace('=sep)', f'=sep_{name})')})"
        for name, part in parts.items()
    )
    return re.compile(compiled)


def _dates(w: dict[str, str]) -> dict[str, str]:
    month, vi_month = w["month"], w["vi_month"]
    zh_year, zh_month, zh_day = f"{YEAR}{GAP}年", rf"{SMALL}{GAP}月", rf"{SMALL}{GAP}[日号]"
    vi_month = rf"tháng (?:\d{{1,2}}|{vi_month}){TAIL}(?:(?: năm |/|-)\d{{4}}(?!\d))?"
    en_day = r"\d{1,2}(?:st|nd|rd|th)?"
    en_year = r"(?:,? ?\d{4}(?![\d:]))"
    century = r"(?:(?:\d{1,2}|[一二三四五六七八九十]{1,3})世纪|上个?世纪|本世纪)"
    return {
        "zh_decade": rf"(?<![\d{HAN_DIGIT}])(?:{century}|(?<!世纪))(?:\d0|[二三四五六七八九]十){GAP}年代(?!表)"
        r"|(?<!\d)\d{3}0年代(?!表)",
        "zh_date": rf"(?:{zh_year}{GAP})?{zh_month}(?:{GAP}{zh_day})?|{zh_year}(?!级)",
        "zh_day": rf"{zh_day}(?![线楼院机门文令馆店房座路厂])",
        "iso": r"(?<!\d)\d{4}([-./])\d{1,2}[-./]\d{1,2}(?!\d)",
        "dmy": r"(?<![\d/-])\d{1,2}([-./])\d{1,2}[-./](?:\d{4}|\d{2})(?![\d/])",
        "vi_date": rf"{HEAD}(?:(?:ngày|mùng|mồng) )?\d{{1,2}} {vi_month}|{HEAD}{vi_month}",
        "vi_day": rf"{HEAD}(?:ngày|mùng|mồng) \d{{1,2}}\.\d{{1,2}}(?!\d|[.,]\d)",
        "en_date": rf"{HEAD}(?:{month})\.? {en_day}{TAIL}{en_year}?"
        rf"|{HEAD}{en_day}(?: of)?[ -](?:{month}){TAIL}\.?(?:[ -]{en_year})?"
        rf"|{HEAD}(?:{month})\.?,? \d{{4}}(?!\d)|{HEAD}(?:{w['lone_month']}){TAIL}",
    }


def _times(w: dict[str, str]) -> dict[str, str]:
    hour = rf"(?:(?:{HALVES}){GAP})?{SMALL}{GAP}(?:点钟?|时)"
    minute = rf"{GAP}过?{SMALL}{GAP}[分刻](?:{GAP}{SMALL}{GAP}秒)?|\d{{2}}(?!\d)"
    minute += "|[二三四五]?十[一二三四五六七八九]?|零[一二三四五六七八九]"
    past = rf"(?:half|quarter|(?:\d{{1,2}}|five|ten|twenty) minutes) (?:past|after|to|before) (?:\d{{1,2}}|{EN_HOUR})"
    return {
        "zh_time": rf"{hour}(?:半|整|{minute}|(?![{HAN_DIGIT}]))|(?:{HALVES}){GAP}\d{{1,2}}[:：]\d{{2}}"
        rf"|差{SMALL}(?:分钟?|刻){SMALL}点钟?",
        "clock": rf"{HEAD}\d{{1,2}}(?:[:.]\d{{2}}){{0,2}}{GAP}{HALF_DAY_EN}{TAIL}"
        r"|(?<![\d:.,])\d{1,2}:\d{2}(?::\d{2})?(?![:.,]?\d)"
        rf"|{HEAD}\d{{4}}{GAP}(?:gmt|utc|hrs|hours){TAIL}",
        "en_time": rf"{HEAD}{past}{TAIL}(?:{GAP}{HALF_DAY_EN}{TAIL})?|{HEAD}(?:12 |twelve )?(?:noon|midnight){TAIL}",
        "vi_time": rf"{HEAD}(?:(?:\d{{1,2}}{GAP}(?:h|giờ)|(?:{VI_HOUR}) giờ)(?:{_vi_minute(w)})"
        rf"|\d{{1,2}}g\d{{2}}{TAIL})(?: (?:sáng|trưa|chiều|tối|đêm){TAIL})?",
    }


def _vi_minute(w: dict[str, str]) -> str:
    """Return the pattern of what may follow an hour: minutes and seconds, with or without their names, or nothing."""
    units, currencies, measures = (w[name] for name in ("unit", "currency", "measure"))
    return (
        rf"{GAP}kém{GAP}(?:\d{{1,2}}|{VI_MINUTE})(?: phút)?{TAIL}"
        rf"|{GAP}(?:\d{{1,2}}|{VI_MINUTE}){GAP}(?:phút|minutes?|mins?|m|p|['’′])"
        rf"(?:{GAP}\d{{1,2}}(?:[.,]\d+)?{GAP}(?:giây|seconds?|secs?|s|[\"”″])|(?!{GAP}\d)){TAIL}"
        rf"|{GAP}\d{{2}}{TAIL}(?![.,:/]\d|{GAP}%|{GAP}(?:giờ|h|{measures}|{currencies}){TAIL})"
        rf"|{GAP}(?:(?:hai|ba|bốn|năm) mươi(?: lăm)?|mười lăm){TAIL}(?! (?:{units}|{currencies}){TAIL})"
        rf"|{GAP}rưỡi{TAIL}|{TAIL}"
    )


def _lasting(w: dict[str, str]) -> dict[str, str]:
    """Return the forms of halves and of how long something lasts, whose parts are several numbers."""
    number = rf"(?:{PLAIN}|(?:{w['number']})(?:[ -](?:{w['number']}))*)"
    unit, magnitude = rf"(?:{w['unit']}){TAIL}", rf"(?:{w['magnitude']}){TAIL}"
    han, zh_start = rf"(?:\d{{1,3}}|[{HAN_DIGIT}]{{1,3}})", rf"(?<![\d.{HAN_DIGIT}])"
    return {
        "zh_half": rf"{zh_start}{han}(?:个半(?:小时|钟头|月|星期)|(?:年|天|周|公里|米|斤)半(?![夜价数天年个块路]))",
        "zh_span": rf"{zh_start}{han}{GAP}个?(?:小时|钟头)零?{GAP}{han}{GAP}(?:分钟?|刻钟)(?:{GAP}{han}{GAP}秒钟?)?"
        rf"|{zh_start}{han}{GAP}分钟?{GAP}{han}{GAP}秒钟?|{zh_start}半个?(?:小时|钟头)|{zh_start}[一三\d]刻钟"
        rf"|{zh_start}{han}年零?{han}个月|{zh_start}{han}天零?{han}个?小时",
        "en_half": rf"{HEAD}half an? (?:{magnitude}|{unit})|{HEAD}{number} and a half(?: {magnitude})?(?: {unit})?"
        rf"{TAIL}|{HEAD}(?:an?|{number}) (?:{unit}|{magnitude}) and a half{TAIL}"
        rf"|{HEAD}\d{{1,3}}{GAP}½(?:{GAP}{unit})?",
        "vi_half": rf"{HEAD}{number}(?: {magnitude})?(?: {unit})? rưỡi{TAIL}(?: (?:{w['currency']}){TAIL})?"
        rf"|{HEAD}nửa {unit}",
        "en_one": rf"{HEAD}an? {unit}(?=,? (?:and )?\d|,? and (?:{w['number']}){TAIL})",
        "feet": rf"{HEAD}\d{{1,2}}(?:[ -]?(?:foot|feet|ft)\.?,?[ -]?|['’′] ?)\d{{1,2}} ?"
        rf"(?:inches|inch|ins|in){TAIL}(?! \d)"
        rf"|{HEAD}\d{{1,2}}[ -]?(?:foot|feet|ft)\.?[ -]?\d{{1,2}}(?:[\"”″]|(?=,? (?:tall|high)|[,;)]))"
        rf"|{HEAD}\d{{1,2}}-foot-\d{{1,2}}{TAIL}",
        "prime": r"(?<!\d)\d{1,3}['’′] ?\d{1,2}(?:[\"”″]|['’′]{2})",
    }


def _joined(w: dict[str, str]) -> dict[str, str]:
    """Return the forms whose digits go on after a unit or a magnitude: `1m65`, `1 tỷ 200 triệu`."""
    more = rf"(?![\d{HAN_DIGIT}]|[.,]\d|{GAP}%|{GAP}(?:{w['measure']}|{w['currency']}|{w['magnitude']}){TAIL})"
    magnitude = rf"{GAP}(?:{w['magnitude']}){TAIL}"
    return {
        "jointed": rf"{HEAD}(?:\d{{1,3}}(?:m|km|kg)\d{{1,3}}(?:cm)?|\d{{1,2}} ?mét \d{{1,2}}){TAIL}{more}"
        rf"|(?<![\d.{HAN_DIGIT}])(?:\d|[一二两三])米(?:\d{{1,2}}|[零一二三四五六七八九]{{1,2}})(?:公分|厘米|(?![米厘分]){more})"
        rf"|{HEAD}\d{{1,3}} ?(?:tr|triệu|tỷ|tỉ) ?\d{{1,3}}{TAIL}{more}",
        "sum": rf"{before()}{HEAD}{PLAIN}{magnitude}(?:{GAP}{PLAIN}{magnitude})+(?:{GAP}(?:{w['currency']}){TAIL})?"
        rf"|{before()}{HEAD}{PLAIN}[亿万千](?:\d{{1,4}}[万千百])+(?:{w['currency']})?",
    }


def before() -> str:
    """Return the pattern of a currency before a number, or of none."""
    marks, codes = "|".join(MARKS), "|".join(CODES)
    return rf"(?:(?:{marks})?[$€£¥₫]{GAP}|{HEAD}(?:{codes}){GAP}|(?:{HAN_CURRENCY}){GAP})?"


def _codes() -> dict[str, str]:
    return {
        "dotted": rf"(?<![\d.])(?!\d{{1,3}}(?:\.\d{{3}})+(?!\.?\d))\d+(?:\.\d+){{2,}}(?![{LETTERS}\d])",
        "phone": rf"(?<![\d.,])(?=(?:\D?\d){{7}})(?!{GROUPED})\+?\d{{2,4}}(?:[ .-]\d{{3,4}}){{1,3}}(?![\d.,]\d|\d)",
        "pair": rf"(?<![\d/.,-])\d{{1,3}}[/-]\d{{1,4}}(?![\d/-]|[.,]\d|[{LETTERS}])"
        r"|(?<![\d.,])\d{1,3}:\d{1,3}(?:[.,]\d{3})*(?!\d)",
    }


def _numbers(w: dict[str, str]) -> dict[str, str]:
    magnitudes = rf"(?:{GAP}(?:{w['magnitude']}){TAIL}){{0,2}}"
    unit = rf"(?:(?:{w['percent']})|(?:{w['currency']}){TAIL}|(?:{w['unit']}){TAIL}{NO_PLATE})"
    unit = rf"(?!{GAP}năm \d{{4}})(?:{GAP}[-–]?{GAP}{unit})?"
    han_unit = rf"(?:{w['currency']}|{w['unit']}|个百分点)?"
    return {
        "zh_percent": rf"百分之(?:\d+(?:\.\d+)?|[{HAN_DIGIT}]+(?:点[{HAN_DIGIT}]+)?)"
        rf"|(?<![第\d.{HAN_DIGIT}])[一二三四五六七八九两\d]成(?:半|(?!{NOT_TENTHS}))",
        "money": rf"{before().removesuffix('?')}{DIGITS}{GAP}(?:m|b|tn|tr){TAIL}(?![.’'])",
        "mega": rf"{HEAD}\d{{1,3}}(?:\.\d{{1,2}})?m{TAIL}{NO_PLATE}",
        "amount": rf"{before()}{HEAD}{DIGITS}{magnitudes}{unit}{TAIL}",
        "code": r"(?<![a-z\d])(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]+(?:[-./_][a-z\d]+)*(?![a-z\d])",
        "digits": rf"(?<!\d){DIGITS}",
        "han": rf"第?[{HAN_DIGIT}]+(?:点[{HAN_DIGIT}]+)?{han_unit}",
        "word": rf"{HEAD}(?:{w['number']}){TAIL}(?:[ -](?:and |lẻ |linh )?(?:{w['number']}){TAIL})*{unit}",
        "letter": rf"(?<![{LETTERS}\d.'’])[a-z](?![{LETTERS}\d'’])",
        "roman": rf"{HEAD}[ivxlc]{{2,6}}{TAIL}",
    }
