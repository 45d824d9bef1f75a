-- What members are notified of, and how it reaches them (ADR 0040). Subscriptions leave app_metadata for rows of their
-- own: addresses and signing secrets are sealed beside them, and each has a log of deliveries.
create table user_subscriptions (
  tenant_id text not null default app_tenant(),
  id text not null,
  user_id text not null,
  -- order in the profile
  place integer not null,
  topic text not null,
  channel text not null check (channel in ('email', 'slack', 'webhook')),
  listen_to text not null check (listen_to in ('own', 'all')),
  -- As it may be shown; whole in rows of an earlier version, until they are saved or the worker seals them.
  webhook_url text not null default '',
  webhook_method text not null default 'POST',
  sealed jsonb not null default '{}',
  -- the first failure since the last success
  failing_since timestamptz(3),
  off_at timestamptz(3),
  off_reason text not null default '',
  -- notifications that found 1,000 deliveries waiting
  dropped bigint not null default 0,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
create index user_subscriptions_user on user_subscriptions (tenant_id, user_id, place);
create index user_subscriptions_topic on user_subscriptions (tenant_id, topic);
call protect_tenant_table('user_subscriptions');

insert into user_subscriptions
  (tenant_id, id, user_id, place, topic, channel, listen_to, webhook_url, webhook_method, created_at)
select m.tenant_id, gen_random_uuid()::text, m.user_id, wanted.place, wanted.rule ->> 'topic', wanted.rule ->> 'channel',
  wanted.rule ->> 'listenTo', coalesce(wanted.rule ->> 'webhookUrl', ''), coalesce(wanted.rule ->> 'webhookMethod', 'POST'),
  now()
from memberships m
cross join lateral jsonb_array_elements(
  case when jsonb_typeof(m.app_metadata -> 'subscriptions') = 'array' then m.app_metadata -> 'subscriptions' else '[]' end
) with ordinality as wanted(rule, place)
where wanted.rule ->> 'topic' is not null
  and wanted.rule ->> 'channel' in ('email', 'slack', 'webhook')
  and wanted.rule ->> 'listenTo' in ('own', 'all');
update memberships set app_metadata = app_metadata - 'subscriptions' where app_metadata ? 'subscriptions';

-- The outbox: a row is written in the transaction of what it reports, and delivered by whichever worker claims it.
create table deliveries (
  tenant_id text not null default app_tenant(),
  id text not null,
  subscription_id text not null,
  user_id text not null,
  channel text not null,
  topic text not null,
  content text not null,
  -- of the console; empty = none
  path text not null default '',
  state text not null default 'waiting'
    check (state in ('waiting', 'mailed', 'delivered', 'failed', 'cancelled')),
  due_at timestamptz(3) not null,
  -- Until then no other worker takes it.
  claimed_until timestamptz(3) not null default 'epoch',
  attempts integer not null default 0,
  failures integer not null default 0,
  mail_id text not null default '',
  error text not null default '',
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, subscription_id) references user_subscriptions (tenant_id, id) on delete cascade
);
create index deliveries_due on deliveries (due_at) where state = 'waiting';
create index deliveries_waiting on deliveries (tenant_id, subscription_id) where state = 'waiting';
create index deliveries_log on deliveries (tenant_id, subscription_id, created_at desc, id desc);
create index deliveries_mail on deliveries (mail_id) where mail_id <> '';
create index deliveries_mailed on deliveries (tenant_id, user_id, ended_at) where mail_id <> '';
create index deliveries_retention on deliveries (created_at);
call protect_tenant_table('deliveries');

create table delivery_attempts (
  tenant_id text not null default app_tenant(),
  delivery_id text not null,
  number integer not null,
  at timestamptz(3) not null,
  -- null = no outcome is known: the worker was ended
  duration_ms integer,
  request jsonb not null default '{}',
  status integer,
  answer jsonb not null default '{}',
  error text not null default '',
  primary key (tenant_id, delivery_id, number),
  foreign key (tenant_id, delivery_id) references deliveries (tenant_id, id) on delete cascade
);
call protect_tenant_table('delivery_attempts');

-- Who made or changed it: the 'own' of subscriptions.
alter table channels add column editors text[] not null default '{}';
alter table titles add column editors text[] not null default '{}';
alter table jobs add column editors text[] not null default '{}';

-- A personal copy of a notification for the whole company: the list of the company shows it once.
alter table notifications add column copy_of text;

alter table mails add column html text not null default '';
alter table mails add column unsubscribe_url text not null default '';

call audit_table('user_subscriptions', 'subscriptions', 'id', 'topic', '{sealed}', '{failing_since,dropped}');
