/** Runs stages one after the other and prints how each ended. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endOfStage, stageResult } from './result-lines.ts';
import type { Stage, StageResult } from './stage.ts';

export interface RunOptions {
  /** Ends the run with the first stage that fails. */
  readonly stopAtFailure: boolean;
  readonly onResult: (result: StageResult) => Promise<void>;
}

const say = (lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);

export async function runStages(
  stages: readonly Stage[],
  { stopAtFailure, onResult }: RunOptions,
): Promise<void> {
  const reports = await mkdtemp(join(tmpdir(), 'interlude-tests-'));
  try {
    for (const [index, stage] of stages.entries()) {
      const startedAt = performance.now();
      say(['', `── ${index + 1}/${stages.length} ${stage.name}: ${stage.proves}`]);
      const tally = await stage.run(join(reports, `${index}.json`));
      const result = stageResult(stage, tally, (performance.now() - startedAt) / 1_000);
      say(endOfStage(result, stage.repeat));
      await onResult(result);
      if (stopAtFailure && result.failed > 0) return;
    }
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
}
