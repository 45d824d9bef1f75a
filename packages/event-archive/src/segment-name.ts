/**
 * Names in the storage of the archive: `intake/<writer>-<seq>-<openedAtMs>.seg` for counted segments that are not in
 * Parquet yet (`.seg.zst` where they were sent to a remote storage), `events/<company>/<day>/<id>.parquet` for files.
 */

/** A counted segment of a spool; writer and number are its key in the ledger of batches. */
export interface ArchivedSegment {
  readonly writer: string;
  readonly seq: number;
  readonly openedAtMs: number;
}

/** Folder below the data folder: the local archive, and segments that wait to be sent to a remote one. */
export const archiveFolder = 'event-archive';
export const intakeFolder = 'intake/';

const pattern = /^([A-Za-z0-9._-]{1,120})-(\d{10})-(\d{1,15})\.seg(\.zst)?$/;
const asideMark = '.aside-';
/** Mark of the ledger for events that were set aside; a storage key must not contain `+`, so names use `asideMark`. */
const ledgerMark = '+aside-';

/**
 * The name of a counted segment in `intake/`.
 * @returns undefined for a writer that cannot stand in a name
 */
export function intakeName({ writer, seq, openedAtMs }: ArchivedSegment): string | undefined {
  const plain = writer.replace(ledgerMark, asideMark);
  const name = `${plain}-${String(seq).padStart(10, '0')}-${Math.floor(openedAtMs)}.seg`;
  return pattern.test(name) ? name : undefined;
}

/**
 * The segment of a name in `intake/`, with or without the folder.
 * @returns undefined for any other name
 */
export function segmentOfIntake(name: string): ArchivedSegment | undefined {
  const file = name.startsWith(intakeFolder) ? name.slice(intakeFolder.length) : name;
  const [, writer, seq, openedAtMs] = pattern.exec(file) ?? [];
  return writer === undefined
    ? undefined
    : {
        writer: writer.replace(asideMark, ledgerMark),
        seq: Number(seq),
        openedAtMs: Number(openedAtMs),
      };
}

/** Names a file of events. */
export interface EventFileName {
  readonly tenantId: string;
  /** Days since 1970-01-01 UTC. */
  readonly day: number;
  readonly id: string;
}

const dayMs = 86_400_000;

/** `2026-11-23`. */
export const dayText = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

/** The folder of a company, with its slash. */
export const companyFolder = (tenantId: string) => `events/${tenantId}/`;

/** The key of a file in the storage of the archive. */
export const eventFileKey = ({ tenantId, day, id }: EventFileName) =>
  `${companyFolder(tenantId)}${dayText(day)}/${id}.parquet`;
