-- Saved views, links to cards that are opened without sign-in, and marks of charts (ADR 0045).

-- A named state of the reports page. It goes with its person; those of the company stay.
create table saved_views (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  id text not null,
  -- null = of the company
  user_id text,
  name text not null,
  -- parts of an address by name
  state jsonb not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
create unique index saved_views_name on saved_views (tenant_id, coalesce(user_id, ''), lower(name));
create index saved_views_user on saved_views (tenant_id, user_id);
call protect_tenant_table('saved_views');
call audit_table('saved_views', 'savedViews', 'id', 'name');

-- Links end with the membership of who shared the card.
create table share_links (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  id text not null,
  user_id text not null,
  -- SHA-256 of the token, hex.
  token_hash text not null,
  name text not null,
  title text not null,
  kind text not null check (kind in ('frozen', 'live')),
  query jsonb not null,
  -- The card as JSON, of a frozen one.
  card bytea,
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
create unique index share_links_token on share_links (token_hash);
create index share_links_user on share_links (tenant_id, user_id);
create index share_links_retention on share_links (expires_at);
call protect_tenant_table('share_links');
call audit_table('share_links', 'shareLinks', 'id', 'name', '{token_hash}', '{card}');

-- Marks on the time axes of charts that people and machines of a company make.
create table annotations (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  id text not null,
  at timestamptz(3) not null,
  ends_at timestamptz(3) check (ends_at > at),
  -- null = all channels
  channel_id text,
  text text not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
create index annotations_at on annotations (tenant_id, at);
create index annotations_channel on annotations (tenant_id, channel_id);
create index annotations_retention on annotations (at);
call protect_tenant_table('annotations');
call audit_table('annotations', 'annotations', 'id', 'text');

-- What is left of findings of the monitor with the severity error when they go after 24 hours: one row for each cause
-- and hour in which they began.
create table past_incidents (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  id text not null,
  began_at timestamptz(3) not null,
  ended_at timestamptz(3) not null,
  title text not null,
  cause text not null,
  -- at most 50
  channel_ids text[] not null,
  primary key (tenant_id, id)
);
create index past_incidents_at on past_incidents (tenant_id, began_at);
create index past_incidents_retention on past_incidents (began_at);
call protect_tenant_table('past_incidents');
