-- Sources of channels that a stitcher does not read because they are beyond a budget, for operators. One for a channel:
-- of a live source until it is read again, of an asset for a day.
create table source_refusals (
  tenant_id text not null default app_tenant(),
  channel_id text not null,
  address text not null,
  message text not null,
  since timestamptz(3) not null,
  expires_at timestamptz(3),
  primary key (tenant_id, channel_id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
call protect_tenant_table('source_refusals');
