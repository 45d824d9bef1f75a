/** The output lane of a channel: one session that stays, one that joins in the middle of each break. */

import { listedAdSegments } from '@interlude/audit';
import { channelOutputUri } from '@interlude/contract';
import {
  breakOf,
  checkAdDelivery,
  checkBreakPlan,
  checkDelivery,
  checkLag,
  type Found,
  foundByJudge,
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
import type { ReadManifest } from './read-manifest.ts';
import type { ReadSegment } from './read-segment.ts';
import { manifestLook, planRecorder, segmentLook } from './recorded-looks.ts';
import { ServedBreaks } from './served-breaks.ts';
import { SessionPlan } from './session-plan.ts';
import type { Wait } from './wait.ts';
import { type ListedTime, listedSince } from './watch-schedule.ts';
import { atOf } from './watch-source.ts';
import { type StreamLook, watchStream } from './watch-stream.ts';
import { type LaneLook, WatchedLane } from './watched-lane.ts';

export interface OutputLaneOptions {
  readonly channel: Pick<StoredChannel, 'id' | 'type' | 'http' | 'externalBaseUrl' | 'liveDelay'>;
  readonly stitcherPublicUrl: string;
  readonly stitcherUrl?: string | undefined;
  readonly secretKey: SecretKey;
  /** Of a session, which is one stream. */
  readonly openBudget: () => SourceBudget;
  readonly reader: (budget: SourceBudget) => ReadManifest;
  readonly readSegment: ReadSegment;
  readonly clock: Clock;
  readonly wait: Wait;
  readonly processorMs: () => number;
  readonly report: ChannelReport;
  readonly pending: PendingFlush;
  /** Of the source, when it is known. */
  readonly sourceEdge: () => LaneEdge | undefined;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** Life of a key: it opens a session at once. */
const keySeconds = 60;
const usualReloadMs = 4_000;
/** Breaks that are joined at one moment. */
const maxJoins = 2;

export class OutputLane {
  readonly #options: OutputLaneOptions;
  readonly #lane = new WatchedLane('output');
  readonly #plan: SessionPlan;
  readonly #budget: SourceBudget;
  readonly #read: ReadManifest;
  #served = new ServedBreaks();
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

  /** What the first playlist has listed without a hole. */
  get listed(): ListedTime | undefined {
    return this.#listed;
  }

  #address(): string {
    const { channel, stitcherPublicUrl, secretKey, clock } = this.#options;
    const expires = Math.floor(clock.now() / 1000) + keySeconds;
    const key = monitorKey(secretKey, channel.id, expires);
    return `${channelOutputUri(stitcherPublicUrl, channel)}?${monitorParameter}=${key}`;
  }

  /** Until the signal aborts. */
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

  /** Another session: it has another plan, and may begin in a break. */
  begin(): void {
    this.#served = new ServedBreaks();
  }

  /** Takes a look of the session that stays. */
  async look(look: StreamLook): Promise<void> {
    const { signal } = this.#options;
    const { answer } = look;
    this.#lane.takePlaylists(look);
    if (answer.kind === 'text') await this.#refreshPlan(look, signal);
    const isCacheAtFault = answer.kind === 'failed' && (await this.#answersDirectly(look));
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
    report.look(`output ${look.rendition}`, found, nowMs, seen?.manifestKey);
    if (seen?.playlist !== 0) return;
    this.#listed = listedSince(this.#listed, seen);
    this.#breaks(seen, look);
  }

  /** Only while the output lists ads. */
  async #refreshPlan({ answer }: StreamLook, signal: AbortSignal): Promise<void> {
    if (answer.kind === 'text' && /(?:^|[/"'>])ad\//m.test(answer.text))
      await this.#plan.refresh(answer.url, signal);
  }

  /** The stitchers answer what fails at the public address: what stands before them is at fault. */
  async #answersDirectly({ before, rendition }: StreamLook): Promise<boolean> {
    const { stitcherUrl, channel, stitcherPublicUrl, signal } = this.#options;
    const url = before.manifests.find((one) => one.rendition === rendition)?.url;
    const base = (channel.externalBaseUrl || stitcherPublicUrl).replace(/\/+$/, '');
    if (stitcherUrl === undefined || url?.startsWith(base) !== true) return false;
    const direct = stitcherUrl.replace(/\/+$/, '') + url.slice(base.length);
    if (direct === url) return false;
    return (await this.#read(direct, signal)).answer.kind === 'text';
  }

  #foundIn(look: StreamLook, seen: LaneLook | undefined, isCacheAtFault: boolean): Found[] {
    const { report, sourceEdge, channel } = this.#options;
    const { rendition, host, tookMs, nowMs, answer } = look;
    const failure = answer.kind === 'failed' ? answer.reason : undefined;
    const reloadMs = seen?.targetDurationMs ?? usualReloadMs;
    const delivery = {
      ...{ lane: 'output' as const, rendition, host, tookMs, failure, nowMs, reloadMs },
      sourceCause: report.sourceRules.get('T6'),
      isCacheAtFault,
    };
    const judged = foundByJudge(judgedNow(look.before, look.after), {
      ...{ lane: 'output', host, rendition, nowMs, sourceRules: report.sourceRules },
      ...{ manifestKey: seen?.manifestKey ?? '', atMs: atOf(seen, nowMs) },
    });
    const source = sourceEdge();
    const lag =
      seen?.playlist === 0 && source
        ? checkLag(source, { ...seen, nowMs, host, rendition }, channel.liveDelay * 1000)
        : [];
    return [...checkDelivery(delivery), ...judged, ...lag];
  }

  #breaks(seen: LaneLook, look: StreamLook): void {
    const { report } = this.#options;
    const begun = this.#served.take(seen.entries).slice(0, monitorLimits.segmentsOfLook);
    const addresses = addressesOf(look, new Set(begun.map(({ placement }) => placement)));
    for (const { placement, entry } of begun) {
      this.#join(breakOf(placement));
      const address = addresses.get(placement);
      if (address !== undefined) this.#checkSegment(placement, address, entry, look);
    }
    if (!this.#plan.isKnownAt(look.nowMs)) return;
    for (const { breakId, startMs, placements } of this.#served.takeWhole()) {
      const planned = this.#plan.breaks.find((one) => one.breakId === breakId);
      const found = checkBreakPlan(
        planned ?? { breakId, startMs, ads: [] },
        placements,
        look.rendition,
      );
      report.look('breaks', found, look.nowMs, seen.manifestKey);
    }
  }

  /** A second viewer comes in the middle of the break. */
  #join(breakId: string): void {
    const { clock, wait, processorMs, signal, report, onError } = this.#options;
    if (this.#joins.has(breakId) || this.#joins.size >= maxJoins) return;
    const planned = this.#plan.breaks.find((one) => one.breakId === breakId);
    const waitMs = planned ? Math.max(0, (planned.endMs - planned.startMs) / 2) : 5_000;
    const leaving = new AbortController();
    const ended = AbortSignal.any([signal, leaving.signal]);
    void wait(waitMs + monitorPace.joinMs, signal).then(() => leaving.abort());
    const judge = (look: StreamLook): void => {
      const { rendition, host, nowMs } = look;
      const found = foundByJudge(judgedNow(look.before, look.after), {
        ...{ lane: 'output', host, rendition, nowMs, sourceRules: report.sourceRules },
        ...{ manifestKey: '', atMs: nowMs },
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
        onLook: (look) => look.inTurn(() => judge(look)),
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
      pending.addLooks([segmentLook(read, placement, clock.now())]);
      const found = checkAdDelivery({
        ...{ placement, breakId: breakOf(placement), host: read.host, outputHost: host },
        ...{ tookMs: read.tookMs, failure: read.failure },
        ...{ durationMs: entry.duration * 1000, atMs: entry.start },
      });
      report.look('ad segments', found, nowMs);
    };
    void check().catch(onError);
  }
}

/** The first address of each of these placements, as it is: what is shown of it is masked. */
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
