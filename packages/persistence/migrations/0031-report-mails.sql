-- Mails of reports that go to members by a schedule, and the pictures of mails (ADR 0055).

-- A schedule goes with its person, and what it would send with it.
create table report_mails (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  id text not null,
  user_id text not null,
  name text not null,
  -- which reports, with their settings
  cards jsonb not null,
  -- empty = all
  channel_ids text[] not null default '{}',
  period text not null,
  compare boolean not null,
  rhythm text not null check (rhythm in ('daily', 'weekly', 'monthly')),
  -- 1 = Monday
  weekday smallint not null check (weekday between 1 and 7),
  month_day smallint not null check (month_day between 1 and 31),
  hour smallint not null check (hour between 0 and 23),
  paused boolean not null default false,
  -- the zone by which next_run_at was calculated: another one of the company calculates it again
  time_zone text not null,
  -- null: paused
  next_run_at timestamptz(3),
  -- who wants the mail now, alone; '' = nobody
  asked_by text not null default '',
  -- of the worker that makes the mail now; a worker that died leaves it
  lease text not null default '',
  leased_until timestamptz(3) not null default 'epoch',
  -- begun and not ended
  attempts smallint not null default 0,
  last_run_at timestamptz(3),
  last_outcome text check (last_outcome in ('sent', 'nobody', 'failed')),
  last_problem text not null default '',
  last_mails smallint not null default 0,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
create index report_mails_user on report_mails (tenant_id, user_id);
create index report_mails_due on report_mails (next_run_at) where next_run_at is not null;
create index report_mails_asked on report_mails (leased_until) where asked_by <> '';
call protect_tenant_table('report_mails');
call audit_table('report_mails', 'reportMails', 'id', 'name', '{}',
  '{time_zone,next_run_at,lease,leased_until,attempts,last_run_at,last_outcome,last_problem,last_mails}');

create table report_mail_recipients (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  report_mail_id text not null,
  user_id text not null,
  -- by the link of a mail: who schedules it again does not undo it
  unsubscribed_at timestamptz(3),
  primary key (tenant_id, report_mail_id, user_id),
  foreign key (tenant_id, report_mail_id) references report_mails (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
create index report_mail_recipients_user on report_mail_recipients (tenant_id, user_id);
call protect_tenant_table('report_mail_recipients');
call audit_table('report_mail_recipients', 'reportMails', 'report_mail_id', '');

-- Pictures that the HTML of mails names by their content id; one set for all recipients of a run.
create table mail_pictures (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  set_id text not null,
  content_id text not null,
  -- PNG
  bytes bytea not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, set_id, content_id)
);
create index mail_pictures_set on mail_pictures (set_id);
create index mail_pictures_created on mail_pictures (created_at);
call protect_tenant_table('mail_pictures');
-- '' = none
alter table mails add column picture_set text not null default '';
create index mails_pictures on mails (picture_set) where picture_set <> '' and state = 'queued';
