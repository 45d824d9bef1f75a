-- What signing in needs. None of it belongs to a tenant, and the request role may not read it.

-- Keys the installation makes once, sealed (signing keys, cookie keys).
create table installation_secrets (
  name text primary key,
  sealed text not null,
  created_at timestamptz(3) not null
);

-- Rows of the identity provider: sessions, grants, tokens, interactions.
create table oidc (
  kind text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  user_code text,
  uid text,
  expires_at timestamptz(3),
  consumed_at timestamptz(3),
  primary key (kind, id)
);
create index oidc_grant on oidc (grant_id) where grant_id is not null;
create index oidc_uid on oidc (kind, uid) where uid is not null;
create index oidc_user_code on oidc (kind, user_code) where user_code is not null;
create index oidc_expiry on oidc (expires_at);

-- Tokens of mails (verify, reset, invite). Only their SHA-256 is kept.
create table one_time_tokens (
  token_hash text primary key,
  purpose text not null,
  user_id text not null references users (id) on delete cascade,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null
);
create index one_time_tokens_user on one_time_tokens (user_id, purpose);
create index one_time_tokens_expiry on one_time_tokens (expires_at);

create table rate_limits (
  key text primary key,
  points integer not null,
  resets_at timestamptz(3) not null
);
create index rate_limits_reset on rate_limits (resets_at);
