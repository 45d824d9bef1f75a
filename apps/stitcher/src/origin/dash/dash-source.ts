/**
 * One DASH source, read once for all sessions of its channel: its MPD at the pace that it declares, the union
 * of what its MPDs have shown, and the breaks found in their events. It runs while somebody watches.
 */

import { randomUUID } from 'node:crypto';
import { type DomainError, domainError, type ScheduledBreak } from '@interlude/contract';
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

export class DashSource implements PolledSource {
  readonly channel: ChannelEntry;
  readonly hasAlignedSegments = true;
  readonly #options: SourceOptions<MpdPace>;
  readonly #lifecycle: SourceLifecycle<OpenedMpd, DashReading>;
  readonly #reader: MpdReader;
  readonly #clock: SourceClock;
  /** The MPD that was taken last, and what is applied of it; the last may have failed. */
  #answer: MpdAnswer | undefined;
  #read: MpdAnswer | undefined;
  /** What `apply` opens to. */
  #next: PreparedMpd | undefined;
  /** Of the MPD that was read last: they stay when the edge alone moves. */
  #markers: { readonly mpd: Mpd; readonly found: DashCues } | undefined;
  readonly #memory: MpdMemory;
  /** A long MPD is being made a window: what is shown stays as it is. */
  #isPreparing = false;
  /** The edge moves no more before this, epoch ms: the time of others after it has moved. */
  #restUntilMs = 0;
  #opened: OpenedMpd | undefined;
  #finder: DashBreakFinder;
  #inband: InbandReader;
  /** Of the first process that has opened it: those that go on from its window have it, too. */
  #origin: string = randomUUID();
  /** When what outputs show became known, epoch ms on the clock of the source. */
  #publishMs = 0;
  /** When the reading was requested that was taken last, likewise. */
  #takenMs = 0;
  #takenPublishMs = 0;
  /** Of the reading that was taken last. */
  #takenClock: ClockAnswer = { aheadMs: 0, isSilent: false };
  #takenInbandMs: number | undefined;
  #storedPast: Promise<StoredSource | undefined> | undefined;
  /** Until it is open: the window that it goes on from. */
  #past: DashWindow | undefined;
  #isPastRead = false;
  /** Breaks by API as the last common reading has them; left out: as they are now. */
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

  /** When what outputs show became known, epoch ms on the clock of the source: the same for all that have its readings. */
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
    this.#storedPast = undefined;
    return opened;
  }

  /** The MPD, and the clock that it names: the first reading waits for it. @throws {DomainError} while it is not open */
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

  /** @throws {DomainError} why it cannot be taken, or read */
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
      // One that is alone goes on after a restart with what was shown before: its time is later in any case.
      const isSaid = reading.publishMs === undefined && this.#options.common?.isShared() === true;
      this.#takenPublishMs = isSaid ? publishedMs(answer.mpd, before, readMs) : readMs;
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /** The MPD of a reading; what others were answered is as if it had been here. */
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

  /** The source was requested, and all is as it was. */
  #stands(): void {
    if (!this.#error) {
      this.#goodAtMs = this.#options.clock.now();
    }
  }

  #pack({ answer, ...reading }: DashReading): Promise<StoredSource> {
    const isTaken = answer === this.#answer;
    return packDash(this.#options.budget, { ...reading, answer: isTaken ? undefined : answer });
  }

  /** What was taken last. */
  #packWhole(): Promise<StoredSource> {
    const nowMs = this.#takenMs;
    // Readings that changed the clock alone came after what is shown.
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

  /** Of what is given again nothing is read again: the attempt before may have failed by it. */
  #begin(past: Promise<StoredSource | undefined>): void {
    if (past !== this.#storedPast) {
      this.#storedPast = past;
      this.#isPastRead = false;
    }
  }

  /** What is known of its past, once. Never rejects. */
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
      origin: this.#origin,
      window: this.#opened.window,
      breaks: this.#finder.found,
      inband: this.#inband.readSoFar,
      targetDuration: this.#targetSeconds,
    });
  }

  /** The in-band events of an MPD whose segments may be looked at; undefined where they are not read. */
  async #followInband({ mpd, url, size }: MpdAnswer): Promise<ReadEvents | undefined> {
    if (!this.channel.settings.readInBandEvents) {
      return undefined;
    }
    const heads = await this.#options.budget.work(size, () => headsOf(mpd, url, this.nowMs));
    this.#warn(await this.#inband.follow(heads));
    return this.#inband.readSoFar;
  }

  /**
   * The longest part of taking over an MPD, when it is its turn; undefined where it fails: `apply` reports it.
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

  /** The window that the next one goes on from. */
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
    // What was shown since stays: a window that was made before the edge moved is made again.
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
    // A segment is available at its end.
    this.#publishMs = Math.max(this.#publishMs, timing.edgeMs);
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

  /** See `PolledSource`. */
  confirm(): Promise<void> | undefined {
    return this.#lifecycle.confirm();
  }

  stop(): void {
    this.#lifecycle.stop();
    this.#options.budget.memory.close();
  }
}
