"""Signs of damage in a text, as regular expressions: bytes read in the wrong charset, and pages that are a wall.

Written from how the charsets and such pages are made, in Vietnamese, Chinese and English; from no collection of pages.
Both are for RE2 (DuckDB): no look-around, no back references.
"""

# What Windows-1252 shows for the bytes 80 to BF, which follow a lead byte in UTF-8.
_TRAIL = r"[\x{80}-\x{BF}€‚ƒ„†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]"

MOJIBAKE = "|".join(
    (
        rf"[ÂÃÄÅÆ]{_TRAIL}",  # UTF-8 Latin letters read as Windows-1252
        rf"á[ºÂ»]{_TRAIL}",  # UTF-8 Vietnamese letters read as Windows-1252
        rf"â€{_TRAIL}",  # UTF-8 quotes and dashes read as Windows-1252
        r"[\x{80}-\x{84}\x{86}-\x{9F}]",  # Windows-1252 read as Latin-1 (U+0085 is a line end)
        r"[\x{A1}-\x{FF}]{6,}",  # GBK, Big5 or Windows-1251 read as Latin-1
        r"锟斤拷|烫烫烫|[锛銆鈥]",  # UTF-8 punctuation read as GBK; replacement characters read as GBK
        r"(?:[РС][\x{80}-\x{BF}Ђ-Џђ-џ‚„…†‡€‰‹‘’“”•–—™›]){3,}",  # UTF-8 Cyrillic read as Windows-1251
        r"\p{L}[¸µ¶¹¨»¾¼½©®ª«¬]\p{Ll}",  # TCVN3 read as Latin-1
        r"ö[ôïùøûõ]|ñ[öô]|[oea]â[ùøûõï]",  # VNI read as Latin-1
    )
)

# Accents, and parts of Hangul syllables, that are stored as characters of their own.
DECOMPOSED = r"[\x{0300}-\x{036F}\x{1100}-\x{11FF}]"

# What a page that stands for others says of the one that was asked for: an address, or letters mixed with digits.
_ADDRESS = "[A-Za-z0-9_.:?=&%#~+-]"
IDENTIFIERS = rf"{_ADDRESS}*/(?:{_ADDRESS}|/)*|[0-9]+[A-Za-z_-]{_ADDRESS}*|[A-Za-z_-]+[0-9]{_ADDRESS}*"
STOPS = ".!?。！？;；"

_WALLS = (
    # a login is asked for
    r"log ?in to (?:continue|view|read|access)",
    r"sign ?in to (?:continue|view|read|access)",
    r"(?:please|you must|you need to) (?:log|sign) ?in",
    r"forgot(?:ten)? (?:your )?password",
    r"create an account",
    r"remember me",
    r"vui lòng đăng nhập",
    r"đăng nhập để",
    r"quên mật khẩu",
    r"ghi nhớ đăng nhập",
    r"chưa có tài khoản",
    r"请(?:先)?(?:登录|登陆|登入)",
    r"登录后(?:查看|可见|继续)",
    r"忘记密码",
    r"没有账号",
    r"记住我",
    # a robot or a region is refused
    r"access (?:is )?denied",
    r"you have been blocked",
    r"unusual traffic",
    r"are you (?:a )?(?:human|robot)",
    r"verify (?:that )?you are (?:a )?human",
    r"checking your browser",
    r"complete the captcha",
    r"enable (?:javascript|cookies)",
    r"not available in your (?:country|region)",
    r"truy cập bị từ chối",
    r"bạn không có quyền truy cập",
    r"xác (?:minh|nhận) (?:rằng )?bạn (?:không )?(?:là|phải)",
    r"(?:hãy |vui lòng )?bật (?:javascript|cookie)",
    r"访问(?:被拒绝|受限|过于频繁)",
    r"(?:完成|进行)(?:安全|人机)验证",
    r"请输入验证码",
    r"请(?:开启|启用) ?javascript",
    # a page that is not there
    r"page (?:was )?not found",
    r"404 error|error 404",
    r"service (?:temporarily )?unavailable",
    r"không tìm thấy trang",
    r"trang (?:bạn tìm )?không tồn tại",
    r"(?:页面|网页)(?:不存在|未找到|无法访问)",
    # consent to cookies
    r"we (?:use|and our partners use) cookies",
    r"accept (?:all )?cookies",
    r"cookie (?:policy|settings|preferences)",
    r"(?:chúng tôi|trang web này) sử dụng cookie",
    r"chấp nhận (?:tất cả )?cookie",
    r"(?:我们|本网站)使用 ?cookie",
    r"接受(?:所有|全部)? ?cookie",
)
WALL = "|".join(_WALLS)
