/** Messages between the archive and a child process of its engine: the task and the answer. */
import type { ArchivedSegment } from '../segment-name.ts';

/** Bounds of one process of the engine. */
export const engineLimits = {
  /** Memory of DuckDB; beyond it, DuckDB spills to the folder of the task. */
  memory: '256MB',
  temporaryDisk: '4GB',
  threads: 1,
  /** For one conversion or compaction; then its process is killed. */
  timeoutMs: 600_000,
} as const;

export interface SegmentFile extends ArchivedSegment {
  /** Frames of the spool; `.zst` = compressed. */
  readonly path: string;
}

export type EngineTask =
  | {
      readonly kind: 'convert';
      readonly segments: readonly SegmentFile[];
      /** An empty folder for this task alone. */
      readonly folder: string;
    }
  | {
      readonly kind: 'compact';
      readonly files: readonly string[];
      readonly folder: string;
    };

/** A Parquet file that was made. */
export interface MadeFile {
  readonly tenantId: string;
  /** Days since 1970-01-01 UTC. */
  readonly day: number;
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
}

export type EngineAnswer =
  | {
      readonly kind: 'done';
      readonly files: readonly MadeFile[];
      readonly unreadable: number;
      /** Peak resident memory of the process, bytes. */
      readonly memoryBytes: number;
    }
  | { readonly kind: 'failed'; readonly reason: string };

export function isEngineAnswer(message: unknown): message is EngineAnswer {
  const kind = typeof message === 'object' && message !== null && 'kind' in message;
  return kind && (message.kind === 'done' || message.kind === 'failed');
}
