-- Private addresses that a company may reach: entries within EGRESS_ALLOW, or * for all of it.
alter table tenants add column egress_allow text[] not null default '{}';
-- The company that the first start made is the operator's: it keeps EGRESS_ALLOW and the lab. Others are granted theirs.
update tenants set egress_allow = '{*}'
  where id = (select id from tenants order by created_at, id limit 1);
