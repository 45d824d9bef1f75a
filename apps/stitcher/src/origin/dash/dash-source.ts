/**
 * One DASH source, read once for all sessions of its channel: its MPD at the pace that it asks for, the union
 * of what its MPDs have shown, and the breaks found in their events. It runs while somebody watches.
 */

import { type DomainError, domainError } from '@interlude/contract';
import type { Mpd } from '@interlude/dash';
import type { Clock, Egress } from '@interlude/runtime';
import {
  type AdBreak,
  type DashWindow,
  dashEdgeMs,
  endOnBoundary,
  extendDashWindow,
  type PlannedBreak,
  type Pod,
} from '@interlude/stitching';
import type { ChannelEntry } from '../../channels/channel-entry.ts';
import { type CachedAddresses, cachedAddresses } from '../cached-addresses.ts';
import type { DashProfile } from '../channel-profile.ts';
import type { MpdPace } from '../dash-pace.ts';
import { asDomainError } from '../hls/rendition-source.ts';
import { originLimits } from '../origin-limits.ts';
import { staleAfterMs } from '../poll-pace.ts';
import type { PolledSource } from '../polled-source.ts';
import type { ScheduledBreaks } from '../scheduled-cues.ts';
import { nextHealth, type SourceHealth, type SourceReport } from '../source-report.ts';
import { DashBreakFinder } from './dash-break-finder.ts';
import { dashProfile } from './dash-profile.ts';
import { longestSegmentSeconds, type MpdTiming, timingOf } from './dash-timing.ts';
import { MpdReader } from './mpd-reader.ts';
import { SourceClock } from './source-clock.ts';

export interface DashSourceOptions {
  readonly channel: ChannelEntry;
  readonly egress: Pick<Egress, 'request'>;
  readonly clock: Clock;
  readonly report: SourceReport;
  readonly pace: MpdPace;
  readonly scheduledBreaks: ScheduledBreaks;
  /** After a poll that brought something new. */
  readonly onChange: (source: DashSource) => void;
}

/** What outputs are made of. */
export interface OpenedMpd {
  readonly mpd: Mpd;
  readonly window: DashWindow;
}

