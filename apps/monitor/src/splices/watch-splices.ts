/**
 * Decodes the splices of one channel: what the session that stays was given on both sides of each boundary is loaded,
 * decoded by a child process within a budget, judged, and kept with a picture of each side (ADR 0053).
 */
import { type SpliceSkip, spliceSkips } from '@interlude/contract';
import type { SpliceSideBytes } from '@interlude/media-engine';
import {
  findSplices,
  type JudgedSide,
  judgeSplice,
  type ListedSegment,
  ProgrammeLoudness,
  type Splice,
} from '@interlude/monitoring';
import type { KeptSplice } from '@interlude/persistence';
import type { Clock } from '@interlude/runtime';
import type { ChannelReport } from '../watcher/channel-report.ts';
import type { ReadManifest } from '../watcher/read-manifest.ts';
import type { StreamLook } from '../watcher/watch-stream.ts';
import type { LaneLook } from '../watcher/watched-lane.ts';
import { listSegments, type SplicedRenditions } from './list-segments.ts';
import { isTooLarge, type LoadMedia, mediaLimits } from './load-media.ts';
import { SpliceBudget } from './splice-budget.ts';
import type { FindSpliceReader } from './splice-reader.ts';
import {
  isRead,
  outcomeOf,
  type SideOutcome,
  skippedSplice,
  spliceRecord,
  unread,
} from './splice-record.ts';
import type { SpliceTurns } from './splice-turns.ts';

/** Decoder and turns that one process shares among the splices of all its channels. */
export interface SpliceParts {
  readonly findReader: FindSpliceReader;
  readonly turns: SpliceTurns;
  /** Called after each splice, with the decoder's processor time. */
  readonly done: (outcome: SpliceSkip | 'read', cpuMs: number) => void;
}

interface SpliceWatchOptions extends SpliceParts {
  readonly tenantId: string;
  readonly read: ReadManifest;
  readonly load: LoadMedia;
  readonly clock: Clock;
  readonly report: Pick<ChannelReport, 'look'>;
  readonly keep: (splice: KeptSplice) => void;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

const limits = {
  /** Splices that are remembered, and those of the first reading that are looked at. */
  known: 400,
  first: 2,
  /** Longest time for one splice, without the wait for its turn, ms. */
  wholeMs: 40_000,
} as const;

const sides = ['before', 'after'] as const;
type Side = (typeof sides)[number];
type BySide<T> = Readonly<Record<Side, T>>;

/** A splice that is not decoded, with the reason for the operator. */
class SkippedError extends Error {
  readonly skip: SpliceSkip;

  constructor(skip: SpliceSkip, detail = '') {
    super(detail);
    this.skip = skip;
  }
}

/** The decoder was ended: its processor time is not known, and its running time is charged instead. */
class FailedError extends SkippedError {
  readonly tookMs: number;

  constructor(detail: string, tookMs: number) {
    super('FAILED', detail);
    this.tookMs = tookMs;
  }
}

/** The segments of one side. */
interface SideSegments {
  readonly video: ListedSegment | undefined;
  /** The same as the video when they are multiplexed. */
  readonly audio: ListedSegment | undefined;
}

const segmentsOf = ({ video, audio }: SplicedRenditions, side: Side): SideSegments => ({
  video: video?.[side],
  audio: audio === 'multiplexed' ? video?.[side] : audio?.[side],
});

/** Why a side is not loaded; undefined = it is. */
function refusedSide({ video, audio }: SideSegments): SpliceSkip | undefined {
  const segments = [video, audio].filter((one) => one !== undefined);
  if (segments.length === 0) return 'NOT_LISTED';
  if (segments.some(({ isEncrypted }) => isEncrypted)) return 'ENCRYPTED';
  const isLong = segments.some(({ durationSeconds, byteRange }) => {
    const bytes = byteRange?.length ?? 0;
    return durationSeconds > mediaLimits.segmentSeconds || bytes > mediaLimits.segmentBytes;
  });
  return isLong ? 'TOO_LARGE' : undefined;
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const hostOf = (segment: ListedSegment | undefined) =>
  URL.parse(segment?.address ?? '')?.host ?? '';

/** Picture and sound begin on the clock of the presentation, whatever clocks their media have. */
function onOneClock(outcome: SideOutcome, { video, audio }: SideSegments): SideOutcome {
  if (!isRead(outcome)) return outcome;
  const { picture, sound } = outcome.reading;
  const from = (startSeconds: number, segment: ListedSegment | undefined) =>
    startSeconds - (segment?.clockSeconds ?? 0);
  const reading = {
    ...outcome.reading,
    picture: picture && { ...picture, startSeconds: from(picture.startSeconds, video) },
    sound: sound && { ...sound, startSeconds: from(sound.startSeconds, audio) },
  };
  return { kind: 'read', reading };
}

type Loaded =
  | { readonly bytes: SpliceSideBytes }
  | { readonly skip: SpliceSkip; readonly detail: string };

export class SpliceWatch {
  readonly #options: SpliceWatchOptions;
  readonly #budget: SpliceBudget;
  readonly #programme = new ProgrammeLoudness();
  readonly #known = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  #hasLooked = false;

  constructor(options: SpliceWatchOptions) {
    this.#options = options;
    this.#budget = new SpliceBudget(options.clock.now());
  }

  /** Takes a reading of the first playlist, or of the MPD. */
  take(seen: Pick<LaneLook, 'entries'>, look: StreamLook): void {
    const fresh = findSplices(seen.entries).filter(({ key }) => !this.#known.has(key));
    // Of the first reading only the newest splices are decoded: its window may be hours long.
    const due = this.#hasLooked ? fresh : fresh.slice(-limits.first);
    this.#hasLooked = true;
    for (const { key } of fresh) this.#remember(key);
    for (const splice of due) this.#begin(splice, look);
  }

  #remember(key: string): void {
    this.#known.add(key);
    for (const oldest of this.#known) {
      if (this.#known.size <= limits.known) break;
      this.#known.delete(oldest);
    }
  }

  #begin(splice: Splice, look: StreamLook): void {
    const { onError } = this.#options;
    const work = this.#look(splice, look)
      .catch(onError)
      .finally(() => this.#running.delete(work));
    this.#running.add(work);
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #look(splice: Splice, look: StreamLook): Promise<void> {
    const { clock, turns, tenantId, signal } = this.#options;
    const paidMs = this.#budget.take(clock.now());
    if (paidMs === undefined) return this.#skip(splice, 'BUDGET');
    let cpuMs = 0;
    try {
      const decode = async () => {
        cpuMs = await this.#decode(splice, look);
      };
      if ((await turns.run(tenantId, decode, signal)) === 'busy') this.#skip(splice, 'BUSY');
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof SkippedError)) throw error;
      if (error instanceof FailedError) cpuMs = error.tookMs;
      this.#skip(splice, error.skip, error.message, cpuMs);
    } finally {
      this.#budget.settle(paidMs, cpuMs);
    }
  }

  #skip(splice: Splice, skip: SpliceSkip, detail = '', cpuMs = 0): void {
    const { keep, clock, done } = this.#options;
    keep(skippedSplice(splice, skip, clock.now(), detail));
    done(skip, cpuMs);
  }

