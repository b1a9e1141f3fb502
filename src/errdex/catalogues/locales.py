"""Language codes: which a path or a key tells."""

from __future__ import annotations

import re

# ISO 639-1, and the three-letter codes of languages that are translated into and have no other
_CODES = (
    " aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu "
    " cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi "
    " ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw ja ji jv ka kg ki kj kk kl km kn "
    " ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd "
    " ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg "
    " sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug "
    " uk ur uz ve vi vo wa wo xh yi yo za zh zu ast ckb dsb fil hsb kab ksh tzm udm zgh "
)
_LOCALE = re.compile(r"([a-z]{2,3})(?:[_-][A-Z][a-z]{3})?(?:[_-](?:[A-Za-z]{2}|\d{3}))?")
_CODE = "(" + _LOCALE.pattern.replace("([a-z]", "(?:[a-z]") + ")"
_IN_PATH = re.compile(
    rf"(?:^|[._/-]){_CODE}(?=\.\w+$|/LC_MESSAGES/)"
    rf"|(?:^|/){_CODE}(?=\.lproj/)"
    rf"|(?<=/values)-([a-z]{{2,3}}(?:-r[A-Z]{{2}})?)(?=/)"
    rf"|(?i:(?<=/lang)|(?<=/langs)|(?<=/locale)|(?<=/locales)|(?<=/i18n)|(?<=/l10n)|(?<=/languages)"
    rf"|(?<=/translations)|(?<=/language)|(?<=^lang)|(?<=^locales))/{_CODE}(?=/)"
)


def is_locale(text: str) -> bool:
    """Whether a text is a language's code, with or without script and region."""
    found = _LOCALE.fullmatch(text)
    return found is not None and f" {found[1]} " in _CODES


def split_locale(path: str) -> tuple[str, str]:
    """A catalogue's path without its language, and the language: ``""`` for the default one."""
    for found in _IN_PATH.finditer(path):
        told = next(filter(None, found.groups()), "").replace("-r", "-")
        if is_locale(told):
            return path[: found.start()] + path[found.end() :], told.replace("_", "-")
    return path, ""