export class DashSource implements PolledSource {
  readonly channel: ChannelEntry;
  readonly hasAlignedSegments = true;
  readonly #options: DashSourceOptions;
  readonly #reader: MpdReader;
  readonly #clock: SourceClock;
  #opened: OpenedMpd | undefined;
  #opening: Promise<OpenedMpd> | undefined;
  #failedOpen: { readonly error: DomainError; readonly atMs: number } | undefined;
  readonly #finder: DashBreakFinder;
  readonly #cachedMs: CachedAddresses;
  #pollVersion = 0;
  #timing: MpdTiming | undefined;
  #targetSeconds = 1;
  #profile: DashProfile | undefined;
  #error: DomainError | undefined;
  #goodAtMs = 0;
  #health: SourceHealth;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: DashSourceOptions) {
    this.channel = options.channel;
    this.#options = options;
    this.#reader = new MpdReader(options.egress, options.channel.settings);
    this.#clock = new SourceClock(options.egress, options.clock);
    this.#finder = new DashBreakFinder(options.channel.settings, options.scheduledBreaks);
    this.#cachedMs = cachedAddresses(options.channel.settings.cacheList);
    this.#health = { state: 'starting', sinceMs: options.clock.now() };
  }

  get health(): SourceHealth {
    return this.#health;
  }

  get breaks(): readonly AdBreak[] {
    return this.#finder.breaks;
  }

  get breaksVersion(): number {
    return this.#finder.version;
  }

  get pollVersion(): number {
    return this.#pollVersion;
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

  placed(pod: Pod, planned: PlannedBreak): Pod {
    return this.#opened ? endOnBoundary(pod, planned, this.#opened.window) : pod;
  }

  /** Why it can no longer be served although it was (rule H33); undefined when it can. */
  get staleness(): DomainError | undefined {
    const silentMs = this.#options.clock.now() - this.#goodAtMs;
    return this.#error && silentMs > staleAfterMs(this.#targetSeconds) ? this.#error : undefined;
  }

  /**
   * Resolves when the source has been read once. A source that cannot be opened is tried again at the next
   * call, but not at once.
   * @throws {DomainError} what keeps it from being read
   */
  open(): Promise<OpenedMpd> {
    if (this.#opened) {
      return Promise.resolve(this.#opened);
    }
    const failed = this.#failedOpen;
    if (failed && this.#options.clock.now() - failed.atMs < originLimits.reopenAfterMs) {
      return Promise.reject(failed.error);
    }
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #open(): Promise<OpenedMpd> {
    try {
      await this.#read();
      if (this.#error) {
        throw this.#error;
      }
      const opened = this.#opened;
      if (!opened || !this.#timing) {
        const reason = 'it lists no segments of video or audio';
        throw domainError('SOURCE_UNSUPPORTED', { reason });
      }
      this.#failedOpen = undefined;
      return opened;
    } catch (error) {
      const failure = asDomainError(error, this.channel.settings.sourceManifestUrl);
      this.#opened = undefined;
      this.#failedOpen = { error: failure, atMs: this.#options.clock.now() };
      clearTimeout(this.#timer);
      this.#setHealth(failure);
      throw failure;
    }
  }

  /** One round. Never rejects. */
  async #read(): Promise<void> {
    const { clock, report } = this.#options;
    const startedMs = clock.now();
    const before = this.#opened?.mpd;
    try {
      const { mpd, url, oddities } = await this.#reader.read(before !== undefined);
      this.#goodAtMs = clock.now();
      this.#error = undefined;
      if (oddities.length > 0) {
        report.warnings(oddities);
      }
      const clockRequested = this.#clock.follow(mpd, url);
      if (before === undefined) {
        await clockRequested;
      }
      this.#apply(mpd, url);
    } catch (error) {
      this.#error = asDomainError(error, this.channel.settings.sourceManifestUrl);
    }
    if (this.#stopped) {
      return;
    }
    const news = this.#opened?.mpd === before ? 'unchanged' : 'changed';
    const outcome = this.#error ? 'failed' : news;
    report.polled(outcome);
    this.#setHealth(this.#error);
    const delayMs = this.#delayMs(outcome, startedMs);
    this.#timer = setTimeout(() => void this.#read(), delayMs);
  }

  #delayMs(outcome: 'changed' | 'unchanged' | 'failed', startedMs: number): number {
    const { pace, clock } = this.#options;
    const mpd = this.#opened?.mpd;
    if (mpd?.type === 'static') {
      return originLimits.maxPollMs;
    }
    const { settings } = this.channel;
    const tookMs = clock.now() - startedMs;
    const delayMs = pace(settings, {
      minimumUpdatePeriodMs: mpd?.minimumUpdatePeriodMs,
      segmentMs: this.#targetSeconds * 1000,
      outcome,
      tookMs,
    });
    // There is no answer to keep.
    const keptMs =
      outcome === 'failed'
        ? 0
        : this.#cachedMs(settings.trueSourceUrl || settings.sourceManifestUrl);
    return Math.max(delayMs, keptMs - tookMs);
  }

  /** An MPD that our own code stumbles over must not end the polling. */
  #apply(mpd: Mpd, url: string): void {
    const { report, onChange } = this.#options;
    const isFirst = this.#opened === undefined;
    try {
      if (mpd !== this.#opened?.mpd) {
        this.#take(mpd, url);
      } else if (!this.#moveEdge()) {
        return;
      }
      if (this.#opened) {
        this.#findBreaks(this.#opened);
      }
      this.#pollVersion += 1;
    } catch (error) {
      report.broken(error);
      return;
    }
    if (!isFirst && !this.#stopped) {
      onChange(this);
    }
  }

  #take(mpd: Mpd, url: string): void {
    this.#opened = { mpd, window: this.#extended(mpd, url) };
    this.#timing = timingOf(mpd, this.nowMs) ?? this.#timing;
    const declared = (mpd.maxSegmentDurationMs ?? 0) / 1000;
    const longest = Math.max(declared, longestSegmentSeconds(mpd));
    this.#targetSeconds = Math.max(this.#targetSeconds, Math.ceil(longest));
    this.#profile = dashProfile(mpd, this.#targetSeconds, this.#profile);
  }

  #extended(mpd: Mpd, baseUrl: string): DashWindow {
    const { timeShiftWindow, dvrWindow, liveDelay } = this.channel.settings;
    return extendDashWindow(this.#opened?.window, mpd, {
      baseUrl,
      nowMs: this.nowMs,
      keepMs: (Math.max(timeShiftWindow, dvrWindow) + liveDelay) * 1000,
    });
  }

  /** Where segments are named by the clock the edge moves by itself; true when it did. */
  #moveEdge(): boolean {
    const opened = this.#opened;
    const before = this.#timing;
    const timing = opened && before?.isClockDriven && timingOf(opened.mpd, this.nowMs);
    if (!opened || !before || !timing || timing.edgeMs <= before.edgeMs) {
      return false;
    }
    this.#timing = timing;
    this.#opened = { mpd: opened.mpd, window: this.#extended(opened.mpd, opened.window.baseUrl) };
    return true;
  }

  /** Takes the clock into account between two polls; the sessions follow. */
  advance(): void {
    if (this.#moveEdge() && this.#opened) {
      this.#findBreaks(this.#opened);
      this.#pollVersion += 1;
    }
  }

  #findBreaks({ mpd, window }: OpenedMpd): void {
    const codes = this.#finder.read(mpd, window);
    if (codes.length > 0) {
      this.#options.report.warnings(codes);
    }
  }

  #setHealth(error: DomainError | undefined): void {
    const { clock, report } = this.#options;
    if (this.#stopped) {
      return;
    }
    const health = nextHealth(this.#health, error, clock.now());
    if (health !== this.#health) {
      this.#health = health;
      report.state(health, error);
    }
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}
