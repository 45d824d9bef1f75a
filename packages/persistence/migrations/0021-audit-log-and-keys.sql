-- Who changed what (ADR 0041). Triggers on the tables write it in the transaction of the change, when the transaction
-- carries a request (`app.audit`); what the platform does by itself carries none. No role but the owner writes here,
-- and the owner neither: rows are added by the trigger alone, never changed, and go when they are old.

-- A request that changed something: who, when, from where, by which route, and what it changed first.
create table audit_entries (
  tenant_id text not null default app_tenant(),
  -- That of the request.
  id text not null,
  at timestamptz(3) not null,
  -- '' = nobody was signed in.
  user_id text not null,
  user_email text not null,
  -- Name of the API key; '' = a person with a token.
  api_key text not null,
  -- /24 of IPv4, /48 of IPv6; never the address.
  network text not null,
  -- As the contract names it, such as channels.update.
  route text not null,
  kind text not null,
  target_id text not null,
  target_name text not null,
  action text not null check (action in ('created', 'updated', 'removed')),
  primary key (tenant_id, id)
);
create index audit_entries_at on audit_entries (tenant_id, at desc, id desc);
create index audit_entries_retention on audit_entries (at);
call protect_tenant_table('audit_entries');

-- Each row that the request changed, before and after; secrets masked.
create table audit_changes (
  tenant_id text not null default app_tenant(),
  entry_id text not null,
  id bigint generated always as identity,
  at timestamptz(3) not null,
  kind text not null,
  target_id text not null,
  target_name text not null,
  action text not null check (action in ('created', 'updated', 'removed')),
  before jsonb,
  after jsonb,
  primary key (tenant_id, entry_id, id)
);
create index audit_changes_target on audit_changes (tenant_id, kind, target_id, id desc);
create index audit_changes_retention on audit_changes (at);
call protect_tenant_table('audit_changes');

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  -- Retention, and a company that is no more.
  if tg_op = 'DELETE' then
    if old.at < now() - interval '30 days' or not exists (select from tenants t where t.id = old.tenant_id) then
      return old;
    end if;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end $$;

do $$
declare
  relation text;
begin
  foreach relation in array array['audit_entries', 'audit_changes'] loop
    execute format('revoke insert, update, delete, truncate on %s from interlude_app', relation);
    execute format('create trigger append_only before update or delete on %s for each row execute function refuse_audit_change()', relation);
    execute format('create trigger never_emptied before truncate on %s for each statement execute function refuse_audit_change()', relation);
  end loop;
end $$;

-- A secret column: that it is set and whether it was changed, not what it is. Of an object each value.
create function audit_masked(value jsonb, other jsonb) returns jsonb language sql immutable as $$
  select case jsonb_typeof(value)
    when 'object' then (
      select coalesce(jsonb_object_agg(key, audit_masked(each, other -> key)), '{}') from jsonb_each(value) as pair (key, each))
    when 'null' then value
    else case when value in ('""', '0') then value
      when other is null or other = value then '"********"'
      else '"******** (changed)"' end
  end
$$;

-- Arguments: kind, column of the id, column of the name, secret columns, columns that are no change of anybody.
create function audit_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  request jsonb := current_setting('app.audit')::jsonb;
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - tg_argv[4]::text[] end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - tg_argv[4]::text[] end;
  subject jsonb;
  action text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'removed' end;
  target text;
  name text;
  secret text;
  masked jsonb;
  companies text[];
  company text;
  changed_at timestamptz := (request ->> 'at')::timestamptz;
  counted integer := coalesce(nullif(current_setting('app.audit_changes', true), '')::integer, 0);
  -- Rows of one transaction that are kept one by one, and characters of one.
  most_changes constant integer := 100;
  most_characters constant integer := 262144;
