/**
 * One DASH source, read once for all sessions of its channel: it polls the MPD at the pace that it declares, keeps the
 * union of all its MPDs, and finds breaks in their events. It runs while the channel has viewers.
 */

import { randomUUID } from 'node:crypto';
import type { ScheduledBreak } from '@interlude/contract';
import { type DomainError, domainError } from '@interlude/contract/errors';
import type { Mpd } from '@interlude/dash';
import { isTooLarge, keptBytes, sourceUrl, workLimits } from '@interlude/runtime';
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
import { asDomainError, sourceUnavailable } from '../open-within.ts';
import { stalenessOf } from '../poll-pace.ts';
import type { PolledSource, SourceOptions } from '../polled-source.ts';
import { type News, type Poll, SourceLifecycle } from '../source-lifecycle.ts';
import type { SourceHealth } from '../source-report.ts';
import type { StoredSource } from '../stored-source.ts';
import { checkMpd } from './check-mpd.ts';
import { DashBreakFinder } from './dash-break-finder.ts';
import { dashProfile } from './dash-profile.ts';
import { type DashReading, packDash, unpackDash } from './dash-reading.ts';
import { longestSegmentSeconds, type MpdTiming, publishedMs, timingOf } from './dash-timing.ts';
import type { MpdAnswer } from './fetch-mpd.ts';
import { headsOf, InbandReader, type ReadEvents } from './inband-reader.ts';
import { MpdMemory } from './mpd-memory.ts';
import { MpdReader } from './mpd-reader.ts';
import { type ClockAnswer, SourceClock } from './source-clock.ts';
import { readStoredDash, storeDash } from './stored-dash.ts';

/** The newest MPD and the window: the input of all outputs. */
export interface OpenedMpd {
  readonly mpd: Mpd;
  readonly window: DashWindow;
}

interface PreparedMpd {
  readonly opened: OpenedMpd;
  /** The window that this one extends. */
  readonly from: DashWindow | undefined;
  /** When its segments were listed, epoch ms on the source clock. */
  readonly nowMs: number;
}

export class DashSource implements PolledSource {
  readonly channel: ChannelEntry;
  readonly hasAlignedSegments = true;
  readonly #options: SourceOptions<MpdPace>;
  readonly #lifecycle: SourceLifecycle<OpenedMpd, DashReading>;
  readonly #reader: MpdReader;
  readonly #clock: SourceClock;
  /**
   * The MPD that was taken last; `#read` is the one that `apply` takes over, undefined where the last reading failed.
   */
  #answer: MpdAnswer | undefined;
  #read: MpdAnswer | undefined;
  /** MPD and window that were prepared for `apply`. */
  #next: PreparedMpd | undefined;
  /** Markers of the MPD that was prepared last: they stay when the edge alone moves. */
  #markers: { readonly mpd: Mpd; readonly found: DashCues } | undefined;
  readonly #memory: MpdMemory;
  /** A window is being made of a new MPD: the edge does not move meanwhile. */
  #isPreparing = false;
  /** Epoch ms before which the edge does not move again: other work has its turn after it was moved. */
  #restUntilMs = 0;
  #opened: OpenedMpd | undefined;
  #finder: DashBreakFinder;
  #inband: InbandReader;
  /** Random id of the first process that opened the source; processes that go on from its window have the same. */
  #origin: string = randomUUID();
  /** When the newest state of the outputs became known, epoch ms on the clock of the source. */
  #publishMs = 0;
  /** When the reading that was taken last was requested, likewise. */
  #takenMs = 0;
  #takenPublishMs = 0;
  /** Clock of the reading that was taken last. */
  #takenClock: ClockAnswer = { aheadMs: 0, isSilent: false };
  #takenInbandMs: number | undefined;
  #storedPast: Promise<StoredSource | undefined> | undefined;
  /** Window of the snapshot, until the source is open. */
  #past: DashWindow | undefined;
  #isPastRead = false;
  /** Breaks by API of the last common reading; undefined: those that are declared by now. */
  #commonBreaks: readonly ScheduledBreak[] | undefined;
  readonly #scheduledBreaks = () => this.#commonBreaks ?? this.#options.scheduledBreaks();
  readonly #cachedMs: CachedAddresses;
  #timing: MpdTiming | undefined;
  #targetSeconds = 1;
  #profile: DashProfile | undefined;
  #error: DomainError | undefined;
  #goodAtMs = 0;
  readonly #readings = new KeptReadings();

