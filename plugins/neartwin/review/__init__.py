"""Pages inside Airflow: every route behind its sign-in."""
