/** Output of the test commands about their stages. */
import type { FileSeconds, Stage, StageResult, Tally } from './stage.ts';

const SHOWN_FILES = 10;

export function stageResult(
  { name, budgetSeconds }: Pick<Stage, 'name' | 'budgetSeconds'>,
  { files, ...counts }: Tally,
  seconds: number,
): StageResult {
  const slowestFiles = slowest(files);
  return { name, ...counts, seconds: tenths(seconds), budgetSeconds, slowestFiles };
}

/** The ten slowest files, the slowest first; a file that several projects ran counts once, in sum. */
function slowest(files: readonly FileSeconds[]): FileSeconds[] {
  const sums = new Map<string, number>();
  for (const { file, seconds } of files) sums.set(file, (sums.get(file) ?? 0) + seconds);
  return [...sums]
    .map(([file, seconds]) => ({ file, seconds: tenths(seconds) }))
    .sort((a, b) => b.seconds - a.seconds || a.file.localeCompare(b.file))
    .slice(0, SHOWN_FILES);
}

const tenths = (seconds: number): number => Math.round(seconds * 10) / 10;

const isOverBudget = ({ seconds, budgetSeconds }: StageResult) => seconds > budgetSeconds;

function counts({ passed, failed, flaky }: StageResult): string {
  const second = flaky === 0 ? '' : ` (${flaky} of them passed at the second try)`;
  return `${passed} passed, ${failed} failed${second}`;
}

const spent = ({ seconds, budgetSeconds }: StageResult) =>
  `${seconds.toFixed(1)} s of ${budgetSeconds} s`;

/** Lines that are printed when a stage ends. */
export function endOfStage(result: StageResult, repeat: string): string[] {
  const verdict = result.failed === 0 ? 'ok' : `FAILED (repeat: ${repeat})`;
  const lines = [`── ${result.name}: ${verdict}, ${counts(result)}, ${spent(result)}`];
  if (isOverBudget(result)) lines.push(overBudget(result));
  return lines;
}

const overBudget = (result: StageResult) =>
  `── WARNING: ${result.name} went over its budget: ${spent(result)}. Find what grew, or who else used the machine.`;

/** The last lines of a command: every stage again, its slowest files, and the sum alone on a line. */
export function summary(results: readonly StageResult[], totalSeconds: number): string[] {
  const width = Math.max(0, ...results.map(({ name }) => name.length));
  const budget = results.reduce((sum, { budgetSeconds }) => sum + budgetSeconds, 0);
  const total = (key: 'passed' | 'failed') => results.reduce((sum, result) => sum + result[key], 0);
  return [
    ...results.flatMap((result) => [
      `── ${result.name.padEnd(width)}  ${counts(result)}, ${spent(result)}${isOverBudget(result) ? '  OVER BUDGET' : ''}`,
      ...result.slowestFiles.map(
        ({ file, seconds }) => `   ${seconds.toFixed(1).padStart(7)} s  ${file}`,
      ),
    ]),
    '',
    `${totalSeconds.toFixed(1)} s of ${budget} s`,
    `${total('passed')} passed, ${total('failed')} failed`,
  ];
}
