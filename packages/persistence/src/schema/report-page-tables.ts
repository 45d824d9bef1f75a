/**
 * Tables for the pages of reports: saved views, share links, annotations, scheduled mails, comparisons with ad servers.
 */
import type {
  ReconciliationMapping,
  ReconciliationPreview,
  ReconciliationResult,
} from '@interlude/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, Json, OfTenant, Optional, OptionalInstant } from './columns.ts';

export interface SavedViewsTable extends OfTenant {
  id: string;
  user_id: string | null;
  name: string;
  state: Json;
  created_by: string;
  created_at: Instant;
  updated_at: Instant;
}

export interface ShareLinksTable extends OfTenant {
  id: string;
  user_id: string;
  token_hash: string;
  name: string;
  title: string;
  kind: string;
  query: Json;
  card: Optional<Buffer>;
  created_by: string;
  created_at: Instant;
  expires_at: Instant;
}

export interface AnnotationsTable extends OfTenant {
  id: string;
  at: Instant;
  ends_at: OptionalInstant;
  channel_id: Optional<string>;
  text: string;
  created_by: string;
  created_at: Instant;
}

export interface PastIncidentsTable extends OfTenant {
  id: string;
  began_at: Instant;
  ended_at: Instant;
  title: string;
  cause: string;
  channel_ids: string[];
}

export interface ReportMailsTable extends OfTenant {
  id: string;
  user_id: string;
  name: string;
  cards: Json;
  channel_ids: Generated<string[]>;
  period: string;
  compare: boolean;
  rhythm: string;
  weekday: number;
  month_day: number;
  hour: number;
  paused: Generated<boolean>;
  time_zone: string;
  next_run_at: OptionalInstant;
  asked_by: Generated<string>;
  lease: Generated<string>;
  leased_until: ColumnType<Date, Date | undefined, Date>;
  attempts: Generated<number>;
  last_run_at: OptionalInstant;
  last_outcome: Optional<string>;
  last_problem: Generated<string>;
  last_mails: Generated<number>;
  created_by: string;
  created_at: Instant;
  updated_at: Instant;
}

export interface ReportMailRecipientsTable extends OfTenant {
  report_mail_id: string;
  user_id: string;
  unsubscribed_at: OptionalInstant;
}

export interface MailPicturesTable extends OfTenant {
  set_id: string;
  content_id: string;
  bytes: Buffer;
  created_at: Instant;
}

export interface ReconciliationsTable extends OfTenant {
  id: string;
  name: string;
  created_at: Instant;
  updated_at: Instant;
  state: 'mapping' | 'waiting' | 'running' | 'done' | 'failed';
  progress: Generated<number>;
  attempts: Generated<number>;
  file: Buffer;
  preview: ColumnType<ReconciliationPreview, string, string>;
  mapping: ColumnType<ReconciliationMapping | null, string | null, string | null>;
  problem: string | null;
  result: ColumnType<ReconciliationResult | null, string | null, string | null>;
}
