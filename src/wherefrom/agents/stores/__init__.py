"""Knowledge stores: none, one in memory, and the faces of a governed store on SQLite or Postgres."""
