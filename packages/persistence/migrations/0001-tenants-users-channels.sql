-- Tenants, people and what an operator works with.
-- A table with a tenant_id is protected by protect_tenant_table(); a test reads the catalogue and fails
-- for one that is not.

-- The tenant of the running transaction. After a transaction-local setting ends, the setting is '' and not
-- unset: both are an error here, because an empty answer would hide a forgotten tenant.
create function app_tenant() returns text language plpgsql stable parallel safe as $$
declare
  tenant text := current_setting('app.tenant', true);
begin
  if tenant is null or tenant = '' then
    raise exception 'no tenant is set for this transaction' using errcode = 'insufficient_privilege';
  end if;
  return tenant;
end $$;

-- Row-level security for a table with a tenant_id: the request role sees one tenant, also the owner is
-- bound (force), and the role that migrates keeps its way across tenants for the stitcher and the worker.
create procedure protect_tenant_table(relation regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', relation);
  execute format('alter table %s force row level security', relation);
  execute format(
    'create policy tenant on %s to interlude_app using (tenant_id = (select app_tenant())) with check (tenant_id = (select app_tenant()))',
    relation);
  execute format('create policy platform on %s to current_user using (true) with check (true)', relation);
  execute format('grant select, insert, update, delete on %s to interlude_app', relation);
end $$;

create table tenants (
  id text primary key,
  name text not null,
  api_key_hash text not null default '',
  tier text not null default 'trial',
  expires_at timestamptz(3),
  payment_contact_email text not null default '',
  stripe_payment_method text not null default '',
  stripe_customer_id text not null default '',
  stripe_subscription_id text not null default '',
  created_at timestamptz(3) not null
);
create unique index tenants_name on tenants (lower(name));
alter table tenants enable row level security;
alter table tenants force row level security;
create policy tenant on tenants for select to interlude_app using (id = (select app_tenant()));
create policy platform on tenants to current_user using (true) with check (true);
grant select on tenants to interlude_app;

create table memberships (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  user_id text not null,
  role text check (role in ('Viewer', 'Editor', 'Admin', 'SuperAdmin')),
  app_metadata jsonb not null default '{}',
  created_at timestamptz(3) not null,
  primary key (tenant_id, user_id)
);
create index memberships_user on memberships (user_id);
call protect_tenant_table('memberships');

create table users (
  id text primary key,
  email text not null,
  email_verified boolean not null default false,
  nickname text not null default '',
  picture text not null default '',
  password_hash text,
  blocked boolean not null default false,
  created_at timestamptz(3) not null,
  last_login timestamptz(3),
  last_password_reset timestamptz(3)
);
create unique index users_email on users (lower(email));
alter table memberships add foreign key (user_id) references users (id) on delete cascade;
alter table users enable row level security;
alter table users force row level security;
-- A request sees the members of its tenant, and never a password hash.
create policy tenant on users to interlude_app using (
  exists (select from memberships m where m.user_id = users.id and m.tenant_id = (select app_tenant()))
);
create policy platform on users to current_user using (true) with check (true);
grant select (id, email, email_verified, nickname, picture, blocked, created_at, last_login, last_password_reset)
  on users to interlude_app;
grant update (nickname, picture) on users to interlude_app;

create table channels (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  id text not null,
  name text not null,
  type text not null,
  state text not null check (state in ('enabled', 'disabled')),
  settings jsonb not null,
  -- Which version of the settings schema the row was written with.
  shape text not null,
  -- AES-256-GCM under the installation's key: {apiKey?, hmacSecret?, sourceHeaders?}
  sealed jsonb not null default '{}',
  -- Rises with each reset; the stitcher forgets what it knows when it changes.
  reset_count integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
-- With the name, so that counting the hits of a search reads the index alone.
create index channels_created on channels (tenant_id, created_at desc, id desc) include (name);
create index channels_name on channels (tenant_id, lower(name), id);
call protect_tenant_table('channels');

create table notifications (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  id text not null,
  -- null: for everybody in the tenant
  user_id text,
  status text not null default 'new' check (status in ('new', 'archived')),
  topic text not null,
  content text not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create index notifications_created on notifications (tenant_id, created_at desc, id desc);
call protect_tenant_table('notifications');

create table jobs (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  id text not null,
  name text not null,
  status text not null check (status in ('running', 'done', 'failed')),
  progress real not null default 0,
  started_at timestamptz(3),
  ended_at timestamptz(3),
  flow_id text not null default '',
  title_id text not null default '',
  created_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create index jobs_created on jobs (tenant_id, created_at desc, id desc);
call protect_tenant_table('jobs');
