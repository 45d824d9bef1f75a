/** The output lane of a channel: one session that stays, one that joins in the middle of each break. */

import { listedAdSegments } from '@interlude/audit';
import { channelOutputUri } from '@interlude/contract';
import {
  breakOf,
  checkAdDelivery,
  checkDecision,
  checkDelivery,
  checkLag,
  checkServedAd,
  type Found,
  foundByJudge,
  isOfOldManifest,
  isSlow,
  isSlowAd,
  isSourceBehind,
  judgedNow,
  type LaneEdge,
  placementOf,
} from '@interlude/monitoring';
import type { StoredChannel } from '@interlude/persistence';
import {
  type Clock,
  monitorKey,
  monitorParameter,
  type SecretKey,
  type SourceBudget,
} from '@interlude/runtime';
import { monitorLimits, monitorPace } from '../monitor-limits.ts';
import type { ChannelReport } from './channel-report.ts';
import type { PendingFlush } from './pending-flush.ts';
import type { ManifestRead, ReadManifest } from './read-manifest.ts';
import type { ReadSegment } from './read-segment.ts';
import { manifestLook, planRecorder, segmentLook } from './recorded-looks.ts';
import { ServedBreaks } from './served-breaks.ts';
import { SessionPlan } from './session-plan.ts';
import type { Wait } from './wait.ts';
import { type ListedTime, listedSince } from './watch-schedule.ts';
import { atOf } from './watch-source.ts';
import { looksOf, reloadOf, type StreamLook, watchStream } from './watch-stream.ts';
import { type LaneLook, WatchedLane } from './watched-lane.ts';

export interface OutputLaneOptions {
  readonly channel: Pick<StoredChannel, 'id' | 'type' | 'http' | 'externalBaseUrl' | 'liveDelay'>;
  readonly stitcherPublicUrl: string;
  readonly stitcherUrl?: string | undefined;
  readonly secretKey: SecretKey;
  /** Opens the budget of a session, which is one stream. */
  readonly openBudget: () => SourceBudget;
  readonly reader: (budget: SourceBudget) => ReadManifest;
  readonly readSegment: ReadSegment;
  readonly clock: Clock;
  readonly wait: Wait;
  readonly processorMs: () => number;
  readonly report: ChannelReport;
  readonly pending: PendingFlush;
  /** Live edge of the source, when it is known. */
  readonly sourceEdge: () => LaneEdge | undefined;
  /** Breaks of the source by its markers. */
  readonly sourceBreaks: () => readonly { readonly startMs: number }[];
  /** Called after each reading of the first playlist, or of the MPD. */
  readonly onReading?: ((seen: LaneLook, look: StreamLook) => void) | undefined;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** Lifetime of a key, which opens a session at once. */
const keySeconds = 60;
const usualReloadMs = 4_000;
/** A break is near the edge of the output within these, ms. */
const aheadMs = 4_000;
const behindMs = 60_000;
/** Times of one break in source and plan differ by less, ms. */
const sameMs = 1_500;
/** Breaks that are joined at one moment. */
const maxJoins = 2;

export class OutputLane {
  readonly #options: OutputLaneOptions;
  readonly #lane = new WatchedLane('output');
  readonly #plan: SessionPlan;
  readonly #budget: SourceBudget;
  readonly #read: ReadManifest;
  #served = new ServedBreaks();
  /** Placements that were not as planned in the look before. */
  #doubted: ReadonlySet<string> = new Set();
  /**
   * Cause in the source of an output that stands still, as of the last look; undefined = the source is not the cause.
   */
  #staleCause: string | undefined;
  /**
   * Whether the stitchers answered in time when the public address was slow, and when they were requested, epoch ms.
   */
  #cacheSlow = { is: false, atMs: Number.NEGATIVE_INFINITY };
  #listed: ListedTime | undefined;
  readonly #joins = new Map<string, Promise<void>>();

