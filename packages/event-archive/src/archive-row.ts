/**
 * An event as a row of the archive. Only these columns are stored; an event carries no address of a viewer and no
 * User-Agent.
 * @see rule SEC-S123
 */
import {
  countedAtMs,
  decodeBeacons,
  decodeQuality,
  decodeSums,
  encodeBeacons,
  encodeQuality,
  encodeSums,
  eventTypes,
  type StitcherEvent,
} from '@interlude/reporting';
import type { ArchivedSegment } from './segment-name.ts';

/** Columns with their types in DuckDB, in the order of the files. */
export const archiveColumns = {
  company: 'VARCHAR',
  channel: 'VARCHAR',
  /** When it was counted: UTC, milliseconds. */
  happened_at: 'TIMESTAMP',
  type: 'VARCHAR',
  session: 'VARCHAR',
  viewer: 'VARCHAR',
  campaign: 'VARCHAR',
  creative: 'VARCHAR',
  asset: 'VARCHAR',
  break_id: 'VARCHAR',
  slot: 'INTEGER',
  duration_ms: 'DOUBLE',
  error_code: 'INTEGER',
  reason: 'VARCHAR',
  country: 'VARCHAR',
  device: 'VARCHAR',
  bytes: 'DOUBLE',
  is_repeat: 'BOOLEAN',
  tracker: 'VARCHAR',
  /** Encoded by position, as in the spool; a rebuild needs it. */
  sums: 'VARCHAR',
  beacons: 'VARCHAR',
  splice: 'VARCHAR',
  quality: 'VARCHAR',
  /** Writer and number of the segment that the event came in. */
  writer: 'VARCHAR',
  seq: 'BIGINT',
} as const;

type Column = keyof typeof archiveColumns;

/** A row for JSON, which leaves out what is undefined; `happened_at` as epoch ms. */
export type ArchiveRow = Partial<Record<Column, string | number | boolean | undefined>>;

const maxInteger = 2_147_483_647;

/** Clamps a number to the range of INTEGER. */
function whole(value: number | undefined): number | undefined {
  return value === undefined
    ? undefined
    : Math.max(-maxInteger, Math.min(maxInteger, Math.trunc(value)));
}

/**
 * An event as a row, at the time at which it is counted.
 * @returns undefined for an event that comes too late to be counted
 */
export function rowOf(event: StitcherEvent, segment: ArchivedSegment): ArchiveRow | undefined {
  const atMs = countedAtMs(event.atMs, segment.openedAtMs);
  if (atMs === undefined) return undefined;
  const { sums, beacons, quality } = event;
  return {
    company: event.tenant,
    channel: event.channel,
    happened_at: Math.floor(atMs),
    type: event.type,
    session: event.session,
    viewer: event.viewer,
    campaign: event.campaign,
    creative: event.creative,
    asset: event.asset,
    break_id: event.breakId,
    slot: whole(event.slot),
    duration_ms: event.durationMs,
    error_code: whole(event.errorCode),
    reason: event.reason,
    country: event.country,
    device: event.device,
    bytes: event.bytes,
    is_repeat: event.isRepeat === true ? true : undefined,
    tracker: event.tracker,
    sums: sums && JSON.stringify(encodeSums(sums)),
    beacons: beacons && JSON.stringify(encodeBeacons(beacons)),
    splice: event.splice,
    quality: quality && JSON.stringify(encodeQuality(quality)),
    writer: segment.writer,
    seq: segment.seq,
  };
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
const number = (value: unknown) => (typeof value === 'number' ? value : undefined);

function parsed(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Decodes a row that `readEvents` reads; the event's time is the one at which it was counted.
 * @returns undefined for a row that is no event
 */
export function eventOf(row: Readonly<Record<string, unknown>>): StitcherEvent | undefined {
  const type = eventTypes.find((known) => known === row['type']);
  const atMs = number(row['happened_at']);
  const tenant = text(row['company']);
  const channel = text(row['channel']);
  if (type === undefined || atMs === undefined || tenant === undefined || channel === undefined) {
    return undefined;
  }
  return {
    ...{ type, atMs, tenant, channel },
    session: text(row['session']) ?? '',
    viewer: text(row['viewer']) ?? '',
    campaign: text(row['campaign']),
    creative: text(row['creative']),
    asset: text(row['asset']),
    breakId: text(row['break_id']),
    slot: number(row['slot']),
    durationMs: number(row['duration_ms']),
    errorCode: number(row['error_code']),
    reason: text(row['reason']),
    country: text(row['country']),
    device: text(row['device']),
    bytes: number(row['bytes']),
    ...(row['is_repeat'] === true && { isRepeat: true }),
    tracker: text(row['tracker']),
    sums: decodeSums(parsed(row['sums'])),
    beacons: decodeBeacons(parsed(row['beacons'])),
    splice: text(row['splice']),
    quality: decodeQuality(parsed(row['quality'])),
  };
}
