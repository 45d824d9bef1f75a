-- What a company subscribes to, what of its ad events was reported to the payment provider, and what was invoiced
-- (ADR 0047). Days are those of `usage`: of the company's time zone, since 1970-01-01.

-- The inputs of the Subscribe dialog (SUB-007); the contact email stands in tenants.
create table billing_details (
  tenant_id text not null default app_tenant() primary key references tenants (id) on delete cascade,
  details jsonb not null,
  updated_at timestamptz(3) not null
);
call protect_tenant_table('billing_details');
call audit_table('billing_details', 'billing', 'tenant_id', '');

create table billing_subscriptions (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  -- Rises with each subscription of the company; its name at the payment provider.
  revision integer not null,
  tier text not null check (tier in ('basic', 'professional', 'enterprise')),
  state text not null check (state in ('pending', 'active', 'pastDue', 'unpaid', 'ended')),
  -- none: it is stored, and nobody charges it (OP-39)
  provider text not null check (provider in ('none', 'stripe')),
  first_day integer not null,
  -- exclusive; null: it runs
  end_day integer,
  stripe_subscription_id text not null default '',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, revision)
);
-- One of a company that is not over.
create unique index billing_subscriptions_running on billing_subscriptions (tenant_id) where state in ('active', 'pastDue', 'unpaid');
create unique index billing_subscriptions_stripe on billing_subscriptions (stripe_subscription_id) where stripe_subscription_id <> '';
call protect_tenant_table('billing_subscriptions');
call audit_table('billing_subscriptions', 'billing', 'tenant_id', 'tier');

-- Ad events that were given to the payment provider, each row once under its id. What a day has in `usage` and not here
-- is not reported yet.
create table usage_reports (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  id text not null,
  revision integer not null,
  day integer not null,
  -- of the term that pays
  term_first_day integer not null,
  ad_events bigint not null check (ad_events > 0),
  -- the time that the report names
  at timestamptz(3) not null,
  customer_id text not null,
  -- before the first time that it was sent; null: never
  attempted_at timestamptz(3),
  sent_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create index usage_reports_day on usage_reports (tenant_id, day);
create index usage_reports_waiting on usage_reports (created_at) where sent_at is null;
call protect_tenant_table('usage_reports');

create table invoices (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  id text not null,
  revision integer not null,
  term_first_day integer not null,
  number text not null,
  status text not null,
  currency text not null,
  amount_cents bigint not null,
  -- as the payment provider's meter has them
  ad_events bigint not null,
  address text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create unique index invoices_id on invoices (id);
call protect_tenant_table('invoices');

-- The most sessions at a time of a day, all stitchers together.
create table session_peaks (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  day integer not null,
  sessions integer not null,
  primary key (tenant_id, day)
);
call protect_tenant_table('session_peaks');

-- Limits of which a company was warned, once a term.
create table limit_warnings (
  tenant_id text not null default app_tenant() references tenants (id) on delete cascade,
  kind text not null,
  term_first_day integer not null,
  at timestamptz(3) not null,
  primary key (tenant_id, kind, term_first_day)
);
call protect_tenant_table('limit_warnings');

-- Messages of the payment provider that were read: each takes effect once.
create table payment_events (
  id text primary key,
  at timestamptz(3) not null
);
create index payment_events_retention on payment_events (at);

-- A customer is one company's.
create unique index tenants_stripe_customer on tenants (stripe_customer_id) where stripe_customer_id <> '';
