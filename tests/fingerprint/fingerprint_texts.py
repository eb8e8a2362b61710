"""Texts written for the tests of fingerprints, one for each script and trap, and the methods of the repository."""

import functools

from hypothesis import strategies as st

from neartwin import methods
from neartwin.settings import ROOT, Settings

TEXTS = {
    "en": "The council did not approve plan B-12 on 3 May 2026; the budget stays at 1,250,000 euros.",
    "vi": "Hội đồng nhân dân thành phố không phê duyệt dự án 12B; kinh phí giữ nguyên 1.250.000 đồng.",
    "zh": "市议会不予批准十二号计划，预算仍为1250000元，请各单位遵照执行。",
    "zh-traditional": "市議會不予批准十二號計劃，預算仍為1250000元，請各單位遵照執行。",
    "ja": "市議会は第12号計画を承認しませんでした。予算はそのままです。",
    "ko": "시의회는 제12호 계획을 승인하지 않았다. 예산은 그대로다.",
    "th": "สภาเมืองไม่อนุมัติแผนที่ ๑๒ งบประมาณยังคงเดิม",
    "lo": "ສະພາເມືອງບໍ່ອະນຸມັດແຜນທີ ໑໒",
    "km": "ក្រុមប្រឹក្សាក្រុងមិនអនុម័តផែនការលេខ ១២ ទេ",
    "my": "မြို့တော်ကောင်စီသည် အစီအစဉ် ၁၂ ကို အတည်မပြုပါ",
    "ar": "لم يوافق المجلس على الخطة رقم ١٢، وبقيت الميزانية كما هي.",
    "he": "המועצה לא אישרה את תוכנית 12, והתקציב נשאר כפי שהיה.",
    "hi": "नगर परिषद ने योजना 12 को मंज़ूरी नहीं दी और बजट वैसा ही रहा।",
    "ru": "Городской совет не одобрил план № 12, бюджет остаётся прежним.",
    "el": "Το δημοτικό συμβούλιο δεν ενέκρινε το σχέδιο 12.",
    "mixed": "iPhone 15 Pro ra mắt tại 北京 giá 29.990.000đ (~1,200 USD), bản quyền © 2026.",
    "short": "Lần 1",
    "one letter": "A",
    "empty": "",
    "white space": " \n\t ",
    "marks only": "\u0301\u0323",
    "punctuation only": "… — !?",
}


@functools.cache
def configured() -> dict[str, methods.Method]:
    """Every method of the repository's settings."""
    return methods.load(Settings.load(ROOT / "neartwin.toml"))


ALPHABET = st.one_of(
    st.characters(codec="utf-8"),
    st.sampled_from(" \n.,-0123456789aAbBcdeEoôơưđĐấậọ的了不批准中文ｆｕｌｌ１２ｶﾞ각한ก็ำहि̣́\u200b\u00ad\u3000\x1fßﬁ²İς"),
)
hostile_texts = st.text(ALPHABET, max_size=60)
