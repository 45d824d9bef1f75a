-- Titles, medias, systems, workflows, what a job consists of, creatives in the form of channels, uploads,
-- and the bytes of media that were served.

create table titles (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  id text not null,
  name text not null,
  type text not null,
  state text not null default 'delivered',
  studio text not null default '',
  deliverer text not null default '',
  synopsis text not null default '',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create index titles_created on titles (tenant_id, created_at desc, id desc);
call protect_tenant_table('titles');

create table medias (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  id text not null,
  title_id text not null default '',
  name text not null,
  type text not null,
  content_type text not null default 'video',
  url text not null,
  external_resource_id text not null default '',
  external_resource_type text not null default '',
  created_by_system_id text not null default '',
  ext text not null default '',
  -- A file or a folder (ending in /) of our storage; empty: the address is somebody else's.
  storage_system_id text not null default '',
  storage_key text not null default '',
  size_bytes bigint not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create index medias_created on medias (tenant_id, created_at desc, id desc);
create index medias_title on medias (tenant_id, title_id);
create index medias_resource on medias (tenant_id, external_resource_id) where external_resource_id <> '';
create index medias_system on medias (tenant_id, created_by_system_id) where created_by_system_id <> '';
call protect_tenant_table('medias');

create table systems (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  id text not null,
  name text not null,
  type text not null,
  category text not null,
  settings jsonb not null default '{}',
  -- AES-256-GCM under the installation's key, by name of the setting
  sealed jsonb not null default '{}',
  built_in boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create unique index systems_built_in on systems (tenant_id, type) where built_in;
call protect_tenant_table('systems');

create table flows (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  id text not null,
  name text not null,
  attempts integer not null,
  timeout_minutes integer not null,
  task_templates jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create unique index flows_name on flows (tenant_id, lower(name));
call protect_tenant_table('flows');

-- Whether a tenant has got its shipped workflows and built-in systems: what was deleted stays deleted.
alter table tenants add column shipped boolean not null default false;

alter table jobs
  add column flow_name text not null default '',
  -- Copied from the workflow when the job was made.
  add column attempts integer not null default 1,
  add column timeout_minutes integer not null default 60,
  -- 0 until a worker has begun it
  add column attempt integer not null default 0,
  add column error text not null default '',
  add column error_code text not null default '',
  add column settings jsonb not null default '{}',
  add column tasks jsonb not null default '[]',
  add column input_media_ids jsonb not null default '[]',
  add column archived boolean not null default false,
  -- The creative and the form that it makes; empty for other jobs.
  add column clip_id text not null default '',
  add column profile_hash text not null default '',
  add column updated_at timestamptz(3) not null default now();
create index jobs_status on jobs (tenant_id, status, created_at desc);
-- What the job engine looks after.
create index jobs_unfinished on jobs (created_at) where status = 'running';
create index jobs_title on jobs (tenant_id, title_id) where title_id <> '';
-- Exactly one run of a creative and profile at a time.
create unique index jobs_running_asset on jobs (tenant_id, clip_id, profile_hash)
  where status = 'running' and clip_id <> '';
create index jobs_failed_asset on jobs (tenant_id, clip_id, profile_hash)
  where status = 'failed' and not archived and clip_id <> '';

create table job_logs (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  job_id text not null,
  id bigint generated always as identity,
  at timestamptz(3) not null,
  attempt integer not null,
  level text not null check (level in ('info', 'warning', 'error')),
  task text not null default '',
  text text not null,
  primary key (tenant_id, job_id, id),
  foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade
);
call protect_tenant_table('job_logs');

-- A creative or slate in the form of a profile, ready to be played.
create table channel_assets (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  id text not null,
  clip_id text not null,
  profile_hash text not null,
  title_id text not null,
  job_id text not null,
  -- Empty where the form has none.
  hls_url text not null default '',
  dash_url text not null default '',
  storage_system_id text not null,
  -- A folder, ending in /.
  storage_key text not null,
  size_bytes bigint not null,
  duration_ms integer not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create unique index channel_assets_form on channel_assets (tenant_id, clip_id, profile_hash);
call protect_tenant_table('channel_assets');

create table uploads (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  id text not null,
  user_id text not null,
  channel_id text not null,
  filename text not null,
  size_bytes bigint not null,
  total_chunks integer not null,
  -- Numbers of the chunks that are stored.
  received int4multirange not null default '{}',
  state text not null check (state in ('receiving', 'joining', 'done', 'failed')),
  profile jsonb not null default '{}',
  channel_type text not null default '',
  http boolean not null default false,
  title_id text not null default '',
  media_id text not null default '',
  -- Where its chunks are, and the file will be.
  storage_system_id text not null default '',
  error_code text not null default '',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create index uploads_updated on uploads (updated_at) where state in ('receiving', 'joining');
call protect_tenant_table('uploads');

-- Bytes of media that were served, by the hour.
create table media_egress (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  hour timestamptz(0) not null,
  -- ads: creatives and slates; sources: what was uploaded
  kind text not null check (kind in ('ads', 'sources')),
  bytes bigint not null,
  primary key (tenant_id, hour, kind)
);
call protect_tenant_table('media_egress');

call count_rows_of('titles');
call count_rows_of('medias');
call count_rows_of('systems');
call count_rows_of('flows');
