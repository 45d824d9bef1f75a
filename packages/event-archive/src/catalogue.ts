/** Catalogue of the archive in the database: its files, and the segments that they contain. */
import type { ArchivedSegment, EventFileName } from './segment-name.ts';

export interface EventFile extends EventFileName {
  readonly rows: number;
  readonly bytes: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
}

/** A day of a company with several files. */
export interface CrowdedDay {
  readonly tenantId: string;
  readonly day: number;
  /** The smallest first. */
  readonly files: readonly EventFile[];
}

export interface ArchiveCatalogue {
  /** Ids of the companies that exist; events of any other company are not archived. */
  companies(): Promise<ReadonlySet<string>>;
  /** The given segments that are archived already. */
  archived<Segment extends ArchivedSegment>(segments: readonly Segment[]): Promise<Segment[]>;
  /** Records files as drafts before they are stored, so that files of a killed process are found and removed. */
  draft(files: readonly EventFile[]): Promise<void>;
  /**
   * Publishes drafts to readers and records their segments as archived, in one transaction.
   * @returns false, with nothing changed, when a segment was archived or a company erased meanwhile
   */
  commit(segments: readonly ArchivedSegment[], files: readonly EventFile[]): Promise<boolean>;
  /**
   * Replaces files by one that was drafted. @returns false, with nothing changed, when one of them was replaced
   * meanwhile
   */
  replace(old: readonly EventFile[], made: EventFile): Promise<boolean>;
  /**
   * Days to compact: those that are over and have two files or more, and those with `most` files; files of `maxBytes`
   * or more are left out.
   * @param today days since 1970-01-01 UTC
   */
  crowded(today: number, most: number, maxBytes: number): Promise<CrowdedDay[]>;
  /** Retires the files of earlier days: they are not read any more. @returns their number */
  retire(beforeDay: number): Promise<number>;
  /** Files that were replaced or retired before a time, epoch ms, and drafts from before it. */
  unread(beforeMs: number): Promise<EventFileName[]>;
  forget(file: EventFileName): Promise<void>;
  /** Forgets segments that were archived before a time, epoch ms. */
  purgeSegments(beforeMs: number): Promise<void>;
}
