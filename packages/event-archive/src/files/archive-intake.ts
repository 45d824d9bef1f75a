/**
 * Converts counted segments to files of the archive, each segment exactly once. Files are recorded as drafts before
 * they are stored; one transaction then publishes them and records their segments as archived. A process killed before
 * that transaction leaves drafts, which are not read; one killed after it leaves archived segments, which the next run
 * removes.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectStorage } from '@interlude/object-storage';
import { archiveLimits } from '../archive-limits.ts';
import type { ArchiveCatalogue, EventFile } from '../catalogue.ts';
import type { MadeFile, SegmentFile } from '../engine/engine-task.ts';
import type { RunEngine } from '../engine/run-engine.ts';
import {
  type ArchivedSegment,
  eventFileKey,
  intakeFolder,
  segmentOfIntake,
} from '../segment-name.ts';
import { download, upload } from './stored-file.ts';

export interface ArchiveParts {
  readonly storage: ObjectStorage;
  readonly catalogue: ArchiveCatalogue;
  readonly runEngine: RunEngine;
  /** On this machine; each task removes its files from it. */
  readonly workFolder: string;
  readonly now: () => number;
  readonly limits?: Partial<ArchiveLimits> | undefined;
}

export type ArchiveLimits = { readonly [Key in keyof typeof archiveLimits]: number };

export const limitsOf = (parts: Pick<ArchiveParts, 'limits'>): ArchiveLimits => ({
  ...archiveLimits,
  ...parts.limits,
});

/** Counts of one run. */
export interface IntakeResult {
  readonly segments: number;
  readonly events: number;
  readonly files: number;
  /** Events of companies that do not exist, and segments that waited for longer than `segmentMs`. */
  readonly skipped: number;
  /** Events in damaged frames. */
  readonly unreadable: number;
}

interface WaitingSegment extends ArchivedSegment {
  readonly key: string;
  readonly bytes: number;
}

async function waitingSegments(storage: ObjectStorage, most: ArchiveLimits) {
  const found: WaitingSegment[] = [];
  let bytes = 0;
  let isFull = false;
  for await (const { key, sizeBytes } of storage.list(intakeFolder)) {
    const segment = segmentOfIntake(key);
    if (segment === undefined) continue;
    found.push({ ...segment, key, bytes: sizeBytes });
    bytes += sizeBytes;
    isFull = bytes >= most.groupBytes || found.length >= most.groupSegments;
    if (isFull) break;
  }
  return { found, isFull };
}

/** Hash of the segment names: a process that converts the same segments again writes the same file. */
export const fileId = (names: readonly string[]) =>
  createHash('sha256')
    .update([...names].sort().join('\n'))
    .digest('hex')
    .slice(0, 32);

export const toEventFile = (made: MadeFile, id: string): EventFile => ({
  ...{ tenantId: made.tenantId, day: made.day, id, rows: made.rows, bytes: made.bytes },
  ...{ firstAtMs: made.firstAtMs, lastAtMs: made.lastAtMs },
});

/** Creates a temporary folder and removes it when the work ends. */
export async function withFolder<T>(root: string, work: (folder: string) => Promise<T>) {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(root, 'task-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes files of companies that were erased while the files were stored: no later erasure would find them. */
export async function removeOfGone(
  { storage, catalogue }: Pick<ArchiveParts, 'storage' | 'catalogue'>,
  files: readonly EventFile[],
): Promise<void> {
  const companies = await catalogue.companies();
  for (const file of files) {
    if (!companies.has(file.tenantId)) await storage.remove(eventFileKey(file));
  }
}

async function archiveGroup(
  parts: ArchiveParts,
  group: readonly WaitingSegment[],
): Promise<IntakeResult> {
  const { storage, catalogue, runEngine, now } = parts;
  const done = await catalogue.archived(group);
  const fresh = group.filter((segment) => !done.includes(segment));
  const tooOld = fresh.filter(({ openedAtMs }) => openedAtMs < now() - limitsOf(parts).segmentMs);
  const taken = fresh.filter((segment) => !tooOld.includes(segment));
  const outcome = await withFolder(parts.workFolder, async (folder) => {
    if (taken.length === 0) return { segments: 0, events: 0, files: 0, skipped: 0, unreadable: 0 };
    const segments: SegmentFile[] = [];
    for (const [index, segment] of taken.entries()) {
      const path = join(folder, `${index}.seg${segment.key.endsWith('.zst') ? '.zst' : ''}`);
      await download(storage, segment.key, path);
      segments.push({ ...segment, path });
    }
    const { files: made, unreadable } = await runEngine({ kind: 'convert', segments, folder });
    const companies = await catalogue.companies();
    const known = made.filter(({ tenantId }) => companies.has(tenantId));
    const id = fileId(taken.map(({ key }) => key));
    const files = known.map((file) => toEventFile(file, id));
    await catalogue.draft(files);
    for (const file of known) {
      await upload(storage, eventFileKey({ ...file, id }), file.path);
    }
    if (!(await catalogue.commit(taken, files))) {
      // The next run checks again which segments are archived.
      await removeOfGone(parts, files);
      return undefined;
    }
    const sum = (all: readonly { readonly rows: number }[]) =>
      all.reduce((total, { rows }) => total + rows, 0);
    const events = sum(files);
    const skipped = sum(made) - events;
    return { segments: taken.length, events, files: files.length, skipped, unreadable };
  });
  if (outcome === undefined) {
    return { segments: 0, events: 0, files: 0, skipped: 0, unreadable: 0 };
  }
  for (const { key } of group) await storage.remove(key);
  return { ...outcome, skipped: outcome.skipped + tooOld.length };
}

/**
 * Archives the waiting segments, in groups. One process at a time should run it: a second one would only repeat the
 * work.
 * @throws {DomainError} EVENT_ARCHIVE_UNAVAILABLE, STORAGE_FAILED; groups that were archived stay archived
 * @see ADR 0050
 */
export async function archiveIntake(parts: ArchiveParts): Promise<IntakeResult> {
  const limits = limitsOf(parts);
  let total: IntakeResult = { segments: 0, events: 0, files: 0, skipped: 0, unreadable: 0 };
  for (let groups = 0; groups < limits.groupsARun; groups += 1) {
    const { found, isFull } = await waitingSegments(parts.storage, limits);
    const oldest = Math.min(...found.map(({ openedAtMs }) => openedAtMs));
    if (found.length === 0 || (!isFull && oldest > parts.now() - limits.gatherMs)) break;
    const one = await archiveGroup(parts, found);
    total = {
      segments: total.segments + one.segments,
      events: total.events + one.events,
      files: total.files + one.files,
      skipped: total.skipped + one.skipped,
      unreadable: total.unreadable + one.unreadable,
    };
  }
  return total;
}
