/**
 * `npm test` and `npm run test:full`: the stages of tools/stages/stage-table.ts, one after the other.
 * `npm test` ends with the first stage that fails; `test:full` runs them all, writes test-results/full.json,
 * and is resumed with `-- --from <stage>`. `-- --only <stage>` runs one stage in either command.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './root.ts';
import { runCommand } from './run-command.ts';
import { useScratchFolder } from './scratch-folder.ts';
import {
  beginReport,
  besideOthers,
  type FullReport,
  readFullReport,
  withResult,
  writeFullReport,
} from './stages/full-report.ts';
import { machineFacts } from './stages/machine-facts.ts';
import { summary } from './stages/result-lines.ts';
import { runStages } from './stages/run-stages.ts';
import { type Selection, selectStages } from './stages/select-stages.ts';
import type { Stage, StageResult } from './stages/stage.ts';
import { stages } from './stages/stage-table.ts';

const REPORT = join(root, 'test-results', 'full.json');

async function runTest(chosen: readonly Stage[]): Promise<readonly StageResult[]> {
  const results: StageResult[] = [];
  process.stdout.write(`Databases and data of tests are in ${await useScratchFolder()}.\n`);
  await runStages(chosen, {
    stopAtFailure: true,
    onResult: async (result) => void results.push(result),
  });
  return results;
}

async function currentCommit(): Promise<string> {
  const git = (...args: string[]) => runCommand(['git', ...args], { quiet: true });
  const head = (await git('rev-parse', 'HEAD')).output.trim();
  const changed = (await git('status', '--porcelain')).output !== '';
  return changed ? `${head} with local changes` : head;
}

async function runFull(
  chosen: readonly Stage[],
  resumed: boolean,
): Promise<readonly StageResult[]> {
  const stageNames = selectStages(stages, 'full', {}).map(({ name }) => name);
  const run = {
    commit: await currentCommit(),
    startedAt: new Date().toISOString(),
    machine: machineFacts(),
    stageNames,
  };
  let report: FullReport = beginReport(run, await readFullReport(REPORT), resumed);
  await writeFullReport(REPORT, report);
  const missing = () =>
    stageNames.filter((name) => !report.stages.some((stage) => stage.name === name));
  await runStages(chosen, {
    stopAtFailure: false,
    onResult: async (result) => {
      const stored = await readFullReport(REPORT);
      report = withResult(besideOthers(report, stored), result, stageNames);
      await writeFullReport(REPORT, report);
    },
  });
  process.stdout.write(`\nThe report is ${REPORT}.\n`);
  if (missing().length > 0)
    process.stdout.write(`Not run on this commit: ${missing().join(', ')}.\n`);
  return report.stages;
}

async function main(command: 'test' | 'full', selection: Selection): Promise<void> {
  const chosen = selectStages(stages, command, selection);
  const startedAt = performance.now();
  const resumed = (selection.from ?? selection.only) !== undefined;
  const results = await (command === 'full' ? runFull(chosen, resumed) : runTest(chosen));
  const lines = summary(results, (performance.now() - startedAt) / 1_000);
  process.stdout.write(`\n${lines.join('\n')}\n`);
  process.exitCode = results.every(({ failed }) => failed === 0) ? 0 : 1;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' }, only: { type: 'string' } },
});
try {
  await main(positionals[0] === 'full' ? 'full' : 'test', values);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
