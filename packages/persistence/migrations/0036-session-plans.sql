-- The splice plan of a playback session as it was last (ADR 0064): its numbers go on from it in another process. One row
-- a session, replaced when breaks begin, end or leave the lists.
create table session_plans (
  tenant_id text not null default app_tenant(),
  channel_id text not null,
  -- stands for the session (SEC-S26)
  session text not null,
  -- sealed
  plan bytea not null,
  stored_at timestamptz(3) not null default now(),
  primary key (tenant_id, session)
) with (fillfactor = 70);
call protect_tenant_table('session_plans');