  constructor(options: SourceOptions<MpdPace>) {
    const { channel, egress, budget, clock, onChange } = options;
    this.channel = channel;
    this.#options = options;
    this.#reader = new MpdReader(egress, budget, channel.settings);
    this.#clock = new SourceClock(egress, clock);
    this.#memory = new MpdMemory(budget.memory);
    this.#finder = new DashBreakFinder(channel.settings, this.#scheduledBreaks);
    this.#inband = new InbandReader(egress);
    this.#cachedMs = cachedAddresses(channel.settings.cacheList);
    this.#lifecycle = new SourceLifecycle(
      { ...options, onChange: () => onChange(this) },
      {
        url: this.#url,
        begin: (past) => this.#begin(past),
        request: () => this.#request(),
        take: (reading, isCommon) => this.#take(reading, isCommon),
        apply: () => this.#apply(),
        note: (version) => this.#note(version),
        opened: () => this.#whatIsOpened(),
        isEnded: () => this.#opened?.mpd.type === 'static',
        delayMs: (poll) => this.#delayMs(poll),
        isNews: (reading) => this.#isNews(reading),
        stands: () => this.#stands(),
        pack: (reading) => this.#pack(reading),
        unpack: (lines) => unpackDash(this.#options.budget, lines),
        packWhole: () => this.#packWhole(),
        store: () => this.store(),
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

  /** End of the newest segment, up to which events have been read, ms on the source clock. */
  get knownUntilMs(): number {
    return this.#opened ? dashEdgeMs(this.#opened.window) : Number.NEGATIVE_INFINITY;
  }

  /** Now on the clock that players of this source use, epoch ms. */
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

  /**
   * When the newest state of the outputs became known, epoch ms on the clock of the source: equal wherever its readings
   * are.
   */
  get publishMs(): number {
    return this.#publishMs;
  }

  /** See `BreakSource`. */
  get numbering(): string {
    return this.#origin;
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

  /** Error of a source that can no longer be served (rule H33); undefined while it can. */
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
    this.#storedPast = undefined;
    return opened;
  }

  /**
   * Requests the MPD and its clock; only the first reading waits for the clock. @throws {DomainError} while it is not
   * open
   */
  async #request(): Promise<DashReading> {
    const isFirst = this.#opened === undefined;
    const scheduled = this.#options.scheduledBreaks();
    try {
      if (isFirst) {
        await this.#readPast();
      }
      const { answer, oddities } = await this.#reader.read(!isFirst);
      const clockRequested = this.#clock.follow(answer.mpd, answer.url);
      if (isFirst) {
        await clockRequested;
      }
      if (answer.mpd !== this.#opened?.mpd) {
        await this.#options.budget.work(answer.size, () => checkMpd(answer.mpd, this.nowMs));
      }
      const inband = await this.#followInband(answer);
      const { nowMs } = this;
      const { answer: clock } = this.#clock;
      return { nowMs, origin: this.#origin, clock, answer, oddities, inband, scheduled };
    } catch (caught) {
      const error = asDomainError(caught, this.#url);
      if (isFirst) {
        throw this.#failed(error);
      }
      const now = { nowMs: this.nowMs, origin: this.#origin, clock: this.#clock.answer };
      return { ...now, oddities: [], scheduled, error };
    }
  }

  #failed(error: unknown): DomainError {
    const failure = asDomainError(error, this.#url);
    this.#error = failure;
    if (!this.#opened && isTooLarge(failure)) {
      this.#dropPast();
    }
    return failure;
  }

  /** @throws {DomainError} why it could not be read, or cannot be taken */
  async #take(reading: DashReading, isCommon: boolean): Promise<undefined> {
    this.#read = undefined;
    this.#commonBreaks = isCommon ? reading.scheduled : undefined;
    try {
      if (reading.error) {
        throw reading.error;
      }
      if (!this.#opened) {
        await this.#readPast();
        this.#origin = this.#past ? this.#origin : reading.origin;
      }
      const before = this.#answer?.mpd;
      const answer = this.#taken(reading);
      this.#goodAtMs = this.#options.clock.now();
      this.#error = undefined;
      this.#warn(reading.oddities);
      if (answer.mpd !== this.#opened?.mpd) {
        this.#next = await this.#prepared(answer, reading.nowMs);
      }
      this.#read = answer;
      this.#takenMs = reading.nowMs;
      const readMs = reading.publishMs ?? reading.nowMs;
      // Alone, it counts from the request: after a restart that is later than all times that were shown before.
      const isSaid = reading.publishMs === undefined && this.#options.common?.isShared() === true;
      this.#takenPublishMs = isSaid ? publishedMs(answer.mpd, before, readMs) : readMs;
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /** Takes over the answers of a reading, also of another stitcher's, and returns its MPD. */
  #taken({ answer = this.#answer, clock, inband }: DashReading): MpdAnswer {
    if (!answer) {
      throw sourceUnavailable(undefined);
    }
    if (answer !== this.#reader.known) {
      this.#reader.take(answer);
    }
    this.#clock.take(clock);
    this.#takenClock = clock;
    this.#takenInbandMs = inband?.readMs;
    if (inband && inband.readMs !== this.#inband.readSoFar.readMs) {
      this.#inband = new InbandReader(this.#options.egress, inband);
    }
    this.#options.budget.memory.keep('in-band events', keptBytes(this.#inband.size));
    this.#answer = answer;
    return answer;
  }

  #isNews({ answer, clock, inband, scheduled, error }: DashReading): boolean {
    const { aheadMs, isSilent } = this.#takenClock;
    return (
      answer !== this.#answer ||
      error !== undefined ||
      this.#error !== undefined ||
      clock.aheadMs !== aheadMs ||
      clock.isSilent !== isSilent ||
      inband?.readMs !== this.#takenInbandMs ||
      JSON.stringify(scheduled) !== JSON.stringify(this.#commonBreaks ?? [])
    );
  }

  /** Notes that the source was requested and is unchanged: it is not stale. */
  #stands(): void {
    if (!this.#error) {
      this.#goodAtMs = this.#options.clock.now();
    }
  }

  #pack({ answer, ...reading }: DashReading): Promise<StoredSource> {
    const isTaken = answer === this.#answer;
    return packDash(this.#options.budget, { ...reading, answer: isTaken ? undefined : answer });
  }

  /** The whole state that was taken last, as one reading. */
  #packWhole(): Promise<StoredSource> {
    const nowMs = this.#takenMs;
    // Not the time of the last reading, which may have changed the clock alone.
    const publishMs = this.#publishMs;
    const { settings } = this.channel;
    return packDash(this.#options.budget, {
      ...{
        nowMs,
        publishMs,
        origin: this.#origin,
        clock: this.#clock.answer,
        answer: this.#answer,
      },
      oddities: [],
      inband: settings.readInBandEvents ? this.#inband.readSoFar : undefined,
      scheduled: this.#options.scheduledBreaks(),
    });
  }

  /** Sets the snapshot. One that is set again is not read again: the attempt before may have failed because of it. */
  #begin(past: Promise<StoredSource | undefined>): void {
    if (past !== this.#storedPast) {
      this.#storedPast = past;
      this.#isPastRead = false;
    }
  }

  /** Restores the snapshot, once. Never rejects. */
  async #readPast(): Promise<void> {
    if (this.#isPastRead) {
      return;
    }
    this.#isPastRead = true;
    const { budget, channel, egress, report } = this.#options;
    try {
      const lines = await this.#storedPast;
      const past = lines && (await readStoredDash(budget, lines));
      if (past) {
        this.#past = past.window;
        this.#origin = past.origin;
        this.#finder = new DashBreakFinder(channel.settings, this.#scheduledBreaks, past.breaks);
        this.#inband = new InbandReader(egress, past.inband);
        this.#targetSeconds = past.targetDuration;
        this.#memory.restored(past.sizes);
      }
    } catch (error) {
      this.#dropPast();
      report.broken(error);
    }
  }

