"""What ties the stages to Airflow: the only part that imports it."""
