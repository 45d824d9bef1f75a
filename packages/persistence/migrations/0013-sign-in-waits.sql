-- Wrong passwords of one account make the next attempt wait, longer each time; clients from which the user has
-- signed in before do not wait for what strangers do.
alter table rate_limits add column not_before timestamptz(3);

create table known_clients (
  user_id text not null references users (id) on delete cascade,
  -- HMAC of the client's network under the installation's key: no address is stored.
  client text not null,
  seen_at timestamptz(3) not null,
  primary key (user_id, client)
);
create index known_clients_seen on known_clients (seen_at);
