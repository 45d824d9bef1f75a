-- When an ad server may get the next ad request of a company (ADR 0069): all stitchers take their turns here, so that the
-- limit of requests a second holds over all of them.
create table ad_request_turns (
  tenant_id text not null default app_tenant(),
  -- scheme, host and port
  server text not null,
  -- microseconds since 1970, by the clock of the database
  next_us bigint not null default 0,
  primary key (tenant_id, server)
) with (fillfactor = 50);
call protect_tenant_table('ad_request_turns');

-- Takes turns behind those that are taken: at most as many as begin within `within_us` from now.
create function take_ad_request_turns(
  tenant text, of_server text, wanted integer, step_us double precision, within_us bigint,
  out first_in_us bigint, out turns integer
) language plpgsql as $$
declare
  now_us bigint;
  first_us bigint;
begin
  insert into ad_request_turns (tenant_id, server) values (tenant, of_server) on conflict do nothing;
  select next_us into first_us from ad_request_turns
  where tenant_id = tenant and server = of_server for update;
  -- Once the row is locked: a statement that has waited for it begins no turn in the past.
  now_us := extract(epoch from clock_timestamp()) * 1000000;
  first_us := greatest(first_us, now_us);
  turns := least(wanted, greatest(0, floor((now_us + within_us - first_us) / step_us) + 1));
  update ad_request_turns set next_us = first_us + ceil(turns * step_us)
  where tenant_id = tenant and server = of_server and turns > 0;
  first_in_us := first_us - now_us;
end $$;
revoke all on function take_ad_request_turns(text, text, integer, double precision, bigint) from public;
