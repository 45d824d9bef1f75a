/** Tables of subscriptions, reports of usage and invoices. */
import type { BillingDetails } from '@interlude/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, OfTenant, OptionalInstant } from './columns.ts';

export interface BillingDetailsTable extends OfTenant {
  details: ColumnType<BillingDetails, string, string>;
  updated_at: Instant;
}

export interface BillingSubscriptionsTable extends OfTenant {
  revision: number;
  tier: 'basic' | 'professional' | 'enterprise';
  state: 'pending' | 'active' | 'pastDue' | 'unpaid' | 'ended';
  provider: 'none' | 'stripe';
  first_day: number;
  end_day: number | null;
  stripe_subscription_id: Generated<string>;
  created_at: Instant;
  updated_at: Instant;
}

export interface UsageReportsTable extends OfTenant {
  id: string;
  revision: number;
  day: number;
  term_first_day: number;
  ad_events: number;
  at: Instant;
  customer_id: string;
  attempted_at: OptionalInstant;
  sent_at: OptionalInstant;
  created_at: Instant;
}

export interface InvoicesTable extends OfTenant {
  id: string;
  revision: number;
  term_first_day: number;
  number: string;
  status: string;
  currency: string;
  amount_cents: number;
  ad_events: number;
  address: string;
  created_at: Instant;
  updated_at: Instant;
}

export interface SessionPeaksTable extends OfTenant {
  day: number;
  sessions: number;
}

export interface LimitWarningsTable extends OfTenant {
  kind: string;
  term_first_day: number;
  at: Instant;
}

export interface PaymentEventsTable {
  id: string;
  at: Instant;
}

export interface BillingTables {
  billing_details: BillingDetailsTable;
  billing_subscriptions: BillingSubscriptionsTable;
  usage_reports: UsageReportsTable;
  invoices: InvoicesTable;
  session_peaks: SessionPeaksTable;
  limit_warnings: LimitWarningsTable;
  payment_events: PaymentEventsTable;
}
