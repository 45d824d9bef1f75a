/** `npm run audit` without its process: arguments in, reports and an exit status out. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AuditReport,
  countText,
  durationText,
  exitStatus,
  htmlReport,
  jsonReport,
  junitReport,
  type Severity,
  textReport,
} from '@interlude/audit';
import { createEgress, systemClock } from '@interlude/runtime';
import { ArgumentError, type AuditArguments, readArguments, usage } from './arguments.ts';
import { manifestReader } from './read-manifest.ts';
import { runWatch } from './run-watch.ts';

export interface AuditIo {
  /** Standard output, and standard error. */
  readonly print: (text: string) => void;
  readonly say: (text: string) => void;
  /** A terminal gets one line of progress, which is written again and again. */
  readonly isTerminal: boolean;
  /** Called before anything is requested, so that a report has where to go. */
  readonly openFile: (path: string) => Promise<(text: string) => Promise<void>>;
  /** Ends early. */
  readonly signal: AbortSignal;
  readonly now?: () => number;
  /** Real ms for one manifest, where the clock is simulated. */
  readonly requestTimeoutMs?: number;
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const writers = { text: textReport, json: jsonReport, junit: junitReport } as const;

const CLEAR_LINE = '\r\u001b[2K';

function progressLine({ startedAtMs, endedAtMs, outputs, findings }: AuditReport): string {
  const lasted = durationText(endedAtMs - startedAtMs);
  return `${lasted}, ${outputs} outputs judged, ${countText({ findings })}. Ctrl-C ends.`;
}

async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  // Aborted is over, too.
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}

function egressFor({ url, allow }: AuditArguments) {
  try {
    // The user names this host; addresses in its answers are the server's choice, and guarded.
    return createEgress({ allow: [new URL(url).host, ...allow], userAgent: 'Interlude-Audit' });
  } catch (error) {
    throw new ArgumentError(`--allow: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function watch(requested: AuditArguments, io: AuditIo): Promise<AuditReport> {
  const egress = egressFor(requested);
  const { url, durationMs, isInTurn, adOf } = requested;
  const plan = { url, durationMs, isInTurn, ...(adOf !== undefined && { adOf }) };
  try {
    return await runWatch(
      plan,
      {
        read: manifestReader(egress, {
          ...requested,
          ...(io.requestTimeoutMs !== undefined && { timeoutMs: io.requestTimeoutMs }),
        }),
        now: io.now ?? systemClock.now,
        wait: io.wait ?? waitFor,
        ...(io.isTerminal && {
          onProgress: (report) => io.say(CLEAR_LINE + progressLine(report)),
        }),
      },
      io.signal,
    );
  } finally {
    if (io.isTerminal) io.say(CLEAR_LINE);
    await egress.close();
  }
}

function toWrite(requested: AuditArguments, report: AuditReport, least: Severity) {
  return { main: writers[requested.form](report, least), html: htmlReport(report, least) };
}

async function audit(requested: AuditArguments, io: AuditIo): Promise<number> {
  const { output, html, severity } = requested;
  const writeOutput = output === undefined ? io.print : await io.openFile(output);
  const writeHtml = html === undefined ? undefined : await io.openFile(html);
  const report = await watch(requested, io);
  const texts = toWrite(requested, report, severity);
  await writeOutput(texts.main);
  await writeHtml?.(texts.html);
  const isElsewhere = output !== undefined || requested.form !== 'text';
  if (isElsewhere && report.problem !== undefined) io.say(`${report.problem}\n`);
  return exitStatus(report, severity);
}

/**
 * @returns the exit status: 0 no finding, 1 findings, 2 could not be judged
 */
export async function runAudit(argv: readonly string[], io: AuditIo): Promise<number> {
  try {
    const requested = readArguments(argv);
    if (requested !== undefined) return await audit(requested, io);
    io.print(usage);
    return 0;
  } catch (error) {
    io.say(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}
