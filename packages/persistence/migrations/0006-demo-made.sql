-- The demo is made once: whoever deletes its channels does not want them back with the next start.
alter table tenants add column demo_made boolean not null default false;
update tenants set demo_made = true where exists (select from channels where channels.tenant_id = tenants.id);
