/**
 * Names and folders of the spool: `<data>/spool/<writer>/<seq>-<openedAtMs>.open` while it is written,
 * `.seg` when it is whole. Writer and seq are the key of the batch ledger.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../append-log/folder-owner.ts';

export interface SegmentName {
  readonly writer: string;
  readonly seq: number;
  readonly openedAtMs: number;
}

const pattern = /^(\d{10})-(\d{1,15})\.(open|seg)$/;

export function segmentFile(name: SegmentName, state: 'open' | 'seg'): string {
  return `${String(name.seq).padStart(10, '0')}-${name.openedAtMs}.${state}`;
}

export interface FoundSegment extends SegmentName {
  readonly path: string;
  readonly state: 'open' | 'seg';
}

/**
 * The segments of a writer's folder in the order they were written. A missing folder has none; rejects when the disk
 * refuses.
 */
export async function listSegments(folder: string, writer: string): Promise<FoundSegment[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) {
      return [];
    }
    throw error;
  });
  const found: FoundSegment[] = [];
  for (const name of names.sort()) {
    const match = pattern.exec(name);
    if (match) {
      found.push({
        writer,
        seq: Number(match[1]),
        openedAtMs: Number(match[2]),
        state: match[3] === 'open' ? 'open' : 'seg',
        path: join(folder, name),
      });
    }
  }
  return found;
}
