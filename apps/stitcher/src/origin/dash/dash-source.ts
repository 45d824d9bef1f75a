/**
 * One DASH source, read once for all sessions of its channel: its MPD at the pace that it declares, the union
 * of what its MPDs have shown, and the breaks found in their events. It runs while somebody watches.
 */

import { type DomainError, domainError } from '@interlude/contract';
import type { Mpd, XmlElement } from '@interlude/dash';
import {
  budgetLimits,
  type DocumentSize,
  isTooLarge,
  keptBytes,
  sourceUrl,
  tooLarge,
  workLimits,
} from '@interlude/runtime';
import {
  type AdBreak,
  type BreakReading,
  type DashCues,
  type DashWindow,
  dashBoundaries,
  dashEdgeMs,
  endOnBoundary,
  extendDashWindow,
  freezePeriods,
} from '@interlude/stitching';
import type { ChannelEntry } from '../../channels/channel-entry.ts';
import { type CachedAddresses, cachedAddresses } from '../cached-addresses.ts';
import type { DashProfile } from '../channel-profile.ts';
import type { MpdPace } from '../dash-pace.ts';
import { KeptReadings } from '../kept-readings.ts';
import { asDomainError } from '../open-within.ts';
import { stalenessOf } from '../poll-pace.ts';
import type { PolledSource, SourceOptions } from '../polled-source.ts';
import { type News, type Poll, SourceLifecycle } from '../source-lifecycle.ts';
import type { SourceHealth } from '../source-report.ts';
import type { StoredSource } from '../stored-source.ts';
import { checkMpd } from './check-mpd.ts';
import { DashBreakFinder } from './dash-break-finder.ts';
import { dashProfile } from './dash-profile.ts';
import { longestSegmentSeconds, type MpdTiming, timingOf } from './dash-timing.ts';
import { headsOf, InbandReader } from './inband-reader.ts';
import { MpdReader } from './mpd-reader.ts';
import { SourceClock } from './source-clock.ts';
import { readStoredDash, storeDash } from './stored-dash.ts';

/** What outputs are made of. */
export interface OpenedMpd {
  readonly mpd: Mpd;
  readonly window: DashWindow;
}

interface PreparedMpd {
  readonly opened: OpenedMpd;
  /** The window that it goes on from. */
  readonly from: DashWindow | undefined;
  /** When its segments were listed, epoch ms on the source clock. */
  readonly nowMs: number;
}

const textOf = ({ range }: XmlElement) => range?.source ?? '';

/** What the window keeps of all MPDs: segments in runs, and where they can be cut. */
function bytesOfSegments({ periods, boundariesMs }: DashWindow): number {
  const tracks = periods.flatMap((period) => period.tracks);
  const runs = tracks.reduce((sum, track) => sum + track.runs.length, 0);
  const addresses = tracks.reduce(
    (sum, track) => sum + (track.kind === 'list' ? track.addresses.length : 0),
    0,
  );
  const entries = keptBytes({ bytes: 0, entries: addresses });
  return runs * budgetLimits.runBytes + boundariesMs.length * 8 + entries;
}

export class DashSource implements PolledSource {
  readonly channel: ChannelEntry;
  readonly hasAlignedSegments = true;
  readonly #options: SourceOptions<MpdPace>;
  readonly #lifecycle: SourceLifecycle<OpenedMpd>;
  readonly #reader: MpdReader;
  readonly #clock: SourceClock;
  /** The MPD that the last poll has read. */
  #read: { readonly mpd: Mpd; readonly url: string } | undefined;
  /** What `apply` opens to. */
  #next: PreparedMpd | undefined;
  /** Of the MPD that was read last: they stay when the edge alone moves. */
  #markers: { readonly mpd: Mpd; readonly found: DashCues } | undefined;
  /** Of the MPDs whose Periods are kept, by their text. */
  readonly #sizes = new Map<string, DocumentSize>();
  /** A long MPD is being made a window: what is shown stays as it is. */
  #isPreparing = false;
  /** The edge moves no more before this, epoch ms: the time of others after it has moved. */
  #restUntilMs = 0;
  #opened: OpenedMpd | undefined;
  #finder: DashBreakFinder;
  #inband: InbandReader;
  /** Until it is open: the window that it goes on from. */
  #past: DashWindow | undefined;
  #isPastRead = false;
  readonly #cachedMs: CachedAddresses;
  #timing: MpdTiming | undefined;
  #targetSeconds = 1;
  #profile: DashProfile | undefined;
  #error: DomainError | undefined;
  #goodAtMs = 0;
  readonly #readings = new KeptReadings();

