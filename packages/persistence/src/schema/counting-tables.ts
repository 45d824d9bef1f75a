/** Tables of what is counted: rollups, sketches, batches and breaks. */
import type { Generated } from 'kysely';
import type {
  DefaultedJson,
  Instant,
  Json,
  OfTenant,
  Optional,
  OptionalInstant,
} from './columns.ts';

export interface TermsTable extends OfTenant {
  kind: number;
  id: Generated<number>;
  ext: string;
  used_day: Generated<number>;
}

export interface TermDaysTable extends OfTenant {
  kind: number;
  day: number;
  added: number;
}

export interface RollupTable extends OfTenant {
  dim: number;
  channel: number;
  bucket: number;
  campaign: number;
  val: number;
  session_starts: number;
  impressions: number;
  completes: number;
  view_ms: number;
}

export interface DaySumsTable extends OfTenant {
  dim: number;
  channel: number;
  day: number;
  campaign: number;
  val: number;
}

export interface DaySumZonesTable extends OfTenant {
  time_zone: string;
}

export interface ViewerMinutesTable extends OfTenant {
  channel: number;
  bucket: number;
  watched_ms: number[];
}

export interface ReportSettingsTable extends OfTenant {
  time_zone: string;
  viewer_id_policy: string;
  campaign_from: string;
  cpm: number;
  cpm_ad_seconds: number;
  currency: string;
  bucket_minutes: number;
}

export interface StreamSubscribersTable extends OfTenant {
  id: string;
  name: string;
  key_hash: string;
  created_at: Instant;
}

export interface SketchTable extends OfTenant {
  dim: number;
  channel: number;
  day: number;
  val: number;
  writer: string;
  sketch: Buffer;
}

export interface SketchChangesTable extends OfTenant {
  dim: number;
  day: number;
  /** Transaction id. */
  changed: string;
}

export interface UsageTable extends OfTenant {
  day: number;
  ad_events: number;
}

export interface NewestEventsTable extends OfTenant {
  at: Instant;
}

export interface BatchesTable {
  writer: string;
  seq: number;
  at: Instant;
  /** Earliest time for which the batch counts. */
  oldest_at: OptionalInstant;
}

/** Files of the archive of events. */
export interface EventFilesTable extends OfTenant {
  /** Days since 1970-01-01 UTC. */
  day: number;
  id: string;
  state: 'draft' | 'current' | 'removed';
  state_at: Instant;
  rows: number;
  bytes: number;
  first_at: Instant;
  last_at: Instant;
}

export interface ArchivedSegmentsTable {
  writer: string;
  seq: number;
  at: Instant;
}

export interface CompanyErasuresTable {
  company_id: string;
  asked_at: Instant;
  done_at: OptionalInstant;
  counts: DefaultedJson;
  usage: DefaultedJson;
}

export interface BatchWritersTable {
  writer: string;
  purged_through: number;
}

export interface BreakFactsTable extends OfTenant {
  channel_id: string;
  break_id: string;
  started_at: Instant;
  announced_ms: Optional<number>;
  observed_ms: Optional<number>;
  sessions: Generated<number>;
  offered_ms: Generated<number>;
  asked_ms: Generated<number>;
  answered_ms: Generated<number>;
  usable_ms: Generated<number>;
  placed_ms: Generated<number>;
  seen_ms: Generated<number>;
  sent_ms: Generated<number>;
  slate_ms: Generated<number>;
  ads_placed: Generated<number>;
  ads_seen: Generated<number>;
}

export interface BreakLossesTable extends OfTenant {
  channel_id: string;
  break_id: string;
  started_at: Instant;
  reason: string;
  owner: string;
  lost_ms: Generated<number>;
  count: Generated<number>;
}

export interface BreakDemandTable extends OfTenant {
  channel_id: string;
  break_id: string;
  started_at: Instant;
  server: string;
  hop: number;
  asked: Generated<number>;
  in_time: Generated<number>;
  late: Generated<number>;
  empty: Generated<number>;
  error: Generated<number>;
  latency_histogram: Generated<number[]>;
}

export interface BreakRecordsTable extends OfTenant {
  channel_id: string;
  break_id: string;
  session: string;
  id: string;
  at: Instant;
  stage: string;
  kept: Optional<string>;
  lost_ms: Optional<number>;
  reason: Optional<string>;
  keys: Generated<string[]>;
  detail: Json;
}

export interface RowCountsTable extends OfTenant {
  kind: string;
  shard: number;
  total: number;
}
