-- What players did near splices (ADR 0054), in rows of the dimension `splice`, of creatives and devices: splices at which
-- a stall, or an exit, would have been seen, and the stalls and exits within 15 s of one (of `away-…`: of none).
alter table rollups_minute
  add column stall_splices integer not null default 0,
  add column stalls integer not null default 0,
  add column exit_splices integer not null default 0,
  add column exits integer not null default 0;
alter table rollups_hour
  add column stall_splices integer not null default 0,
  add column stalls integer not null default 0,
  add column exit_splices integer not null default 0,
  add column exits integer not null default 0;
alter table rollups_day
  add column stall_splices integer not null default 0,
  add column stalls integer not null default 0,
  add column exit_splices integer not null default 0,
  add column exits integer not null default 0;
