"""Pages that stand in for content, in words that no lexicon of ours was written from, on five languages' sites.

Each is a template: {n} is a number, {path} the address asked for, {id} an identifier of the request. `MARKED` carry
what such pages are built of (forms, names of parts, scripts); `WORDED` are words alone, in the plainest markup.
"""

PAGE = '<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>{head}</head>{body}</html>'


def page(lang, title, body, head="", cls=""):
    """A whole page with its body's class."""
    body = f'<body class="{cls}">{body}</body>'
    return PAGE.replace("{lang}", lang).replace("{title}", title).replace("{head}", head).replace("{body}", body)


def form(name, secret, button, more="", action="/sso/auth"):
    """A form that asks for a secret."""
    return (
        f'<form method="post" action="{action}"><label>{name}<input name="u"></label><label>{secret}'
        f'<input type="password" name="p"></label><button>{button}</button>{more}</form>'
    )


MARKED = {
    "login vi": page(
        "vi",
        "Cổng bạn đọc",
        "<header>Tuần báo Bến Lở</header><h2>Mời bạn xưng danh</h2><p>Số {n} dành riêng cho người đã ghi danh với toà "
        "soạn. Nhập bí danh và mã riêng để mở trang {path}.</p>" + form("Bí danh", "Mã riêng", "Mở trang"),
    ),
    "login zh": page(
        "zh",
        "读者之家",
        "<h2>身份核对</h2><p>第{n}期内容仅向本刊读者开放。填写您的代号与口令即可继续阅览。</p>"
        + form("代号", "口令", "进入", "<p>尚无代号者可致电编辑部</p>"),
    ),
    "login en": page(
        "en",
        "Reader desk",
        "<h2>Who goes there?</h2><p>Issue {n} is kept for friends of the paper. Give your pen name and your pass phrase"
        " and we will open {path} for you.</p>" + form("Pen name", "Pass phrase", "Open"),
    ),
    "login de": page(
        "de",
        "Leserbereich",
        "<h2>Kennwort bitte</h2><p>Ausgabe {n} lesen nur Abonnenten. Geben Sie Kundennummer und Kennwort ein, dann "
        "geht es weiter zu {path}.</p>" + form("Kundennummer", "Kennwort", "Weiter"),
    ),
    "login id": page(
        "id",
        "Ruang pembaca",
        "<h2>Silakan masuk dahulu</h2><p>Edisi {n} hanya untuk pelanggan. Isi nama samaran dan kata kunci Anda agar"
        " halaman ini terbuka.</p>" + form("Nama samaran", "Kata kunci", "Masuk"),
    ),
    "consent vi": page(
        "vi",
        "Trước khi đọc",
        '<div class="cmp-layer gdpr"><p>Toà báo cùng 412 bên thứ ba muốn cất những mẩu ghi nhớ nhỏ trong máy của bạn để'
        " đo lượt xem và chọn quảng cáo. Bạn có thể đổi ý bất cứ lúc nào ở chân trang.</p><button>Đồng tình</button>"
        "<button>Chọn từng mục</button></div>",
    ),
    "consent zh": page(
        "zh",
        "阅读之前",
        '<div id="cookie-wall"><p>本站与412家机构希望在您的设备上保存小型记录,以便统计浏览量并挑选广告。'
        "您可随时在页脚更改决定。"
        "</p><button>好的</button><button>逐项选择</button></div>",
    ),
    "consent en": page(
        "en",
        "Before you read",
        '<div id="onetrust-wall" class="ot-sdk"><p>Our paper and 412 helpers would like to keep small records on your'
        " machine, to count visits and to pick what is advertised. Change your mind whenever you like at the foot of"
        " the page.</p><button>Fine</button><button>Let me pick</button></div>",
    ),
    "consent de": page(
        "de",
        "Bevor Sie lesen",
        '<div class="consent-banner"><p>Wir und 412 Partner möchten kleine Merkzettel auf Ihrem Gerät ablegen, um'
        " Besuche zu zählen und Werbung auszuwählen. Ihre Entscheidung ändern Sie jederzeit unten auf der Seite.</p>"
        "<button>Einverstanden</button><button>Einzeln wählen</button></div>",
    ),
    "captcha vi": page(
        "vi",
        "Đợi một lát",
        '<main class="challenge-box"><p>Trước khi mở {path}, xin hãy xếp mảnh ghép vào đúng chỗ trống để chúng tôi biết'
        " rằng phía bên kia là một người đọc bằng xương bằng thịt. Mã {id}</p><canvas></canvas></main>",
        head='<script src="/waf/puzzle.js"></script>',
    ),
    "captcha zh": page(
        "zh",
        "稍等片刻",
        '<main id="captcha"><p>打开{path}之前,请把拼图移到空缺处,让我们知道屏幕那头是一位真实的读者。'
        "编号{id}</p><canvas></canvas>"
        "</main>",
        head='<script src="/waf/puzzle.js"></script>',
    ),
    "captcha en": page(
        "en",
        "One second",
        '<main class="verify-captcha"><p>Before we open {path}, drop the missing piece into its gap, so that we know'
        " somebody of flesh and blood is reading on the other side. Case {id}</p><canvas></canvas></main>",
        head='<script src="/waf/puzzle.js"></script>',
    ),
    "error vi": page(
        "vi",
        "Bến Lở",
        '<section class="not-found"><h1>Ôi, lạc đường mất rồi</h1><p>Chúng tôi lục khắp kho mà chẳng thấy '
        "{path} đâu cả."
        " Có lẽ tờ ấy đã được xếp vào tủ khác, hoặc ai đó gõ nhầm một chữ trong địa chỉ.</p></section>",
    ),
    "error zh": page(
        "zh",
        "柳溪周报",
        '<section class="error-page"><h1>哎呀,走错路了</h1><p>我们翻遍了库房,也没见到{path}。'
        "也许那一页已归入别的柜子,也许地址里写错了一个字。"
        "</p></section>",
    ),
    "error en": page(
        "en",
        "Marrow Hill Weekly",
        "<h1>Well, this is awkward</h1><p>We turned the whole store room over and there is no {path} anywhere. Perhaps"
        " that sheet was filed in another drawer, or one letter of the address slipped.</p>",
        cls="error404 wp-theme",
    ),
    "error de": page(
        "de",
        "Wochenblatt",
        '<div id="page-404"><h1>Verlaufen?</h1><p>Wir haben das ganze Lager umgeräumt, aber {path} war nirgends zu'
        " sehen. Vielleicht liegt das Blatt in einer anderen Schublade, oder ein Buchstabe ist verrutscht.</p></div>",
    ),
    "blocked vi": page(
        "vi",
        "Thông tin",
        '<div class="waf-block"><p>Lượt đọc này không đi tiếp được. Nếu bạn cho rằng có nhầm lẫn, hãy gửi cho người giữ'
        " cổng mã {id} cùng giờ bạn ghé qua, họ sẽ xem lại sổ.</p></div>",
    ),
    "blocked zh": page(
        "zh",
        "说明",
        '<div id="firewall-notice"><p>这一次浏览到此为止。若您认为有误,请把编号{id}和来访时间告诉守门人,'
        "他会翻看登记簿。</p></div>",
    ),
    "blocked en": page(
        "en",
        "Note",
        '<div class="block-page"><p>This visit ends here. If you believe that is a mistake, send case {id} and the hour'
        " of your visit to the keeper of the gate, who will look it up in the book.</p></div>",
    ),
    "shell vi": page(
        "vi",
        "Bến Lở",
        '<div id="app"></div><noscript>Máy của bạn chưa chạy được phần động của trang này.</noscript>',
        head='<script src="/static/main.js"></script>',
    ),
    "shell zh": page(
        "zh", "柳溪周报", '<div id="root"><p>页面载入中</p></div>', head='<script src="/static/main.js"></script>'
    ),
    "shell en": page(
        "en",
        "Marrow Hill",
        '<div id="__next"><p>Warming up the presses…</p></div>',
        head='<script src="/static/main.js"></script>',
    ),
}
WORDED = {
    "login vi": "Trang {path} chỉ mở cho bạn đọc dài hạn của toà soạn. Mời quý vị xưng danh ở quầy bên phải "
    "rồi quay trở"
    " lại đây, chúng tôi giữ chỗ cho quý vị trong mười phút. Phiên {id}",
    "login zh": "{path}只向长期读者开放。请先到右侧柜台核对身份,然后回到这里,我们为您保留十分钟座位。会话{id}",
    "login en": "{path} opens for long-standing readers only. Kindly make yourself known at the desk on the "
    "right and come"
    " back here; we keep your seat for ten minutes. Visit {id}",
    "blocked vi": "Lượt ghé thăm này dừng ở đây. Người giữ cổng chưa cho đi tiếp tới {path}. Hãy báo mã {id} nếu quý vị"
    " nghĩ rằng có sự nhầm lẫn trong sổ của chúng tôi.",
    "blocked zh": "本次到访到此为止。守门人暂未放行{path}。若您认为登记有误,请告知编号{id},我们会重新核对。",
    "blocked en": "This visit stops here. The keeper of the gate has not let you through to {path}. Quote {id} if you"
    " think that our book is mistaken, and we will have another look.",
    "error vi": "Chúng tôi lục khắp kho mà chẳng thấy {path} đâu cả. Có lẽ tờ ấy đã xếp vào tủ khác, hoặc ai đó gõ nhầm"
    " một chữ. Xin ghé lại trang bìa để chọn tờ khác.",
    "error zh": "我们翻遍库房也没见到{path}。也许那一页归入了别的柜子,也许写错了一个字。请回到封面另选一页。",
    "error en": "We turned the store room over and there is no {path}. Perhaps the sheet was filed in another "
    "drawer, or"
    " a letter slipped. Do go back to the cover and pick another sheet.",
}


def filled(template, n):
    """One page of a site whose every address answers with the template."""
    path, name = f"/muc-{n % 7}/bai-{n}a{n * 37 % 91}.html", f"{n * 7919 % 99991:05x}-{n * 104729 % 65521:04x}"
    return template.replace("{n}", str(100 + n)).replace("{path}", path).replace("{id}", name)


def worded(name, n):
    """A page of nothing but such words, under a title of the site."""
    language = name.split()[1]
    return filled(page(language, "Bến Lở", f"<div><p>{WORDED[name]}</p></div>"), n)
