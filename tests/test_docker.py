"""The container files hold together where no Docker engine runs: variables, paths, services, health checks, secrets."""

import http.server
import importlib.util
import re
import runpy
import stat
import threading
from pathlib import Path
from typing import Any

import pytest
import yaml

from neartwin.orchestration import airflow_home
from neartwin.settings import ROOT

DOCKER = ROOT / "docker"
COMPONENTS = {"api-server", "scheduler", "dag-processor", "triggerer"}
VARIABLE = re.compile(r"\$\{(?P<name>\w+)(?::(?P<kind>[?-])(?P<text>[^}]*))?\}")


class UnsetVariableError(Exception):
    """What `docker compose` says about `${VAR:?}`."""


def resolve(text: str, values: dict[str, str]) -> str:
    """Fill in `${VAR:?message}` and `${VAR:-default}` as compose does."""

    def value(match: re.Match[str]) -> str:
        if found := values.get(match["name"]):
            return found
        if match["kind"] == "-":
            return match["text"]
        raise UnsetVariableError(match["name"])

    return VARIABLE.sub(value, text)


def example_values() -> dict[str, str]:
    lines = (DOCKER / ".env.example").read_text(encoding="utf-8").splitlines()
    return {
        line.split("=", 1)[0]: f"value-of-{number}" for number, line in enumerate(lines) if re.match(r"\w+=$", line)
    }


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    loaded = yaml.safe_load(resolve((DOCKER / "compose.yaml").read_text(encoding="utf-8"), example_values()))
    assert isinstance(loaded, dict)
    return loaded


@pytest.fixture(scope="module")
def dockerfile() -> list[tuple[str, str]]:
    """Instructions of the Dockerfile with their arguments, continued lines joined."""
    text = (DOCKER / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1].strip()) for line in lines]


def airflow_options() -> dict[str, Any]:
    spec = importlib.util.find_spec("airflow")
    assert spec is not None
    folder = Path(next(iter(spec.submodule_search_locations or ())))
    return yaml.safe_load((folder / "config_templates" / "config.yml").read_text(encoding="utf-8"))


def test_the_services_are_those_of_a_full_airflow(compose):
    assert compose["services"].keys() == COMPONENTS | {"postgres", "init", "cli"}


def test_every_variable_is_in_the_example_and_every_example_is_used():
    text = (DOCKER / "compose.yaml").read_text(encoding="utf-8")
    used = {match["name"] for match in VARIABLE.finditer(text)}
    optional = set(re.findall(r"^# (\w+)=", (DOCKER / ".env.example").read_text(encoding="utf-8"), re.MULTILINE))

    assert used == example_values().keys() | optional


@pytest.mark.parametrize("name", sorted(example_values()))
def test_compose_refuses_to_start_without_each_secret(name):
    values = example_values() | {name: ""}

    with pytest.raises(UnsetVariableError, match=name):
        resolve((DOCKER / "compose.yaml").read_text(encoding="utf-8"), values)


def test_no_secret_has_a_value_in_the_repository():
    for line in (DOCKER / ".env.example").read_text(encoding="utf-8").splitlines():
        assert line.startswith("#") or not line.strip() or line.endswith("="), line


def test_all_airflow_containers_share_one_environment(compose):
    environments = [compose["services"][name]["environment"] for name in (*COMPONENTS, "cli")]
    logins = {key for key in compose["services"]["init"]["environment"] if key.endswith("_PASSWORD")}
    init = {k: v for k, v in compose["services"]["init"]["environment"].items() if k not in logins}

    assert all(environment == environments[0] for environment in [*environments, init])
    assert logins == {f"NEARTWIN_{name.upper()}_PASSWORD" for name in airflow_home.ROLES}


def test_what_must_be_shared_is_set(compose):
    environment = compose["services"]["scheduler"]["environment"]

    assert environment["AIRFLOW__API_AUTH__JWT_SECRET"] == example_values()["AIRFLOW_JWT_SECRET"]
    assert environment["AIRFLOW__API__SECRET_KEY"] == example_values()["AIRFLOW_SECRET_KEY"]
    assert environment["AIRFLOW__CORE__FERNET_KEY"] == example_values()["AIRFLOW_FERNET_KEY"]
    assert environment["AIRFLOW__CORE__EXECUTION_API_SERVER_URL"] == "http://api-server:8080/execution/"
    assert "@postgres/airflow" in environment["AIRFLOW__DATABASE__SQL_ALCHEMY_CONN"]


def test_every_airflow_variable_names_an_option_that_exists(compose, settings):
    options = airflow_options()
    names = compose["services"]["scheduler"]["environment"].keys() | airflow_home.airflow_env(settings).keys()

    for name in names:
        if name.startswith("AIRFLOW__"):
            _, section, option = name.lower().split("__")
            assert option in options[section]["options"], name


def test_containers_and_the_local_airflow_set_the_same_options(compose, settings):
    in_containers = set(compose["services"]["scheduler"]["environment"])
    local = {name for name in airflow_home.airflow_env(settings) if name.lower() != "no_proxy"}

    assert in_containers - local == {"AIRFLOW__SCHEDULER__ENABLE_HEALTH_CHECK"}
    assert local - in_containers == {"AIRFLOW_CONN_NEARTWIN_AIRFLOW"}  # a person makes it there, see .env.example


