/** Tables of what the monitor sees. */
import type { Generated } from 'kysely';
import type { Instant, Json, OfTenant, OptionalInstant } from './columns.ts';

export interface MonitorLeasesTable extends OfTenant {
  channel_id: string;
  monitor: string;
  held_until: Instant;
}

export interface MonitorsTable {
  monitor: string;
  seen_at: Instant;
}

export interface ChannelHealthTable extends OfTenant {
  channel_id: string;
  state: string;
  reason: Generated<string>;
  owner: string | null;
  source_error: Generated<string>;
  output_error: Generated<string>;
  since: Instant;
  looked_at: Instant;
  open_findings: Generated<number>;
}

export interface ChannelHealthSpansTable extends OfTenant {
  channel_id: string;
  began_at: Instant;
  state: string;
  reason: Generated<string>;
  owner: string | null;
}

export interface MonitoringFindingsTable extends OfTenant {
  channel_id: string;
  id: string;
  severity: string;
  owner: string;
  cause: string;
  first_seen: Instant;
  last_seen: Instant;
  closed_at: OptionalInstant;
  body: Json;
}

export interface MonitoringChunksTable extends OfTenant {
  channel_id: string;
  id: string;
  at: Instant;
  body: Buffer;
}

export interface MonitoringSplicesTable extends OfTenant {
  channel_id: string;
  id: string;
  at: Instant;
  looked_at: Instant;
  break_id: Generated<string>;
  is_read: boolean;
  body: Json;
  before_picture: Buffer | null;
  after_picture: Buffer | null;
}

export interface MonitoringManifestsTable extends OfTenant {
  channel_id: string;
  key: string;
  base: Generated<string>;
  lane: string;
  playlist: number;
  loaded_at: Instant;
  uri: string;
  body: Buffer;
}
