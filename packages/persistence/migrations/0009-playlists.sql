-- Playlists of VoD assets, and what the items of linear ones consist of.

create table playlists (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  id text not null,
  name text not null,
  type text not null,
  status text not null,
  -- When the first item begins; linear playlists only.
  start_date timestamptz(3),
  loops boolean not null,
  filler_url text not null,
  contents jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create index playlists_created on playlists (tenant_id, created_at desc, id desc);
-- Who serves them is asked by id alone.
create unique index playlists_id on playlists (id);
call protect_tenant_table('playlists');
call count_rows_of('playlists');

-- The segments of an item, as the first reader found them: every process makes its schedule of the same.
create table playlist_snapshots (
  tenant_id text not null default app_tenant(),
  playlist_id text not null,
  -- The save that the snapshot was made for.
  playlist_updated_at timestamptz(3) not null,
  item_key text not null,
  body jsonb not null,
  made_at timestamptz(3) not null,
  primary key (tenant_id, playlist_id, playlist_updated_at, item_key),
  foreign key (tenant_id, playlist_id) references playlists (tenant_id, id) on delete cascade
);
call protect_tenant_table('playlist_snapshots');