def test_everything_that_runs_on_has_a_health_check_that_can_run(compose):
    for name in COMPONENTS | {"postgres"}:
        check = compose["services"][name]["healthcheck"]
        assert {"test", "interval", "timeout", "retries", "start_period"} <= check.keys(), name
    for name in COMPONENTS:
        command, program, script, url, *component = compose["services"][name]["healthcheck"]["test"]
        assert (command, program) == ("CMD", "python")
        assert (ROOT / script).is_file()
        assert re.match(r"http://(127\.0\.0\.1|api-server):(8080|8974)/", url)
        assert component in ([], ["dag_processor"], ["triggerer"])


def test_a_health_check_fails_when_the_component_is_not_healthy():
    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"triggerer": {"status": "unhealthy"}, "dag_processor": {"status": "healthy"}}')

        def log_message(self, *args):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        health = runpy.run_path(str(DOCKER / "health.py"))["main"]
        url = f"http://127.0.0.1:{server.server_port}/"
        assert (health(url), health(url, "dag_processor"), health(url, "triggerer")) == (0, 0, 1)
        server.shutdown()


def test_the_order_of_starting_is_database_then_init_then_api_then_the_rest(compose):
    services = compose["services"]

    assert services["init"]["depends_on"] == {"postgres": {"condition": "service_healthy"}}
    for name in COMPONENTS:
        assert services[name]["depends_on"]["init"] == {"condition": "service_completed_successfully"}
    for name in COMPONENTS - {"api-server"}:
        assert services[name]["depends_on"]["api-server"] == {"condition": "service_healthy"}
    assert services["init"]["restart"] == "no"


def test_only_the_web_pages_are_published_and_only_on_the_loopback_address(compose):
    ports = {name: service["ports"] for name, service in compose["services"].items() if "ports" in service}

    assert ports == {"api-server": ["127.0.0.1:8080:8080"]}
    assert not any("network_mode" in service or service.get("privileged") for service in compose["services"].values())


def test_one_volume_holds_the_data_of_all_airflow_containers(compose):
    for name in (*COMPONENTS, "init", "cli"):
        assert compose["services"][name]["volumes"][0] == "data:/opt/neartwin/data"
    assert compose["volumes"].keys() == {"data", "metadata"}


def test_images_have_exact_versions(compose, dockerfile):
    bases = [argument.split()[0] for instruction, argument in dockerfile if instruction == "FROM"]

    for image in [*bases, compose["services"]["postgres"]["image"]]:
        assert re.search(r":\d+\.\d+(\.\d+)?-[\w-]+$", image), image
    assert compose["services"]["scheduler"]["image"] == "neartwin:0.1.0"


def test_the_image_is_built_from_files_that_exist_and_are_not_ignored(compose, dockerfile):
    build = compose["services"]["scheduler"]["build"]
    context = (DOCKER / build["context"]).resolve()
    allowed = {line[1:] for line in (DOCKER / "Dockerfile.dockerignore").read_text().splitlines() if line[:1] == "!"}
    copied = {
        source
        for instruction, argument in dockerfile
        if instruction == "COPY" and "--from" not in argument
        for source in [word for word in argument.split() if not word.startswith("--")][:-1]
    }

    assert context == ROOT
    assert (context / build["dockerfile"]).is_file()
    assert all((ROOT / source).exists() for source in copied)
    assert copied == allowed


def test_dependencies_come_hashed_from_the_lock_and_no_container_runs_as_root(compose, dockerfile):
    installs = [
        argument for instruction, argument in dockerfile if instruction == "RUN" and "-r requirements" in argument
    ]
    users = [argument for instruction, argument in dockerfile if instruction == "USER"]

    assert len(installs) == 1
    assert "--require-hashes" in installs[0]
    assert users == ["neartwin"]
    assert not any("user" in service for service in compose["services"].values())


def test_paths_in_the_containers_are_the_repositorys_own(compose):
    environment = compose["services"]["scheduler"]["environment"]

    for name in ("AIRFLOW__CORE__DAGS_FOLDER", "AIRFLOW__CORE__PLUGINS_FOLDER"):
        assert (ROOT / Path(environment[name]).relative_to("/opt/neartwin")).is_dir()
    assert (ROOT / compose["services"]["init"]["command"][1]).is_file()
    assert {tuple(compose["services"][name]["command"][:2]) for name in COMPONENTS} == {
        ("airflow", name) for name in COMPONENTS
    }


def test_init_writes_the_logins_for_its_user_only(tmp_path, monkeypatch):
    for name in airflow_home.ROLES:
        monkeypatch.setenv(f"NEARTWIN_{name.upper()}_PASSWORD", f"secret-of-{name}")
    path = tmp_path / "airflow" / "passwords.json"
    write_passwords = runpy.run_path(str(DOCKER / "init.py"))["write_passwords"]
    write_passwords(path)
    write_passwords(path)

    assert "secret-of-viewer" in path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
