"""Airflow's own REST API, called as a person would: by login, with faults in plain words."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

import httpx

from neartwin.errors import AirflowApiError, AirflowBusyError, AirflowDownError

SECONDS = 60.0
LONGEST = 300
TOKEN = "auth/token"
REFUSED = (httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN)  # Airflow says either of a token that ran out


@dataclass(frozen=True, slots=True)
class Login:
    """Where an Airflow is, and who asks; `name` is how people know it: an Airflow connection, or `neartwin up`."""

    name: str
    url: str
    user: str
    password: str


def login_of(connection_id: str) -> Login:
    """Return the login that an Airflow connection of type HTTP holds (host, port, login, password, schema, path).

    Raises AirflowApiError that says how to make the connection when there is none.
    """
    from airflow.sdk.bases.hook import BaseHook
    from airflow.sdk.exceptions import AirflowNotFoundException

    try:
        known = BaseHook.get_connection(connection_id)
    except AirflowNotFoundException as error:
        raise AirflowApiError(
            f"there is no Airflow connection {connection_id}: make one (Admin, Connections, type HTTP) with host, "
            f"port, login and password of a user of role op, or set AIRFLOW_CONN_{connection_id.upper()}"
        ) from error
    host = known.host or ""
    port = f":{known.port}" if known.port else ""
    url = host if "://" in host else f"{known.schema or 'http'}://{host}{port}"
    path = str(known.extra_dejson.get("path", "")).rstrip("/")
    return Login(f"connection {connection_id}", url + path, known.login or "", known.password or "")


class AirflowApi:
    """A session of one login. Raises AirflowDownError for what passes, and AirflowApiError for what does not.

    AirflowBusyError (HTTP 409) says that something of its kind is at work already.
    """

    def __init__(self, login: Login, transport: httpx.BaseTransport | None = None) -> None:
        self.login = login
        self._client = httpx.Client(base_url=f"{login.url}/", timeout=SECONDS, transport=transport)
        self._log_in()

    def __enter__(self) -> Self:
        """Return the session."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the session."""
        self._client.close()

    def get(self, path: str, **params: str | float) -> dict[str, Any]:
        """Return the answer to a GET below `/api/v2`."""
        return self._call("GET", f"api/v2/{path}", params=params)

    def post(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to a POST below `/api/v2`."""
        return self._call("POST", f"api/v2/{path}", json=dict(body))

    def _log_in(self) -> None:
        self._client.headers.pop("Authorization", None)
        login = {"username": self.login.user, "password": self.login.password}
        told = self._call("POST", TOKEN, json=login)
        self._client.headers["Authorization"] = f"Bearer {told['access_token']}"

    def _call(self, verb: str, path: str, *, is_renewed: bool = False, **options: Any) -> dict[str, Any]:  # noqa: ANN401 (of httpx)
        try:
            answer = self._client.request(verb, path, **options)
        except httpx.TransportError as error:
            raise AirflowDownError(
                f"Airflow does not answer at {self.login.url} ({type(error).__name__}): start it, or correct the "
                f"{self.login.name}"
            ) from error
        if answer.is_success:
            told: dict[str, Any] = answer.json()
            return told
        if answer.status_code in REFUSED and path != TOKEN and not is_renewed:
            self._log_in()  # a token lives for a day, a backfill may take longer
            return self._call(verb, path, is_renewed=True, **options)
        raise self._fault(answer.status_code, verb, path, _detail(answer))

    def _fault(self, status: int, verb: str, path: str, detail: str) -> Exception:
        who, where = f"{self.login.user!r} of the {self.login.name}", f"{verb} /{path}"
        if status == httpx.codes.CONFLICT:
            return AirflowBusyError(detail)
        if status == httpx.codes.UNAUTHORIZED or (status == httpx.codes.FORBIDDEN and path == TOKEN):
            return AirflowApiError(f"Airflow at {self.login.url} refuses the password of {who}: correct it there")
        if status == httpx.codes.FORBIDDEN:
            return AirflowApiError(f"{who} may not {where}: give that user the role op")
        if status == httpx.codes.NOT_FOUND:
            return AirflowApiError(f"Airflow at {self.login.url} does not know {where}: {detail}")
        if status == httpx.codes.TOO_MANY_REQUESTS or status >= httpx.codes.INTERNAL_SERVER_ERROR:
            return AirflowDownError(f"Airflow at {self.login.url} cannot answer {where} now ({status}): {detail}")
        return AirflowApiError(f"Airflow at {self.login.url} refuses {where} ({status}): {detail}")


def _detail(answer: httpx.Response) -> str:
    try:
        told = answer.json()
    except ValueError:
        return answer.reason_phrase
    detail = told.get("detail", told) if isinstance(told, dict) else told
    return " ".join(str(detail).split())[:LONGEST]