  constructor(options: OutputLaneOptions) {
    this.#options = options;
    this.#budget = options.openBudget();
    this.#read = options.reader(this.#budget);
    const { clock, pending } = options;
    const recordPlan = planRecorder((look) => pending.addLooks([look]));
    this.#plan = new SessionPlan(async (url, signal) => {
      const read = await this.#read(url, signal);
      if (!signal.aborted) recordPlan(read, clock.now());
      return read;
    }, clock);
  }

  /** Time that the first playlist has listed without a hole. */
  get listed(): ListedTime | undefined {
    return this.#listed;
  }

  #address(): string {
    const { channel, stitcherPublicUrl, secretKey, clock } = this.#options;
    const expires = Math.floor(clock.now() / 1000) + keySeconds;
    const key = monitorKey(secretKey, channel.id, expires);
    return `${channelOutputUri(stitcherPublicUrl, channel)}?${monitorParameter}=${key}`;
  }

  /** Watches the output until the signal aborts. */
  async run(): Promise<void> {
    const { clock, wait, processorMs, signal, onError } = this.#options;
    await watchStream(
      {
        plan: () => {
          this.begin();
          return { url: this.#address(), isInTurn: 'others', adOf: placementOf };
        },
        ...{ read: this.#read, budget: this.#budget, clock, wait, processorMs, onError },
        onLook: (look) => this.look(look),
      },
      signal,
    );
    await Promise.all(this.#joins.values());
  }

  /** Begins another session: it has another plan, and may begin in a break. */
  begin(): void {
    this.#served = new ServedBreaks();
  }

  /** Takes a look of the session that stays. */
  async look(look: StreamLook): Promise<void> {
    const { signal } = this.#options;
    const { answer } = look;
    this.#lane.takePlaylists(look);
    if (answer.kind === 'text') await this.#refreshPlan(look, signal);
    const isCacheAtFault = await this.#isCacheAtFault(look);
    await look.inTurn(() => this.#judge(look, isCacheAtFault));
  }

  #judge(look: StreamLook, isCacheAtFault: boolean): void {
    const { report, pending } = this.#options;
    const { nowMs } = look;
    const seen = this.#lane.look(look, this.#plan.namesAt(nowMs));
    if (seen) {
      const { changed, manifest, playlist } = seen;
      pending.addEntries(changed.map((entry) => ({ lane: 'output', playlist, entry })));
      if (manifest) pending.addManifest(manifest);
    }
    const kept = manifestLook('output', look, this.#lane.indexOf(look.rendition), seen);
    pending.addLooks([{ ...kept, isCacheAtFault }]);
    const found = this.#foundIn(look, seen, isCacheAtFault);
    const manifestKey = seen?.manifestKey ?? '';
    report.look(`output ${look.rendition}`, found, nowMs, { manifestKey, looks: looksOf(look) });
    if (seen?.playlist !== 0) return;
    this.#listed = listedSince(this.#listed, seen);
    this.#breaks(seen, look);
    this.#options.onReading?.(seen, look);
  }

  /** Reads the plan of the session, only while the output lists ads or has come to a break that was not judged. */
  async #refreshPlan({ answer }: StreamLook, signal: AbortSignal): Promise<void> {
    if (answer.kind === 'failed') return;
    const isListing = /(?:^|[/"'>])ad\//m.test(answer.text);
    if (isListing || this.#isBreakNear()) await this.#plan.refresh(answer.url, signal);
  }

  #isBreakNear(): boolean {
    const [, toMs] = this.#served.listedMs;
    const near = this.#options
      .sourceBreaks()
      .filter(({ startMs }) => startMs < toMs + aheadMs && startMs > toMs - behindMs);
    return near.some(
      ({ startMs }) =>
        !this.#plan.breaks.some(
          (one) => Math.abs(one.startMs - startMs) < sameMs && this.#served.isJudged(one.breakId),
        ),
    );
  }

  /** Requests the stitchers at their own address; undefined = there is none, or they do not answer. */
  async #readDirectly(
    url: string | undefined,
    timeoutMs: number = monitorLimits.leastManifestMs,
  ): Promise<ManifestRead | undefined> {
    const direct = this.#directAddress(url);
    if (direct === undefined) return undefined;
    const read = await this.#read(direct, this.#options.signal, timeoutMs);
    return read.answer.kind === 'text' ? read : undefined;
  }

  #directAddress(url: string | undefined): string | undefined {
    const { stitcherUrl, channel, stitcherPublicUrl } = this.#options;
    const base = (channel.externalBaseUrl || stitcherPublicUrl).replace(/\/+$/, '');
    if (stitcherUrl === undefined || url?.startsWith(base) !== true) return undefined;
    const direct = stitcherUrl.replace(/\/+$/, '') + url.slice(base.length);
    return direct === url ? undefined : direct;
  }

  /**
   * Whether the stitchers answer well at their own address where the public one fails, is slow or is old: then the CDN
   * before them is at fault.
   */
  async #isCacheAtFault(look: StreamLook): Promise<boolean> {
    const { answer, tookMs, nowMs } = look;
    if (answer.kind === 'failed') {
      const timeoutMs = looksOf(look) > 1 ? monitorLimits.directMs : undefined;
      return (await this.#readDirectly(addressOf(look), timeoutMs)) !== undefined;
    }
    const reloadMs = reloadOf(look) ?? usualReloadMs;
    if (isSlow(tookMs, reloadMs)) return this.#isCacheSlow(addressOf(look), reloadMs, nowMs);
    return isOld(look) && this.#isCacheOld(look);
  }

  async #isCacheOld(look: StreamLook): Promise<boolean> {
    const { answer } = look;
    const direct = await this.#readDirectly(addressOf(look));
    if (direct?.answer.kind !== 'text' || answer.kind === 'failed') return false;
    return direct.answer.text !== answer.text;
  }

  /** Requested once per `monitorPace.directMs`: slow stitchers are not to get two requests for each look. */
  async #isCacheSlow(url: string | undefined, reloadMs: number, nowMs: number): Promise<boolean> {
    if (nowMs - this.#cacheSlow.atMs < monitorPace.directMs) return this.#cacheSlow.is;
    const timeoutMs = Math.max(1_000, reloadMs / 2);
    const direct = await this.#readDirectly(url, timeoutMs);
    this.#cacheSlow = { is: direct !== undefined, atMs: nowMs };
    return this.#cacheSlow.is;
  }

  #foundIn(look: StreamLook, seen: LaneLook | undefined, isCacheAtFault: boolean): Found[] {
    const { report, sourceEdge, channel } = this.#options;
    const { rendition, host, tookMs, nowMs, answer } = look;
    const failure = answer.kind === 'failed' ? answer.reason : undefined;
    const reloadMs = seen?.targetDurationMs ?? usualReloadMs;
    const source = sourceEdge();
    const delayMs = channel.liveDelay * 1000;
    const sourceCause = report.sourceRules.get('T6');
    const delivery = {
      ...{ lane: 'output' as const, rendition, host, tookMs, failure, nowMs, reloadMs },
      ...{ sourceCause, isCacheAtFault },
    };
    const isBehind = source !== undefined && seen && isSourceBehind(source, seen, delayMs);
    const staleCause = sourceCause ?? (isBehind ? `source ${source.host}` : undefined);
    this.#staleCause = staleCause;
    const judged = foundByJudge(judgedNow(look.before, look.after), {
      ...{ lane: 'output', host, rendition, nowMs, sourceRules: report.sourceRules },
      ...{ manifestKey: seen?.manifestKey ?? '', atMs: atOf(seen, nowMs), isCacheAtFault },
      staleCause,
    });
    const lag =
      seen?.playlist === 0 && source && !report.sourceRules.has('T8')
        ? checkLag(source, { ...seen, nowMs, host, rendition, isCacheAtFault }, delayMs)
        : [];
    return [...checkDelivery(delivery), ...judged, ...lag];
  }

  #breaks(seen: LaneLook, look: StreamLook): void {
    const begun = this.#served.take(seen.entries).slice(0, monitorLimits.segmentsOfLook);
    const addresses = addressesOf(look, new Set(begun.map(({ placement }) => placement)));
    for (const { placement, entry } of begun) {
      this.#join(breakOf(placement));
      const address = addresses.get(placement);
      if (address !== undefined) this.#checkSegment(placement, address, entry, look);
    }
    if (this.#plan.isKnownAt(look.nowMs)) this.#judgePlan(seen, look);
  }

  /** Judges the decision of a break when the output comes to it, and each ad when the output has passed it. */
  #judgePlan({ manifestKey }: LaneLook, { nowMs, rendition }: StreamLook): void {
    const { report } = this.#options;
    const planned = this.#plan.breaks;
    for (const { one, isListed } of this.#served.takeBegun(planned))
      report.look('breaks', checkDecision(one, isListed), nowMs, { manifestKey });
    const doubted = new Set<string>();
    const whole = planned.filter(({ isCutShort }) => !isCutShort);
    for (const passed of this.#served.passed(whole)) {
      const found = checkServedAd(passed, passed.shown, rendition);
      const { placement } = passed.ad;
      // The source may have come back since the plan was read: the next look decides.
      if (found.length > 0 && !this.#doubted.has(placement)) {
        doubted.add(placement);
        continue;
      }
      this.#served.note(passed);
      report.look('breaks', found, nowMs, { manifestKey });
    }
    this.#doubted = doubted;
  }

  /** Opens a second session, which joins in the middle of the break. */
  #join(breakId: string): void {
    const { clock, wait, processorMs, signal, report, onError } = this.#options;
    if (this.#joins.has(breakId) || this.#joins.size >= maxJoins) return;
    const planned = this.#plan.breaks.find((one) => one.breakId === breakId);
    const waitMs = planned ? Math.max(0, (planned.endMs - planned.startMs) / 2) : 5_000;
    const leaving = new AbortController();
    const ended = AbortSignal.any([signal, leaving.signal]);
    void wait(waitMs + monitorPace.joinMs, signal).then(() => leaving.abort());
    const judge = (look: StreamLook, isCacheAtFault: boolean): void => {
      const { rendition, host, nowMs } = look;
      const found = foundByJudge(judgedNow(look.before, look.after), {
        ...{ lane: 'output', host, rendition, nowMs, sourceRules: report.sourceRules },
        ...{ manifestKey: '', atMs: nowMs, isCacheAtFault, staleCause: this.#staleCause },
      });
      report.look(`output joined ${rendition}`, found, nowMs);
    };
    const plan = () => ({
      ...{ url: this.#address(), isInTurn: 'others' as const, adOf: placementOf },
    });
    const budget = this.#options.openBudget();
    const work = watchStream(
      {
        ...{ plan, read: this.#options.reader(budget), budget, clock, wait, processorMs, onError },
        onLook: async (look) => {
          const isCacheAtFault = isOld(look) && (await this.#isCacheOld(look));
          await look.inTurn(() => judge(look, isCacheAtFault));
        },
        firstAfterMs: waitMs,
      },
      ended,
    ).finally(() => this.#joins.delete(breakId));
    this.#joins.set(breakId, work);
  }

  #checkSegment(
    placement: string,
    address: string,
    entry: LaneLook['entries'][number],
    { host, nowMs }: StreamLook,
  ): void {
    const { readSegment, report, pending, clock, signal, onError } = this.#options;
    const check = async () => {
      const read = await readSegment(address, signal);
      if (signal.aborted) return;
      const durationMs = entry.duration * 1000;
      const isOurs = read.host === host;
      const isBad = read.failure !== undefined || isSlowAd(read.tookMs, durationMs);
      const isCacheAtFault = isBad && isOurs && (await this.#isServedDirectly(address, durationMs));
      pending.addLooks([{ ...segmentLook(read, placement, clock.now()), isCacheAtFault }]);
      const found = checkAdDelivery({
        ...{ placement, breakId: breakOf(placement), host: read.host, outputHost: host },
        ...{ tookMs: read.tookMs, failure: read.failure, isCacheAtFault },
        ...{ durationMs, atMs: entry.start },
      });
      report.look('ad segments', found, nowMs);
    };
    void check().catch(onError);
  }

  /** Whether the stitchers serve in time, at their own address, a segment that fails or is slow at the public one. */
  async #isServedDirectly(address: string, durationMs: number): Promise<boolean> {
    const { readSegment, signal } = this.#options;
    const direct = this.#directAddress(address);
    if (direct === undefined) return false;
    const { failure, tookMs } = await readSegment(direct, signal);
    return failure === undefined && !isSlowAd(tookMs, durationMs);
  }
}

const addressOf = ({ before, rendition }: StreamLook) =>
  before.manifests.find((one) => one.rendition === rendition)?.url;

/** Whether the findings of an answer are those of an old manifest. */
const isOld = ({ before, after }: StreamLook) => judgedNow(before, after).some(isOfOldManifest);

/** The first address of each of these placements, for requests; addresses that are shown are masked. */
function addressesOf(
  { answer, after }: StreamLook,
  placements: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const addresses = new Map<string, string>();
  if (answer.kind === 'failed' || placements.size === 0) return addresses;
  const take = (uri: string, address: () => string | undefined): void => {
    const placement = placementOf(uri);
    if (placement === undefined || !placements.has(placement) || addresses.has(placement)) return;
    const found = address();
    if (found !== undefined) addresses.set(placement, found);
  };
  if (after.stream?.protocol === 'DASH') {
    for (const { contentType, address } of listedAdSegments(after.stream.audit))
      if (contentType === 'video') take(address, () => address);
    return addresses;
  }
  if (!answer.text.startsWith('#EXTM3U')) return addresses;
  for (const line of answer.text.split('\n'))
    if (!line.startsWith('#')) take(line, () => URL.parse(line.trim(), answer.url)?.href);
  return addresses;
}
