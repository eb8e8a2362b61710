"""The one Airflow plugin of neartwin: its pages, and where they are reached from."""

from typing import Any, ClassVar

from airflow.plugins_manager import AirflowPlugin

from neartwin.review.app import app


class NeartwinPlugin(AirflowPlugin):
    """Serve neartwin's pages behind Airflow's sign-in, and list them in its navigation."""

    name = "neartwin"
    fastapi_apps: ClassVar[list[dict[str, Any]]] = [{"app": app, "url_prefix": "/neartwin", "name": "neartwin"}]
    external_views: ClassVar[list[dict[str, Any]]] = [
        {
            "name": "Reports",
            "href": "/neartwin/reports",
            "destination": "nav",
            "url_route": "neartwin-reports",
            "nav_top_level": True,
        }
    ]
