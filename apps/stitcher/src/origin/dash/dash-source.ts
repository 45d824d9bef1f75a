/**
 * One DASH source, read once for all sessions of its channel: its MPD at the pace that it declares, the union
 * of what its MPDs have shown, and the breaks found in their events. It runs while somebody watches.
 */

import { type DomainError, domainError } from '@interlude/contract';
import type { Mpd } from '@interlude/dash';
import { sourceUrl } from '@interlude/runtime';
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
import { asDomainError } from '../open-within.ts';
import { stalenessOf } from '../poll-pace.ts';
import type { PolledSource, SourceOptions } from '../polled-source.ts';
import { type News, type Poll, SourceLifecycle } from '../source-lifecycle.ts';
import type { SourceHealth } from '../source-report.ts';
import { DashBreakFinder } from './dash-break-finder.ts';
import { dashProfile } from './dash-profile.ts';
import { longestSegmentSeconds, type MpdTiming, timingOf } from './dash-timing.ts';
import { InbandReader } from './inband-reader.ts';
import { MpdReader } from './mpd-reader.ts';
import { SourceClock } from './source-clock.ts';

/** What outputs are made of. */
export interface OpenedMpd {
  readonly mpd: Mpd;
  readonly window: DashWindow;
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
  #opened: OpenedMpd | undefined;
  readonly #finder: DashBreakFinder;
  readonly #inband: InbandReader;
  readonly #cachedMs: CachedAddresses;
  #timing: MpdTiming | undefined;
  #targetSeconds = 1;
  #profile: DashProfile | undefined;
  #error: DomainError | undefined;
  #goodAtMs = 0;

  constructor(options: SourceOptions<MpdPace>) {
    const { channel, egress, clock, report, scheduledBreaks, onChange } = options;
    this.channel = channel;
    this.#options = options;
    this.#reader = new MpdReader(egress, channel.settings);
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

  placed(pod: Pod, planned: PlannedBreak): Pod {
    return this.#opened ? endOnBoundary(pod, planned, this.#opened.window) : pod;
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
      const { mpd, url, oddities } = await this.#reader.read(!isFirst);
      this.#goodAtMs = this.#options.clock.now();
      this.#error = undefined;
      this.#warn(oddities);
      const clockRequested = this.#clock.follow(mpd, url);
      if (isFirst) {
        await clockRequested;
      }
      if (this.channel.settings.readInBandEvents) {
        this.#warn(await this.#inband.follow(mpd, url, this.nowMs));
      }
      this.#read = { mpd, url };
    } catch (error) {
      this.#error = asDomainError(error, this.#url);
      throw this.#error;
    }
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
      this.#lifecycle.advance();
    }
  }

  #warn(codes: readonly string[]): void {
    if (codes.length > 0) {
      this.#options.report.warnings(codes);
    }
  }

  #findBreaks({ mpd, window }: OpenedMpd): void {
    this.#warn(this.#finder.read(mpd, window, this.#inband.events));
  }

  stop(): void {
    this.#lifecycle.stop();
  }
}
