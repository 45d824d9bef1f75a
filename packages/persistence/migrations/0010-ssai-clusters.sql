-- Channels that other installations play: what is to be told to them, and what others have told here.

-- Here, for another installation. The settings are those of a channel; secrets are sealed.
create table cluster_channels (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  id text not null,
  -- Of the sender: an older one never replaces a newer one.
  version bigint not null,
  state text not null check (state in ('enabled', 'disabled')),
  settings jsonb not null,
  shape text not null,
  sealed jsonb not null default '{}',
  reset_count integer not null default 0,
  scheduled_breaks jsonb not null default '[]',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create unique index cluster_channels_id on cluster_channels (id);
call protect_tenant_table('cluster_channels');

-- What a cluster (a system of type ssai-cluster) has to be told of a channel. Written by triggers, so that no
-- change can be forgotten; a row stays while the channel is in the cluster.
create table cluster_pushes (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  channel_id text not null,
  system_id text not null,
  -- Rises with each change: milliseconds since 1970, or one more than before.
  version bigint not null,
  -- false: the channel is to be taken from the cluster.
  wanted boolean not null,
  due_at timestamptz(3) not null,
  -- Somebody tells it right now.
  claimed_until timestamptz(3) not null default 'epoch',
  -- Failures in a row.
  failures integer not null default 0,
  error_code text not null default '',
  primary key (tenant_id, channel_id, system_id)
);
create index cluster_pushes_due on cluster_pushes (due_at);
call protect_tenant_table('cluster_pushes');

create function want_cluster_push(tenant text, channel text, cluster text, is_wanted boolean)
returns void language sql as $$
  insert into cluster_pushes as p (tenant_id, channel_id, system_id, version, wanted, due_at)
  select tenant, channel, cluster, floor(extract(epoch from clock_timestamp()) * 1000), is_wanted, 'epoch'
  -- While a tenant is deleted there is nobody left to tell it for.
  where exists (select from tenants where id = tenant)
  on conflict (tenant_id, channel_id, system_id) do update
    set version = greatest(p.version + 1, excluded.version), wanted = excluded.wanted, due_at = 'epoch';
$$;

create function push_changed_channel() returns trigger language plpgsql as $$
declare
  before text := coalesce(old.settings ->> 'systemId', '');
  after text := coalesce(new.settings ->> 'systemId', '');
begin
  if before <> '' and before <> after then
    perform want_cluster_push(old.tenant_id, old.id, before, false);
  end if;
  if after <> '' then
    perform want_cluster_push(new.tenant_id, new.id, after, true);
  end if;
  return null;
end $$;
create trigger push_changed_channel after insert or update or delete on channels
  for each row execute function push_changed_channel();

create function push_changed_break() returns trigger language plpgsql as $$
begin
  perform want_cluster_push(c.tenant_id, c.id, c.settings ->> 'systemId', true)
  from channels c
  where c.tenant_id = coalesce(new.tenant_id, old.tenant_id)
    and c.id = coalesce(new.channel_id, old.channel_id)
    and coalesce(c.settings ->> 'systemId', '') <> '';
  return null;
end $$;
create trigger push_changed_break after insert or update or delete on scheduled_breaks
  for each row execute function push_changed_break();

-- Another address or token: all channels are told anew.
create function push_changed_cluster() returns trigger language plpgsql as $$
begin
  perform want_cluster_push(c.tenant_id, c.id, new.id, true)
  from channels c
  where c.tenant_id = new.tenant_id and c.settings ->> 'systemId' = new.id;
  update cluster_pushes set due_at = 'epoch'
  where tenant_id = new.tenant_id and system_id = new.id;
  return null;
end $$;
create trigger push_changed_cluster after update on systems
  for each row when (new.type = 'ssai-cluster') execute function push_changed_cluster();
