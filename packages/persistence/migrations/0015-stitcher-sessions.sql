-- Sessions that each stitcher holds, by company, so that limits by tier hold over all of them. Written every few
-- seconds; a stitcher that is gone stops counting by its time.
create table stitcher_sessions (
  stitcher text primary key,
  -- Id of a company to its number of sessions.
  sessions jsonb not null,
  seen_at timestamptz(3) not null
);
