"""Tell people when a day is critical or late: one message over Airflow's own notifiers, by configuration.

`[notices]` says which kind and which Airflow connection. A message holds the day, counts and where the report lies:
never text, titles, addresses or site names of crawled pages. Each fact is told once in `repeat_hours`, and at most
`per_day` messages go out in 24 hours: a broken night is one message, not a hundred.
"""

import fcntl
import json
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

import httpx
from airflow.sdk import BaseNotifier
from airflow.sdk.bases.hook import BaseHook

from neartwin.errors import NeartwinError, SettingsError, told
from neartwin.orchestration.defaults import LATE_AFTER
from neartwin.places import make_folder
from neartwin.settings import NoticeSettings, Settings

log = logging.getLogger(__name__)

DAY_SECONDS = 86_400


class WebhookNotifier(BaseNotifier):  # type: ignore[misc]
    """Post {"text": …} to the URL of an Airflow connection, as most chat servers take it.

    Host holds the URL, or schema, host, port and the extra `path` make it; a password is sent as bearer token.
    """

    def __init__(self, connection_id: str, text: str) -> None:
        super().__init__()
        self.connection_id = connection_id
        self.text = text

    def notify(self, context: Any) -> None:  # noqa: ANN401 (Airflow's context)
        """Send the message; raises httpx.HTTPError when it is not taken."""
        known = BaseHook.get_connection(self.connection_id)
        host = known.host or ""
        port = f":{known.port}" if known.port else ""
        url = host if "://" in host else f"{known.schema or 'https'}://{host}{port}"
        headers = {"Authorization": f"Bearer {known.password}"} if known.password else {}
        url += known.extra_dejson.get("path", "")
        httpx.post(url, json={"text": self.text}, headers=headers, timeout=20).raise_for_status()


def tell_failed(context: Mapping[str, Any]) -> None:
    """Tell that a day's run failed or its day was put aside: Airflow calls it after the task `finish` has failed."""
    dag_run = context["dag_run"]
    settings = Settings.load()
    if settings.notices.kind is None or _is_of_candidate(dag_run):
        return
    day = _day(dag_run)
    _tell(settings, f"failed {day}", f"neartwin: {day} {_ended(settings, _get(dag_run, 'run_id'))}")


def tell_late(context: Mapping[str, Any] | None = None, **_: Any) -> None:  # noqa: ANN401 (Airflow's keywords)
    """Tell that a day is not done LATE_AFTER its run began: Airflow calls it when the deadline has passed."""
    settings = Settings.load()
    dag_run = (context or {}).get("dag_run")
    if settings.notices.kind is None or _is_of_candidate(dag_run):
        return
    day = _day(dag_run)
    hours = LATE_AFTER.total_seconds() / 3600
    _tell(settings, f"late {day}", f"neartwin: {day} is not done {hours:g} hours after its run began")


def _tell(settings: Settings, fact: str, text: str) -> bool:
    """Send one message unless the same or too many were sent; a message that cannot be sent is logged, not raised."""
    if not _may_tell(settings, fact):
        log.info("notice of %s held back: it was told, or too many were", fact)
        return False
    text = f"{text}. Reports: {settings.notices.reports_url}"
    try:
        _notifier(settings.notices, text).notify({})
    except Exception as error:  # noqa: BLE001 (a notice never fails the day that it tells of)
        log.error("notice of %s could not be sent over %s: %s", fact, settings.notices.kind, told(error))
        return False
    return True


def _notifier(wanted: NoticeSettings, text: str) -> Any:  # noqa: ANN401 (Airflow's notifiers share no typed base)
    makers: dict[str, Callable[[NoticeSettings, str], Any]] = {"webhook": _webhook, "smtp": _smtp, "slack": _slack}
    return makers[wanted.kind or "webhook"](wanted, text)


def _webhook(wanted: NoticeSettings, text: str) -> Any:  # noqa: ANN401
    return WebhookNotifier(wanted.connection, text)


def _smtp(wanted: NoticeSettings, text: str) -> Any:  # noqa: ANN401
    from airflow.providers.smtp.notifications.smtp import SmtpNotifier

    subject = text.split(".")[0][:120]
    return SmtpNotifier(to=list(wanted.to), subject=subject, html_content=text, smtp_conn_id=wanted.connection)


def _slack(wanted: NoticeSettings, text: str) -> Any:  # noqa: ANN401
    try:
        from airflow.providers.slack.notifications.slack_webhook import SlackWebhookNotifier
    except ImportError as error:
        raise SettingsError("[notices] kind = slack needs the package apache-airflow-providers-slack") from error
    return SlackWebhookNotifier(slack_webhook_conn_id=wanted.connection, text=text)


def _may_tell(settings: Settings, fact: str) -> bool:
    """Tell whether a fact may go out now, and note that it does; safe between processes."""
    make_folder(settings.data)
    now, limits = time.time(), settings.notices
    with (settings.data / "notices.json").open("a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        try:
            told: dict[str, float] = json.loads(file.read() or "{}")
        except ValueError:
            told = {}
        recent = {name: at for name, at in told.items() if now - at < max(DAY_SECONDS, limits.repeat_hours * 3600)}
        is_new = now - recent.get(fact, 0) >= limits.repeat_hours * 3600
        if is_free := is_new and sum(now - at < DAY_SECONDS for at in recent.values()) < limits.per_day:
            recent[fact] = now
        file.truncate(0)
        file.write(json.dumps(recent))
    return is_free


def _ended(settings: Settings, run_id: str) -> str:
    """Say how a run ended, in counts; names of checks are ours, names of sites are not."""
    try:
        from neartwin.warehouse import reader, run

        with reader(settings) as con:
            state, critical, warnings, n_aside = run(con, "warehouse/select_run_notice", run_id=run_id)[0]
    except (NeartwinError, IndexError, OSError):
        return "failed before its checks could be read"
    word = "was put aside" if state == "quarantined" else "failed" if state == "failed" else f"ended as {state}"
    return f"{word}: {critical} critical checks, {warnings} warnings, {n_aside} sites put aside"


def _is_of_candidate(dag_run: Any) -> bool:  # noqa: ANN401 (an object in a task, a mapping in a deadline)
    """Tell whether a run is asked for chosen versions: how it ends is told by `upgrade_method`, or to who asked."""
    conf = _get(dag_run, "conf") or {}
    return bool(conf.get("methods") or conf.get("extractor"))


def _day(dag_run: Any) -> str:  # noqa: ANN401 (an object in a task, a mapping in a deadline)
    conf = _get(dag_run, "conf") or {}
    day = str(_get(dag_run, "partition_key") or conf.get("day") or "a day")
    return day if len(day) <= len("YYYY-MM-DD") else "a day"


def _get(dag_run: Any, name: str) -> Any:  # noqa: ANN401
    return dag_run.get(name) if isinstance(dag_run, Mapping) else getattr(dag_run, name, None)