begin
  if before = after then
    return null;
  end if;
  if counted > most_changes then
    return null;
  end if;
  perform set_config('app.audit_changes', (counted + 1)::text, true);
  subject := coalesce(after, before);
  target := subject ->> tg_argv[1];
  name := coalesce(subject ->> tg_argv[2], '');
  if tg_table_name = 'memberships' then
    select email into name from users where id = target;
  end if;
  if request ->> 'tenant' <> '' then
    companies := array[request ->> 'tenant'];
  elsif tg_table_name = 'tenants' then
    companies := array[target];
  elsif tg_table_name = 'users' then
    -- A person changes what all of their companies see.
    companies := array(select tenant_id from memberships where user_id = target);
  else
    companies := array[subject ->> 'tenant_id'];
  end if;
  foreach secret in array tg_argv[3]::text[] loop
    masked := audit_masked(after -> secret, before -> secret);
    if before ? secret then
      before := jsonb_set(before, array[secret], audit_masked(before -> secret, null));
    end if;
    if after ? secret then
      after := jsonb_set(after, array[secret], masked);
    end if;
  end loop;
  before := regexp_replace(before::text, '(://)[^/?#@"\\\s]+@', '\1********@', 'g')::jsonb;
  after := regexp_replace(after::text, '(://)[^/?#@"\\\s]+@', '\1********@', 'g')::jsonb;
  if length(before::text) > most_characters then
    before := jsonb_build_object('tooLarge', length(before::text));
  end if;
  if length(after::text) > most_characters then
    after := jsonb_build_object('tooLarge', length(after::text));
  end if;
  if counted = most_changes then
    before := null;
    after := jsonb_build_object('more', true);
  end if;
  foreach company in array companies loop
    insert into audit_entries (tenant_id, id, at, user_id, user_email, api_key, network, route, kind, target_id, target_name, action)
    values (company, request ->> 'id', changed_at, request ->> 'user', request ->> 'email', request ->> 'apiKey',
      request ->> 'network', request ->> 'route', tg_argv[0], target, coalesce(name, ''), action)
    on conflict (tenant_id, id) do nothing;
    insert into audit_changes (tenant_id, entry_id, at, kind, target_id, target_name, action, before, after)
    values (company, request ->> 'id', changed_at, tg_argv[0], target, coalesce(name, ''), action, before, after);
  end loop;
  return null;
end $$;
revoke all on function audit_change() from public;

-- A table whose changes by requests are kept. A test fails for a route that changes something without an entry.
create procedure audit_table(
  relation regclass, kind text, id_column text, name_column text,
  secrets text[] default '{}', ignored text[] default '{}'
) language plpgsql as $$
begin
  execute format(
    'create trigger audit after insert or update or delete on %s for each row
     when (coalesce(current_setting(''app.audit'', true), '''') <> '''')
     execute function audit_change(%L, %L, %L, %L, %L)',
    relation, kind, id_column, name_column, secrets, ignored || '{updated_at}'::text[]);
end $$;

call audit_table('tenants', 'tenants', 'id', 'name', '{api_key_hash}', '{demo_made,shipped}');
call audit_table('memberships', 'users', 'user_id', '');
call audit_table('users', 'users', 'id', 'email', '{password_hash}', '{last_login}');
call audit_table('invitations', 'invitations', 'id', 'email', '{token_hash}');
call audit_table('channels', 'channels', 'id', 'name', '{sealed}', '{shape,editors}');
call audit_table('scheduled_breaks', 'breaks', 'id', 'external_id');
call audit_table('notifications', 'notifications', 'id', 'topic');
call audit_table('jobs', 'jobs', 'id', 'name', '{}', '{progress,attempt,tasks,editors}');
call audit_table('titles', 'titles', 'id', 'name', '{}', '{editors}');
call audit_table('medias', 'medias', 'id', 'name');
call audit_table('systems', 'systems', 'id', 'name', '{sealed}');
call audit_table('flows', 'flows', 'id', 'name');
call audit_table('playlists', 'playlists', 'id', 'name');
call audit_table('report_settings', 'reportSettings', 'tenant_id', '');
call audit_table('stream_subscribers', 'streamSubscribers', 'id', 'name', '{key_hash}');
call audit_table('uploads', 'uploads', 'id', 'filename', '{}', '{received}');

-- Keys by which machines use the API, and start sessions of channels that require a key. The key itself is made in a
-- browser and never sent here but to be used.
create table api_keys (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  -- 'company' is that of API Settings, whose hash is tenants.api_key_hash, too.
  id text not null,
  name text not null,
  -- SHA-256 of the key, hex.
  key_hash text not null,
  role text not null check (role in ('Viewer', 'Editor', 'Admin', 'SuperAdmin')),
  scopes text[] not null,
  requests_per_minute integer not null check (requests_per_minute between 1 and 6000),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  created_by text not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create unique index api_keys_hash on api_keys (key_hash);
call protect_tenant_table('api_keys');
call audit_table('api_keys', 'apiKeys', 'id', 'name', '{key_hash}', '{last_used_at}');

-- Answers of requests with an Idempotency-Key, for a day.
create table idempotent_requests (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  -- SHA-256 of the caller, the route and the key.
  id text not null,
  -- SHA-256 of the body.
  body_hash text not null,
  -- Null until it is answered.
  status integer,
  -- Sealed: it may hold what only its caller may see.
  answer bytea,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create index idempotent_requests_retention on idempotent_requests (created_at);
call protect_tenant_table('idempotent_requests');
