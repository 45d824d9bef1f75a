/** What the pool needs of a source, whatever its protocol. */
import type { BreakSource } from './break-source.ts';
import type { SourceHealth } from './source-report.ts';

export interface PolledSource extends BreakSource {
  readonly health: SourceHealth;
  /** Changes with every poll that found a new, longer, shorter or ended break. */
  readonly breaksVersion: number;
  /** Milliseconds: what the reference lists, and the target duration. */
  readonly timing: { readonly windowMs: number; readonly targetDurationMs: number };
  stop(): void;
}