  /** @returns processor time, ms. @throws {SkippedError} */
  async #decode(splice: Splice, look: StreamLook): Promise<number> {
    const { findReader, read } = this.#options;
    const signal = AbortSignal.any([this.#options.signal, AbortSignal.timeout(limits.wholeMs)]);
    const reader = await findReader();
    if (reader === undefined) throw new SkippedError('NO_ENGINE');
    const listed = await listSegments(splice, look, (url) => read(url, signal)).catch(
      (error: unknown) => {
        throw new SkippedError('NOT_LISTED', sentenceOf(error));
      },
    );
    const loaded = {
      before: await this.#load(listed, 'before', signal),
      after: await this.#load(listed, 'after', signal),
    };
    const media = sides.flatMap((side) => ('bytes' in loaded[side] ? [side] : []));
    const refused = loaded.after;
    if (media.length === 0 && 'skip' in refused)
      throw new SkippedError(refused.skip, refused.detail);
    const bytes = media.flatMap((side) => {
      const one = loaded[side];
      return 'bytes' in one ? [one.bytes] : [];
    });
    const startedMs = performance.now();
    const answer = await reader.read(bytes, signal).catch((error: unknown) => {
      throw new FailedError(sentenceOf(error), performance.now() - startedMs);
    });
    const outcome = (side: Side): SideOutcome => {
      const one = loaded[side];
      const found = answer.sides[media.indexOf(side)];
      if (found !== undefined) return onOneClock(outcomeOf(found), segmentsOf(listed, side));
      return unread(
        'skip' in one ? `${spliceSkips[one.skip]} ${one.detail}`.trim() : 'it was not read',
      );
    };
    const outcomes = { before: outcome('before'), after: outcome('after') };
    this.#judge(splice, listed, outcomes, answer.cpuMs);
    return answer.cpuMs;
  }

  async #load(listed: SplicedRenditions, side: Side, signal: AbortSignal): Promise<Loaded> {
    const { load } = this.#options;
    const { video, audio } = segmentsOf(listed, side);
    const refused = refusedSide({ video, audio });
    if (refused !== undefined) return { skip: refused, detail: '' };
    try {
      const seen = video && (await load(video, signal));
      const heard = audio === video ? seen : audio && (await load(audio, signal));
      const end = side === 'before' ? 'last' : 'first';
      return { bytes: { video: seen, audio: heard, end } };
    } catch (error) {
      const skip = isTooLarge(error) ? 'TOO_LARGE' : 'NOT_LOADED';
      return { skip, detail: sentenceOf(error) };
    }
  }

  #judge(
    splice: Splice,
    listed: SplicedRenditions,
    outcomes: BySide<SideOutcome>,
    cpuMs: number,
  ): void {
    const { report, keep, clock, done } = this.#options;
    const nowMs = clock.now();
    const programmeLoudness = this.#programme.value;
    const judged = (side: Side): JudgedSide => {
      const outcome = outcomes[side];
      const { video, audio } = segmentsOf(listed, side);
      return {
        heard: isRead(outcome) ? outcome.reading : undefined,
        fault: !isRead(outcome) && outcome.isFault ? outcome.problem : '',
        host: hostOf(video ?? audio),
      };
    };
    const { rendition } = listed;
    const views = judgeSplice({
      ...{ splice, rendition, programmeLoudness },
      ...{ before: judged('before'), after: judged('after') },
    });
    for (const { view, found } of views) report.look(view, found, nowMs);
    for (const side of sides) {
      const outcome = outcomes[side];
      if (splice[side].kind === 'content' && isRead(outcome))
        this.#programme.add(outcome.reading.sound?.loudness ?? null);
    }
    const rulesOf = (side: Side) =>
      views.flatMap((one) => (one.side === side ? one.found.map(({ rule }) => rule) : []));
    const rules = { before: rulesOf('before'), after: rulesOf('after') };
    keep(spliceRecord({ splice, rendition, nowMs, ...outcomes, programmeLoudness, cpuMs, rules }));
    done('read', cpuMs);
  }
}
