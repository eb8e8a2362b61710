"""Make other weeks of a crawl than `made_history` does: sites of all sizes, each with a week, a trend and noise of its
own, drawn from a seed; so that the rules of drift are tried on weeks that they were not written beside.
"""

import math
from dataclasses import dataclass, field
from datetime import date, timedelta

import numpy as np

from made_day import MadeDay, digest, prose

FIRST = date(2026, 3, 5)  # a Thursday
WEEKS = {
    "even": (1, 1, 1, 1, 1, 1, 1),
    "office": (1, 1, 1.05, 1, 0.9, 0.12, 0.05),
    "leisure": (0.6, 0.6, 0.7, 0.8, 1.1, 1.6, 1.5),
    "market": (0.5, 0.5, 2.4, 0.5, 0.5, 2.2, 0.4),
    "no sunday": (1, 1, 1, 1, 1, 0.8, 0),
}
LANGUAGES = ("vi", "en", "zh")
SIZES = (14, 28, 45, 60, 90, 130, 220)
POOL = 4_000  # paragraphs a language, of which texts are put together


@dataclass(frozen=True)
class Site:
    """What a site is like: pages on a usual day, its week, growth a day, shares of poor pages, lengths, kinds."""

    name: str
    language: str
    size: int
    week: tuple[float, ...]
    growth: float
    noise: float
    poor: tuple[float, float, float]  # error_page, empty, listing
    paragraphs: tuple[int, int]
    kinds: tuple[float, float, float]
    n_ms: float
    starts: int = 0


@dataclass
class Weeks:
    """A seed's sites, and days made of them; `reopened` is a site that comes back after a week of silence."""

    seed: int
    n_sites: int = 8
    sites: list[Site] = field(default_factory=list)

    def __post_init__(self):
        draw = np.random.default_rng(self.seed)
        self.pool = {name: [prose(name, (self.seed, n), 3) for n in range(POOL // 8)] for name in LANGUAGES}
        for number in range(self.n_sites):
            poor = draw.uniform(0, (0.06, 0.05, 0.08))
            kinds = draw.dirichlet((8, 1.5, 1.5))
            self.sites.append(
                Site(
                    name=f"trang{number}.example",
                    language=LANGUAGES[int(draw.integers(3))],
                    size=int(draw.choice(SIZES)),
                    week=WEEKS[str(draw.choice(list(WEEKS)))],
                    growth=float(draw.choice((-0.012, 0, 0, 0.01, 0.02))),
                    noise=float(draw.uniform(0.03, 0.18)),
                    poor=tuple(poor),
                    paragraphs=(low := int(draw.integers(2, 5)), low + int(draw.integers(2, 9))),
                    kinds=tuple(kinds),
                    n_ms=float(draw.uniform(4, 30)),
                    starts=int(draw.choice((0, 0, 0, 0, 16))),
                )
            )

    def day_of(self, index):
        """Return the date of a day counted from 0."""
        return FIRST + timedelta(days=index)

    def made_day(self, con, settings, index):
        """Return (not yet stored) one natural day."""
        made = MadeDay(con, settings, self.day_of(index))
        mood = np.random.default_rng((self.seed, index)).normal(0, 0.05)  # a day on which all sites are busy or quiet
        for number, site in enumerate(self.sites):
            draw = np.random.default_rng((self.seed, index, number))
            usual = site.size * site.week[made.day.isoweekday() - 1] * (1 + site.growth) ** index
            n_pages = draw.poisson(usual * math.exp(draw.normal(mood, site.noise))) if index >= site.starts else 0
            for page in range(n_pages):
                self._page(made, site, draw, f"{number}-{index}-{page}")
        return made

    def _page(self, made, site, draw, name):
        fate = np.searchsorted(np.cumsum(site.poor), draw.random())
        outcome = ("error_page", "empty", "listing", "ok")[fate]
        pool = self.pool[site.language]
        chosen = draw.integers(len(pool), size=int(draw.integers(*site.paragraphs)))
        text = "\n".join([f"{name}. " + pool[at] for at in chosen]) if outcome == "ok" else ""
        made.page(
            site.name,
            text,
            language=site.language,
            outcome=outcome,
            title=f"{name} {pool[int(draw.integers(len(pool)))][:40]}",
            kind=("article", "product", "forum")[int(draw.choice(3, p=site.kinds))],
            n_ms=int(site.n_ms * math.exp(draw.normal(0, 0.5))) + 1,
            url=f"https://{site.name}/{made.day:%m/%d}/{name}",
        )


def again(made, site):
    """Deliver a site's pages of the day a second time."""
    for page in [page for page in made.pages if page["site"] == site]:
        later = page["fetched_at"] + timedelta(minutes=3)
        made.pages.append(page | {"capture_id": digest("again", page["capture_id"]), "fetched_at": later})
    return made
