/** Tables of playback sessions: what was decided for each, and the creatives that were placed. */
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
