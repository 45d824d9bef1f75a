-- Viewers of past days: the sketches of all writers become one for each key, of the writer '' (ADR 0051). Which days have
-- others is asked each hour.
create index viewer_sketches_writers on viewer_sketches (day, tenant_id, dim) where writer <> '';
