/**
 * Judges recorded looks again, with the same lanes that judged them first: no request is made, and the clock shows the
 * time of the looks.
 */
import {
  type Answer,
  beginWatch,
  resumeWatch,
  takeAnswer,
  type WatchPlan,
  type WatchState,
} from '@interlude/audit';
import type { MonitoringFinding, MonitoringLane, RecordedLook } from '@interlude/contract';
import { placementOf } from '@interlude/monitoring';
import type { StoredChannel } from '@interlude/persistence';
import { SourceBudgets, type SourceOwner } from '@interlude/runtime';
import { monitorLimits } from '../monitor-limits.ts';
import { ChannelReport } from '../watcher/channel-report.ts';
import { PendingFlush } from '../watcher/pending-flush.ts';
import type { ManifestRead, ManifestSize } from '../watcher/read-manifest.ts';
import type { ReadSegment } from '../watcher/read-segment.ts';
import { OutputLane } from '../watcher/watch-output.ts';
import { SourceLane } from '../watcher/watch-source.ts';
import { trimmedWatch } from '../watcher/watch-stream.ts';

export interface RecordedLooks {
  readonly channel: Pick<StoredChannel, 'id' | 'name' | 'type' | 'liveDelay'>;
  /** In the order in which they were made. */
  readonly looks: readonly RecordedLook[];
  /** Text of a manifest by its key. */
  readonly textOf: (manifestKey: string) => string | undefined;
  /** Findings that were open when the first look was made. */
  readonly open: readonly MonitoringFinding[];
}

export interface ReplayedLooks {
  /** All findings that were opened, by time. */
  readonly findings: readonly MonitoringFinding[];
  /** Findings that were seen in too few looks to be opened when the looks ended. */
  readonly unopened: readonly MonitoringFinding[];
  /** Looks whose manifest is not known. */
  readonly missing: number;
}

/** Addresses without a server: a replay is answered from its looks. */
const directUrl = 'https://stitcher.invalid';
const publicUrl = 'https://viewers.invalid';
const unread = 'this is not in the pack';

const failed = (reason: string): Answer => ({ kind: 'failed', reason, bytes: 0 });
/** A replay needs no budget of memory and no turns: nothing else runs beside it. */
const noSize: ManifestSize = { bytes: 0, entries: 0 };
const inTurn = async <T>(work: () => T): Promise<T> => work();
const alone: SourceOwner = { tenantId: 'replay', tier: monitorLimits.tier };

/** Time stands at the look that is judged; nothing waits. */
class LookTime {
  nowMs = 0;

  now(): number {
    return this.nowMs;
  }

  /** A session that would join later never does. */
  readonly wait = (_ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
}

/** State of one watched lane, as `watchStream` has it. */
class ReplayedLane {
  readonly #plan: WatchPlan;
  readonly #looks: readonly RecordedLook[];
  #state: WatchState | undefined;

  constructor(lane: MonitoringLane, looks: readonly RecordedLook[]) {
    this.#looks = looks.filter((look) => look.kind === 'manifest' && look.lane === lane);
    this.#plan = {
      ...{ url: publicUrl, durationMs: Number.POSITIVE_INFINITY, isInTurn: 'others' as const },
      ...(lane === 'output' && { adOf: placementOf }),
    };
  }

  /** Renditions from this look to the next opening of the stream, in the order of the multivariant playlist. */
  #renditions(from: RecordedLook): { rendition: string; url: string }[] {
    const at = this.#looks.indexOf(from);
    const next = this.#looks.findIndex((look, index) => index > at && look.isFirst);
    const until = next < 0 ? this.#looks.length : next;
    const known = new Map<string, { playlist: number; url: string }>();
    for (const { rendition, playlist, uri } of this.#looks.slice(at, until))
      if (rendition !== 'manifest' && !(known.get(rendition)?.url ?? ''))
        known.set(rendition, { playlist, url: uri });
    return [...known]
      .toSorted(([, a], [, b]) => a.playlist - b.playlist)
      .map(([rendition, { url }]) => ({ rendition, url }));
  }

  #begin(look: RecordedLook): WatchState {
    const renditions = this.#renditions(look);
    return renditions.length === 0
      ? beginWatch(this.#plan, look.atMs)
      : resumeWatch(this.#plan, renditions, look.atMs);
  }

  /** @returns undefined of a look at a multivariant playlist, or at what is not in the pack */
  take(look: RecordedLook, textOf: RecordedLooks['textOf']) {
    const text = textOf(look.manifestKey);
    const isOpening = look.isFirst || this.#state === undefined;
    const before = isOpening ? this.#begin(look) : this.#state;
    this.#state = before;
    if (before === undefined || (look.failure === '' && text === undefined)) return undefined;
    const { uri: url, bytes, failure, rendition, host, tookMs, atMs: nowMs } = look;
    const answer: Answer =
      text === undefined || failure !== '' ? failed(failure) : { kind: 'text', url, text, bytes };
    const after = takeAnswer(before, { rendition, url }, answer, nowMs);
    this.#state = trimmedWatch(after);
    return { answer, rendition, host, tookMs, nowMs, before, after, size: noSize, inTurn };
  }
}

/** The plan of the session as it was read, and whether the stitchers answered directly. */
class RecordedAnswers {
  readonly #plans: readonly RecordedLook[];
  readonly #time: LookTime;
  look: RecordedLook | undefined;

