"""How servers of one database hear from each other."""
