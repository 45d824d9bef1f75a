/** `test-results/full.json`: results of `npm run test:full`, kept from one resumed run to the next. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { type MachineFacts, machineFactsSchema } from './machine-facts.ts';
import type { StageResult } from './stage.ts';

const stageResult = z.object({
  name: z.string(),
  passed: z.number(),
  failed: z.number(),
  flaky: z.number(),
  seconds: z.number(),
  budgetSeconds: z.number(),
  slowestFiles: z.array(z.object({ file: z.string(), seconds: z.number() })),
});
const fullReport = z.object({
  commit: z.string(),
  startedAt: z.string(),
  machine: machineFactsSchema,
  stages: z.array(stageResult),
});
export type FullReport = z.infer<typeof fullReport>;

/** Undefined when there is none, or none that can be read. */
export async function readFullReport(path: string): Promise<FullReport | undefined> {
  try {
    return fullReport.safeParse(JSON.parse(await readFile(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

export async function writeFullReport(path: string, report: FullReport): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(report, null, 2)}\n`);
}

export interface NewRun {
  readonly commit: string;
  readonly startedAt: string;
  readonly machine: MachineFacts;
  /** Every stage of the command, in its order. */
  readonly stageNames: readonly string[];
}

/** The report a run begins with: a resumed run keeps the results of the same commit. */
export function beginReport(
  { commit, startedAt, machine, stageNames }: NewRun,
  earlier: FullReport | undefined,
  resumed: boolean,
): FullReport {
  const kept = resumed && earlier?.commit === commit ? earlier.stages : [];
  const stages = kept.filter(({ name }) => stageNames.includes(name));
  return { commit, startedAt, machine, stages };
}

/** Another stage of the same commit may have ended meanwhile, started beside this run: the stored report has it. */
export function besideOthers(report: FullReport, stored: FullReport | undefined): FullReport {
  return stored?.commit === report.commit ? { ...report, stages: stored.stages } : report;
}

/** The report with this result in place of an earlier one of the stage, in the order of the stages. */
export function withResult(
  report: FullReport,
  result: StageResult,
  stageNames: readonly string[],
): FullReport {
  const others = report.stages.filter(({ name }) => name !== result.name);
  const stages = [...others, { ...result, slowestFiles: [...result.slowestFiles] }];
  stages.sort((a, b) => stageNames.indexOf(a.name) - stageNames.indexOf(b.name));
  return { ...report, stages };
}
