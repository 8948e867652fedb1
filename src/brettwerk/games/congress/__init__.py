"""Congress: bring all own pieces together."""
