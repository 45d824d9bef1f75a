-- What was seen and heard at the splices of live channels (ADR 0053): figures, and a small picture of each side.
create table monitoring_splices (
  tenant_id text not null default app_tenant(),
  channel_id text not null,
  id text not null,
  -- On the source clock, and when it was decoded or left out.
  at timestamptz(3) not null,
  looked_at timestamptz(3) not null,
  -- '' = none
  break_id text not null default '',
  is_read boolean not null,
  -- The splice as the API answers it, without what stands in the columns.
  body jsonb not null,
  -- JPEG of a few kB; null = none
  before_picture bytea,
  after_picture bytea,
  primary key (tenant_id, channel_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
create index monitoring_splices_at on monitoring_splices (tenant_id, channel_id, at);
create index monitoring_splices_looked on monitoring_splices (looked_at);
call protect_tenant_table('monitoring_splices');
