/** Tables of what stitchers share: decisions and plans of playback sessions, creatives that were placed, the past of sources. */
import type { ColumnType } from 'kysely';
import type { OfTenant } from './columns.ts';

type MadeHere = ColumnType<Date, Date | undefined, Date>;

export interface SessionEntriesTable extends OfTenant {
  channel_id: string;
  session: string;
  break_id: string;
  entry: Buffer;
  made_at: MadeHere;
}

export interface CreativeSnapshotsTable extends OfTenant {
  hash: string;
  creative: Buffer;
  used_at: MadeHere;
}

export interface SessionPlansTable extends OfTenant {
  channel_id: string;
  session: string;
  plan: Buffer;
  stored_at: MadeHere;
}

export interface EventClaimsTable extends OfTenant {
  session: string;
  break_id: string;
  slot: number;
  events: number;
  before: number;
  asked: number;
  claim: ColumnType<string, string | undefined, string>;
  claimed_at: MadeHere;
}

export interface AdRequestTurnsTable extends OfTenant {
  server: string;
  /** Of 64 bits: a string where it is read. */
  next_us: ColumnType<string, string | undefined, string>;
}

export interface SourceSnapshotsTable extends OfTenant {
  channel_id: string;
  snapshot: Buffer;
  taken_at: MadeHere;
}

export interface SourceReadingsTable extends OfTenant {
  channel_id: string;
  source: string;
  version: number;
  reading: Buffer;
  base: Buffer | null;
  put_at: MadeHere;
}
