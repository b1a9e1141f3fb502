"""Reads a page as a browser would and says what is wrong with it."""

from html.parser import HTMLParser
from urllib.parse import urlsplit

_TAGS = (
    "html head meta title link script body a header nav main footer p h1 h2 h3 div span section "
    "article form label textarea button input select option ul ol li dl dt dd table thead tbody "
    "tr th td pre code var i bdi blockquote time details summary strong"
)
_ATTRIBUTES = (
    "lang charset name content media rel href type class id tabindex method action for rows dir "
    "required spellcheck autocapitalize autocomplete value placeholder title role src defer "
    "datetime data-n scope selected property"
)
TAGS, ATTRIBUTES = set(_TAGS.split()), set(_ATTRIBUTES.split())
VOID = {"meta", "link", "input"}


class Audit(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.faults, self.open, self.ids, self.links = [], [], [], []
        self.text, self.scripts = [], []
        self.feed(text)
        self.close()
        self.faults += [f"never closed: {tag}" for tag in self.open]
        twice = {name for name in self.ids if self.ids.count(name) > 1}
        self.faults += [f"id twice: {name}" for name in twice]

    def handle_starttag(self, tag, attrs):
        if tag not in TAGS:
            self.faults.append(f"tag {tag}")
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name not in ATTRIBUTES and not name.startswith("aria-"):
                self.faults.append(f"attribute {name} on {tag}")
            if name == "id":
                self.ids.append(value)
            if name in ("href", "src", "action"):
                self.links.append(value)
                if urlsplit(value).scheme not in ("", "http", "https"):
                    self.faults.append(f"link {value}")
        if tag == "script":
            given = dict(attrs)
            self.scripts.append(given)
            if "src" not in given and given.get("type") != "application/ld+json":
                self.faults.append("inline script")

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> closes {self.open[-1:]}")
        else:
            self.open.pop()

    def handle_data(self, data):
        self.text.append(data)

    @property
    def words(self):
        return " ".join("".join(self.text).split())