  /** Releases the snapshot: it is in the window, or must not keep the source from being opened. */
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
      origin: this.#origin,
      window: this.#opened.window,
      breaks: this.#finder.found,
      inband: this.#inband.readSoFar,
      targetDuration: this.#targetSeconds,
    });
  }

  /** Reads the in-band events of an MPD that `checkMpd` has passed; undefined where the channel does not read them. */
  async #followInband({ mpd, url, size }: MpdAnswer): Promise<ReadEvents | undefined> {
    if (!this.channel.settings.readInBandEvents) {
      return undefined;
    }
    const heads = await this.#options.budget.work(size, () => headsOf(mpd, url, this.nowMs));
    this.#warn(await this.#inband.follow(heads));
    return this.#inband.readSoFar;
  }

  /**
   * Makes the window and the markers of a new MPD, the longest part of taking it over, in turns with other work;
   * undefined where that fails: `apply` fails again and reports it.
   * @throws {DomainError} SOURCE_TOO_LARGE
   */
  async #prepared(answer: MpdAnswer, nowMs: number): Promise<PreparedMpd | undefined> {
    const { mpd, url, size } = answer;
    this.#isPreparing = true;
    try {
      const { budget } = this.#options;
      const next = await budget
        .work(size, () => this.#made(answer, nowMs))
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
        this.#memory.book(mpd, next.opened.window, size);
      }
      return next;
    } finally {
      this.#isPreparing = false;
    }
  }

  #made({ mpd, url }: MpdAnswer, nowMs: number): PreparedMpd {
    const window = this.#extended(mpd, url, nowMs);
    return { opened: { mpd, window }, from: this.#before, nowMs };
  }

  /** The window that the next one extends. */
  get #before(): DashWindow | undefined {
    return this.#opened?.window ?? this.#past;
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
    const { mpd } = this.#read;
    const isChanged = mpd !== this.#opened?.mpd;
    if (isChanged) {
      this.#open(this.#read);
    } else if (!this.#moveEdge()) {
      return 'none';
    }
    if (this.#opened) {
      this.#findBreaks(this.#opened);
    }
    return isChanged ? 'manifest' : 'edge';
  }

  #open(answer: MpdAnswer): void {
    const { mpd } = answer;
    const next = this.#next;
    this.#next = undefined;
    // Segments that were shown since must stay: a window that was made before the edge moved is made again.
    const isNext = next?.opened.mpd === mpd && next.from === this.#before;
    const { opened, nowMs } = isNext ? next : this.#made(answer, this.nowMs);
    this.#opened = opened;
    this.#publishMs = Math.max(this.#publishMs, this.#takenPublishMs);
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

  /** Moves the edge by the clock where segments become available without a new MPD; true when it has moved. */
  #moveEdge(): boolean {
    const opened = this.#opened;
    const before = this.#timing;
    const { nowMs } = this;
    const timing = opened && before?.isClockDriven && timingOf(opened.mpd, nowMs);
    if (!opened || !before || !timing || timing.edgeMs <= before.edgeMs) {
      return false;
    }
    this.#timing = timing;
    // A segment is available at its end.
    this.#publishMs = Math.max(this.#publishMs, timing.edgeMs);
    const window = this.#extended(opened.mpd, opened.window.baseUrl, nowMs);
    this.#opened = { mpd: opened.mpd, window };
    return true;
  }

  /** Moves the edge by the clock between two polls; sessions follow. */
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

  /** See `PolledSource`. */
  confirm(): Promise<void> | undefined {
    return this.#lifecycle.confirm();
  }

  stop(): void {
    this.#lifecycle.stop();
    this.#options.budget.memory.close();
  }
}
