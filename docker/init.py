"""One-shot start of a deployment: migrate the metadata database, make the writer pool, write the logins."""

import json
import os
import subprocess
from pathlib import Path

from neartwin.orchestration.airflow_home import ROLES, make_pool


def main() -> None:
    """Do what every other container waits for; doing it again changes nothing but the passwords."""
    subprocess.run(["airflow", "db", "migrate"], check=True)
    make_pool()
    write_passwords(Path(os.environ["AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_PASSWORDS_FILE"]))


def write_passwords(path: Path) -> None:
    """Write the logins where the auth manager reads them, for this user only."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.new")
    temporary.unlink(missing_ok=True)
    temporary.touch(mode=0o600)
    temporary.write_text(json.dumps({name: os.environ[f"NEARTWIN_{name.upper()}_PASSWORD"] for name in ROLES}))
    os.replace(temporary, path)


if __name__ == "__main__":
    main()
