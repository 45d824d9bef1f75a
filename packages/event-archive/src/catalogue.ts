/** What the archive asks of the database: which files there are, and which segments are in them. */
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
  /** Names of the companies that there are: events of others are not archived. */
  companies(): Promise<ReadonlySet<string>>;
  /** Those of the segments that are in the archive. */
  archived<Segment extends ArchivedSegment>(segments: readonly Segment[]): Promise<Segment[]>;
  /** Notes files before they are stored, so that one of a killed process is found and removed. */
  draft(files: readonly EventFile[]): Promise<void>;
  /**
   * Drafts are read from now on, and the segments count as archived: one transaction.
   * @returns false when one of the segments was archived, or one of the companies erased meanwhile: nothing has changed
   */
  commit(segments: readonly ArchivedSegment[], files: readonly EventFile[]): Promise<boolean>;
  /** Reads one file in place of others. @returns false when one of them is not read any more: nothing has changed */
  replace(old: readonly EventFile[], made: EventFile): Promise<boolean>;
  /**
   * Days with two files or more that are over, and days with `most` files.
   * @param today days since 1970-01-01 UTC
   */
  crowded(today: number, most: number, maxBytes: number): Promise<CrowdedDay[]>;
  /** Stops reading the files of days before one. @returns their number */
  retire(beforeDay: number): Promise<number>;
  /** Files that nobody reads since a time, epoch ms, and drafts of before it. */
  unread(beforeMs: number): Promise<EventFileName[]>;
  forget(file: EventFileName): Promise<void>;
  /** Forgets segments that were archived before a time, epoch ms. */
  purgeSegments(beforeMs: number): Promise<void>;
}