  constructor(looks: readonly RecordedLook[], time: LookTime) {
    let text = '';
    this.#plans = looks
      .filter(({ kind }) => kind === 'plan')
      .map((look) => {
        text = look.plan === '' ? text : look.plan;
        return { ...look, plan: text };
      });
    this.#time = time;
  }

  /** The plan that was read for the look that is judged, else the last one before it. */
  #planNow(): Answer {
    const { nowMs } = this.#time;
    const withinMs = 10_000;
    const at =
      this.#plans.find(({ atMs }) => atMs >= nowMs && atMs < nowMs + withinMs) ??
      this.#plans.findLast(({ atMs }) => atMs < nowMs);
    if (at === undefined || (at.failure === '' && at.plan === '')) return failed(unread);
    if (at.failure !== '') return failed(at.failure);
    return { kind: 'text', url: publicUrl, text: at.plan, bytes: at.bytes };
  }

  readonly read = async (url: string): Promise<ManifestRead> => {
    const isDirect = url.startsWith(directUrl);
    const isAnswered = isDirect && this.look?.isCacheAtFault === true;
    const answer: Answer = isAnswered
      ? { kind: 'text', url, text: '', bytes: 0 }
      : isDirect
        ? failed(unread)
        : this.#planNow();
    return { answer, size: noSize, tookMs: 0, host: '' };
  };
}

/** Origin of the output's address, from which a direct address can be made. */
function originOf(looks: readonly RecordedLook[]): string {
  const read = looks.find(
    ({ lane, kind, uri }) => lane === 'output' && kind === 'manifest' && uri !== '',
  );
  return URL.parse(read?.uri ?? '')?.origin ?? publicUrl;
}

const turnsOfTheLoop = 5;

/** Both lanes of a channel, fed with looks. */
class LooksReplay {
  readonly #time = new LookTime();
  readonly #ending = new AbortController();
  readonly #pending = new PendingFlush();
  readonly #report: ChannelReport;
  readonly #answers: RecordedAnswers;
  readonly #source: SourceLane;
  readonly #output: OutputLane;
  readonly #watched: Record<MonitoringLane, ReplayedLane>;
  readonly #textOf: RecordedLooks['textOf'];
  readonly #found = new Map<string, MonitoringFinding>();
  readonly #errors: unknown[] = [];
  #missing = 0;

  constructor({ channel, looks, textOf, open }: RecordedLooks) {
    const time = this.#time;
    const pending = this.#pending;
    time.nowMs = looks[0]?.atMs ?? 0;
    const budgets = new SourceBudgets();
    const report = new ChannelReport(channel, { publicUrl, pending, nowMs: time.nowMs });
    report.resume(open);
    const source = new SourceLane({ report, pending });
    this.#report = report;
    this.#textOf = textOf;
    this.#answers = new RecordedAnswers(looks, time);
    this.#source = source;
    this.#output = new OutputLane({
      channel: { ...channel, externalBaseUrl: '', http: false },
      ...{ stitcherPublicUrl: originOf(looks), stitcherUrl: directUrl },
      ...{ secretKey: Buffer.alloc(32), clock: time, wait: time.wait, report, pending },
      ...{ signal: this.#ending.signal, sourceEdge: () => source.edge },
      sourceBreaks: () => source.breaks,
      ...{ openBudget: () => budgets.open(alone), reader: () => this.#answers.read },
      ...{
        readSegment: this.#segmentsOf(looks),
        processorMs: () => 0,
        onError: (error) => this.#errors.push(error),
      },
    });
    this.#watched = {
      source: new ReplayedLane('source', looks),
      output: new ReplayedLane('output', looks),
    };
  }

  #segmentsOf(looks: readonly RecordedLook[]): ReadSegment {
    const segments = new Map(
      looks.filter(({ kind }) => kind === 'segment').map((look) => [look.placement, look]),
    );
    return async (url) => {
      const look = segments.get(placementOf(url) ?? '');
      const isDirect = url.startsWith(directUrl);
      return look === undefined || (isDirect && look.isCacheAtFault)
        ? { host: '', tookMs: 0, failure: undefined }
        : { host: look.host, tookMs: look.tookMs, failure: look.failure || undefined };
    };
  }

  async take(look: RecordedLook): Promise<void> {
    this.#time.nowMs = look.atMs;
    this.#answers.look = look;
    this.#report.tick(look.atMs);
    const seen = this.#watched[look.lane].take(look, this.#textOf);
    if (look.lane === 'output' && look.isFirst) this.#output.begin();
    if (seen === undefined) this.#missing += look.isFirst ? 0 : 1;
    else if (look.lane === 'source') this.#source.look(seen);
    else await this.#output.look(seen);
    // Segments of ads are judged behind the look.
    for (let turn = 0; turn < turnsOfTheLoop; turn += 1) await Promise.resolve();
    if (this.#errors.length > 0) throw this.#errors[0];
    for (const finding of this.#pending.take().findings) this.#found.set(finding.id, finding);
  }

  end(): ReplayedLooks {
    this.#ending.abort();
    const findings = [...this.#found.values()].toSorted((a, b) =>
      a.firstSeen.localeCompare(b.firstSeen),
    );
    return { findings, unopened: this.#report.unopened, missing: this.#missing };
  }
}

/**
 * The findings that the monitor opened, or saw again, over these looks, made anew.
 * @returns findings by time; those of `open` keep their ids
 * @see ADR 0042
 */
export async function replayLooks(recorded: RecordedLooks): Promise<ReplayedLooks> {
  const replay = new LooksReplay(recorded);
  for (const look of recorded.looks) if (look.kind === 'manifest') await replay.take(look);
  return replay.end();
}