  constructor(options: SourceOptions<MpdPace>) {
    const { channel, egress, budget, clock, report, scheduledBreaks, onChange } = options;
    this.channel = channel;
    this.#options = options;
    this.#reader = new MpdReader(egress, budget, channel.settings);
    this.#clock = new SourceClock(egress, clock);
    this.#finder = new DashBreakFinder(channel.settings, scheduledBreaks);
    this.#inband = new InbandReader(egress);
    this.#cachedMs = cachedAddresses(channel.settings.cacheList);
    this.#lifecycle = new SourceLifecycle(
      { clock, report, onChange: () => onChange(this) },
      {
        url: this.#url,
        read: () => this.#poll(),
        apply: () => this.#apply(),
        note: (version) => this.#note(version),
        opened: () => this.#whatIsOpened(),
        isEnded: () => this.#opened?.mpd.type === 'static',
        delayMs: (poll) => this.#delayMs(poll),
      },
    );
  }

  get #url(): string {
    return sourceUrl(this.channel.settings);
  }

  get health(): SourceHealth {
    return this.#lifecycle.health;
  }

  get breaks(): readonly AdBreak[] {
    return this.#finder.breaks;
  }

  get breaksVersion(): number {
    return this.#finder.version;
  }

  get pollVersion(): number {
    return this.#lifecycle.version;
  }

  /** How far events have been looked for and segments are there, ms on the source clock. */
  get knownUntilMs(): number {
    return this.#opened ? dashEdgeMs(this.#opened.window) : Number.NEGATIVE_INFINITY;
  }

  /** Epoch ms on the clock that players of this source go by. */
  get nowMs(): number {
    return this.#clock.now();
  }

  /** The source names clocks that do not answer: outputs announce ours (rule D12). */
  get isClockSilent(): boolean {
    return this.#clock.isSilent;
  }

  get oldestMs(): number {
    const { timeShiftWindow } = this.channel.settings;
    const oldestMs = this.#timing?.oldestMs ?? Number.NEGATIVE_INFINITY;
    return Math.min(oldestMs, this.knownUntilMs - timeShiftWindow * 1000);
  }

  get profile(): DashProfile | undefined {
    return this.#profile;
  }

  /** Seconds: the longest segment, rounded up. */
  get targetDuration(): number {
    return this.#targetSeconds;
  }

  get timing(): { windowMs: number; targetDurationMs: number } {
    const { edgeMs = 0, oldestMs = 0 } = this.#timing ?? {};
    return { windowMs: edgeMs - oldestMs, targetDurationMs: this.#targetSeconds * 1000 };
  }

  get opened(): OpenedMpd | undefined {
    return this.#opened;
  }

  /** See `BreakSource`. */
  get readings(): readonly BreakReading[] {
    return this.#readings.all;
  }

  #note(version: number): void {
    const boundaries = this.#opened && dashBoundaries(this.#opened.window);
    const { breaks, knownUntilMs, oldestMs, hasAlignedSegments } = this;
    this.#readings.add({
      ...{ version, breaks, knownUntilMs, oldestMs, hasAlignedSegments },
      hasEnded: boundaries?.ended ?? false,
      placed: (pod, planned) => (boundaries ? endOnBoundary(pod, planned, boundaries) : pod),
      frozen: (plan) => (boundaries ? freezePeriods(plan, boundaries) : plan),
    });
  }

  /** Why it can no longer be served although it was (rule H33); undefined when it can. */
  get staleness(): DomainError | undefined {
    const silentMs = this.#options.clock.now() - this.#goodAtMs;
    return stalenessOf(this.#error, silentMs, this.#targetSeconds);
  }

  /** See `SourceLifecycle`. */
  open(): Promise<OpenedMpd> {
    return this.#lifecycle.open();
  }

  #whatIsOpened(): OpenedMpd {
    const opened = this.#opened;
    if (!opened || !this.#timing) {
      this.#opened = undefined;
      const reason = 'it lists no segments of video or audio';
      throw domainError('SOURCE_UNSUPPORTED', { reason });
    }
    return opened;
  }

  /** The MPD, and the clock that it names: the first poll waits for it. */
  async #poll(): Promise<undefined> {
    const isFirst = this.#opened === undefined;
    this.#read = undefined;
    try {
      if (isFirst) {
        await this.#readPast();
      }
      const { mpd, url, size, oddities } = await this.#reader.read(!isFirst);
      this.#goodAtMs = this.#options.clock.now();
      this.#error = undefined;
      this.#warn(oddities);
      const clockRequested = this.#clock.follow(mpd, url);
      if (isFirst) {
        await clockRequested;
      }
      const isNew = mpd !== this.#opened?.mpd;
      if (isNew) {
        await this.#options.budget.work(size, () => checkMpd(mpd, this.nowMs));
      }
      // First: the edge moves on while segments are requested, and a window of before would be made again.
      if (this.channel.settings.readInBandEvents) {
        await this.#followInband(mpd, url, size);
      }
      if (isNew) {
        this.#next = await this.#prepared(mpd, url, size);
      }
      this.#read = { mpd, url };
    } catch (error) {
      this.#error = asDomainError(error, this.#url);
      if (isFirst && isTooLarge(this.#error)) {
        this.#dropPast();
      }
      throw this.#error;
    }
  }

  /** What is known of its past, once. Never rejects. */
  async #readPast(): Promise<void> {
    if (this.#isPastRead) {
      return;
    }
    this.#isPastRead = true;
    const { findStored, budget, channel, egress, scheduledBreaks, report } = this.#options;
    try {
      const lines = await findStored?.();
      const past = lines && (await readStoredDash(budget, lines));
      if (past) {
        this.#past = past.window;
        this.#finder = new DashBreakFinder(channel.settings, scheduledBreaks, past.breaks);
        this.#inband = new InbandReader(egress, past.inband);
        this.#targetSeconds = past.targetDuration;
        for (const [text, size] of past.sizes) {
          this.#sizes.set(text, size);
        }
      }
    } catch (error) {
      this.#dropPast();
      report.broken(error);
    }
  }

  /** It is in the window, or must not keep the source from being opened. */
  #dropPast(): void {
    this.#past = undefined;
    this.#options.budget.memory.keep('past', 0);
  }

  /** See `PolledSource`. */
  async store(): Promise<StoredSource | undefined> {
    if (!this.#opened || !this.#lifecycle.isOpen) {
      return undefined;
    }
    return storeDash(this.#options.budget, {
      window: this.#opened.window,
      breaks: this.#finder.found,
      inband: this.#inband.readSoFar,
      targetDuration: this.#targetSeconds,
    });
  }

  /** Reads the in-band events of an MPD whose segments may be looked at. @throws {DomainError} SOURCE_TOO_LARGE */
  async #followInband(mpd: Mpd, url: string, size: DocumentSize): Promise<void> {
    const { budget } = this.#options;
    const heads = await budget.work(size, () => headsOf(mpd, url, this.nowMs));
    this.#warn(await this.#inband.follow(heads));
    budget.memory.keep('in-band events', keptBytes(this.#inband.size));
  }

  /**
   * The longest part of taking over an MPD, when it is its turn; undefined where it fails: `apply` reports it.
   * @throws {DomainError} SOURCE_TOO_LARGE
   */
  async #prepared(mpd: Mpd, url: string, size: DocumentSize): Promise<PreparedMpd | undefined> {
    this.#isPreparing = true;
    try {
      const { budget } = this.#options;
      const next = await budget
        .work(size, () => this.#made(mpd, url))
        .catch(() => {
          this.#dropPast();
          return undefined;
        });
      const markers = budget.work(size, () => this.#finder.find(mpd, { baseUrl: url }));
      this.#markers = await markers.then(
        (found) => ({ mpd, found }),
        () => undefined,
      );
      if (next) {
        this.#book(next.opened, size);
      }
      return next;
    } finally {
      this.#isPreparing = false;
    }
  }

  #made(mpd: Mpd, url: string): PreparedMpd {
    const { nowMs } = this;
    const window = this.#extended(mpd, url, nowMs);
    return { opened: { mpd, window }, from: this.#before, nowMs };
  }

  /** The window that the next one goes on from. */
  get #before(): DashWindow | undefined {
    return this.#opened?.window ?? this.#past;
  }

  /** Periods that are still shown keep the MPD that they were read from. @throws {DomainError} SOURCE_TOO_LARGE */
  #book({ mpd, window }: OpenedMpd, size: DocumentSize): void {
    const { memory } = this.#options.budget;
    if (window.boundariesMs.length > budgetLimits.boundaries) {
      throw tooLarge('announced', budgetLimits.boundaries);
    }
    this.#sizes.set(textOf(mpd.element), size);
    const texts = new Set(window.periods.map(({ element }) => textOf(element)));
    let earlier = 0;
    for (const [text, known] of this.#sizes) {
      if (!texts.has(text)) {
        this.#sizes.delete(text);
      } else if (text !== textOf(mpd.element)) {
        earlier += keptBytes(known);
      }
    }
    memory.keep('segments', bytesOfSegments(window));
    memory.keep('earlier MPDs', earlier);
  }

  #delayMs({ result, tookMs }: Poll): number {
    const { settings } = this.channel;
    const delayMs = this.#options.pace(settings, {
      minimumUpdatePeriodMs: this.#opened?.mpd.minimumUpdatePeriodMs,
      segmentMs: this.#targetSeconds * 1000,
      outcome: result,
      tookMs,
    });
    // A failed poll has no answer to keep.
    const keptMs = result === 'failed' ? 0 : this.#cachedMs(this.#url);
    return Math.max(delayMs, keptMs - tookMs);
  }

  #apply(): News {
    if (!this.#read) {
      return 'none';
    }
    const { mpd, url } = this.#read;
    const isChanged = mpd !== this.#opened?.mpd;
    if (isChanged) {
      this.#take(mpd, url);
    } else if (!this.#moveEdge()) {
      return 'none';
    }
    if (this.#opened) {
      this.#findBreaks(this.#opened);
    }
    return isChanged ? 'manifest' : 'edge';
  }

  #take(mpd: Mpd, url: string): void {
    const next = this.#next;
    this.#next = undefined;
    // What was shown since stays: a window that was made before the edge moved is made again.
    const isNext = next?.opened.mpd === mpd && next.from === this.#before;
    const { opened, nowMs } = isNext ? next : this.#made(mpd, url);
    this.#opened = opened;
    this.#dropPast();
    this.#timing = timingOf(mpd, nowMs) ?? this.#timing;
    const declared = (mpd.maxSegmentDurationMs ?? 0) / 1000;
    const longest = Math.max(declared, longestSegmentSeconds(mpd));
    this.#targetSeconds = Math.max(this.#targetSeconds, Math.ceil(longest));
    this.#profile = dashProfile(mpd, this.#targetSeconds, this.#profile);
  }

  #extended(mpd: Mpd, baseUrl: string, nowMs: number): DashWindow {
    const { timeShiftWindow, dvrWindow, liveDelay } = this.channel.settings;
    return extendDashWindow(this.#before, mpd, {
      baseUrl,
      nowMs,
      keepMs: (Math.max(timeShiftWindow, dvrWindow) + liveDelay) * 1000,
    });
  }

  /** Where segments are named by the clock the edge moves by itself; true when it did. */
  #moveEdge(): boolean {
    const opened = this.#opened;
    const before = this.#timing;
    const { nowMs } = this;
    const timing = opened && before?.isClockDriven && timingOf(opened.mpd, nowMs);
    if (!opened || !before || !timing || timing.edgeMs <= before.edgeMs) {
      return false;
    }
    this.#timing = timing;
    const window = this.#extended(opened.mpd, opened.window.baseUrl, nowMs);
    this.#opened = { mpd: opened.mpd, window };
    return true;
  }

  /** Takes the clock into account between two polls; the sessions follow. */
  advance(): void {
    const { clock } = this.#options;
    const beganMs = clock.now();
    const mayMove = !this.#isPreparing && beganMs >= this.#restUntilMs;
    if (mayMove && this.#moveEdge() && this.#opened) {
      this.#findBreaks(this.#opened);
      this.#lifecycle.advance();
      const endedMs = clock.now();
      this.#restUntilMs = endedMs + (endedMs - beganMs) * workLimits.restFactor;
    }
  }

  #warn(codes: readonly string[]): void {
    if (codes.length > 0) {
      this.#options.report.warnings(codes);
    }
  }

  #findBreaks({ mpd, window }: OpenedMpd): void {
    const found = this.#markers?.mpd === mpd ? this.#markers.found : undefined;
    this.#warn(this.#finder.read(mpd, window, this.#inband.events, found));
  }

  stop(): void {
    this.#lifecycle.stop();
    this.#options.budget.memory.close();
  }
}
