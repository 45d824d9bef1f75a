-- Invitations that wait for the invited person. A membership begins when the person accepts by the mailed link;
-- until then the company learns nothing about an account of that address.
create table invitations (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  id text not null,
  -- Lower case.
  email text not null,
  role text not null check (role in ('Viewer', 'Editor', 'Admin')),
  invited_by text not null,
  -- SHA-256 of the token in the link.
  token_hash text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create unique index invitations_email on invitations (tenant_id, email);
create unique index invitations_token on invitations (token_hash);
create index invitations_expiry on invitations (expires_at);
call protect_tenant_table('invitations');

-- Rises with each new password: access tokens that carry an older one are refused.
alter table users add column token_epoch integer not null default 0;
