-- Login sessions and second factors of people (ADR 0046). They belong to a person, who may work for several companies:
-- the request role may not read them. What a company sees of the sessions of its members is in company_sessions.

create table login_sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  -- Family of browser and system, such as "Firefox on Linux".
  browser text not null,
  -- /24 of IPv4, /48 of IPv6; never the address.
  network text not null,
  -- Of the provider's own session, when the sign-in was one by redirect.
  provider_uid text,
  -- Whether the person has shown a second factor.
  second_factor boolean not null default false,
  begun_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index login_sessions_user on login_sessions (user_id, last_used_at);
create unique index login_sessions_provider on login_sessions (provider_uid) where provider_uid is not null;
create index login_sessions_expiry on login_sessions (expires_at);

-- Grants of the identity provider by which the tokens of a session are found.
create table login_session_grants (
  grant_id text primary key,
  session_id text not null references login_sessions (id) on delete cascade
);
create index login_session_grants_session on login_session_grants (session_id);

-- A session as a company knows it: from the first request for the company on. It ends there without ending elsewhere.
create table company_sessions (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  session_id text not null references login_sessions (id) on delete cascade,
  user_id text not null,
  browser text not null,
  network text not null,
  begun_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (tenant_id, session_id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
create index company_sessions_session on company_sessions (session_id);
create index company_sessions_member on company_sessions (tenant_id, user_id);
call protect_tenant_table('company_sessions');

create table second_factors (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null,
  -- Of an authenticator app: the secret, sealed.
  sealed text,
  -- Of an authenticator app: the newest step whose code was used; older ones and this one are refused.
  last_step bigint,
  -- Of a passkey, base64url.
  credential_id text,
  public_key text,
  counter bigint,
  transports text[] not null default '{}',
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index second_factors_user on second_factors (user_id, created_at);
create unique index second_factors_credential on second_factors (credential_id) where credential_id is not null;

create table recovery_codes (
  user_id text primary key references users (id) on delete cascade,
  -- HMAC of each unused code under the installation's key.
  hashes text[] not null,
  created_at timestamptz(3) not null
);

-- What a person has begun and not finished: a sign-in whose password was right, a passkey that is asked for.
create table second_factor_steps (
  -- SHA-256 of the token.
  token_hash text primary key,
  purpose text not null,
  user_id text not null references users (id) on delete cascade,
  -- Sealed: it holds secrets of authenticator apps.
  sealed text not null,
  attempts integer not null default 0,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index second_factor_steps_user on second_factor_steps (user_id, created_at);
create index second_factor_steps_expiry on second_factor_steps (expires_at);

-- Members show a second factor before they get a token.
alter table tenants add column second_factor_required boolean not null default false;

-- The newest token by whose claim the role of a membership was set (OIDC_ROLE_CLAIM).
alter table memberships add column role_claimed_at timestamptz(3);

-- A person's own rows belong to no company: a change is in the log of the company of the request (ADR 0041), and of a
-- session only that it ended, since the person may have used it for another company.
do $$
declare
  request constant text := 'when (coalesce(nullif(current_setting(''app.audit'', true), '''')::jsonb ->> ''tenant'', '''') <> '''') execute function audit_change';
begin
  execute 'create trigger audit after delete on login_sessions for each row ' || request ||
    '(''loginSessions'', ''id'', ''user_id'', ''{}'', ''{browser,network,provider_uid,last_used_at,expires_at}'')';
  execute 'create trigger audit after update of ended_at on company_sessions for each row ' || request ||
    '(''loginSessions'', ''session_id'', ''browser'', ''{}'', ''{last_used_at}'')';
  execute 'create trigger audit after insert or update or delete on second_factors for each row ' || request ||
    '(''secondFactors'', ''id'', ''name'', ''{sealed,public_key}'', ''{last_step,counter,last_used_at,credential_id}'')';
  execute 'create trigger audit after insert or update or delete on recovery_codes for each row ' || request ||
    '(''secondFactors'', ''user_id'', ''user_id'', ''{hashes}'', ''{}'')';
end $$;
