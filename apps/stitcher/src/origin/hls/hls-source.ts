/**
 * One source, read once for all sessions of its channel: its multivariant playlist, every rendition in
 * step, and the breaks found in them. It runs while the channel has sessions, and a little longer.
 *
 * All renditions are polled, also those that no session has requested: the numbers of a break are taken from
 * the segments that it replaces, and a rendition that is first requested minutes later must know them.
 */

import { ladderOfHls } from '@interlude/conditioning';
import { type DomainError, domainError } from '@interlude/contract';
import type { MediaPlaylist } from '@interlude/hls';
import { budgetLimits, eachOf, isTooLarge, sourceUrl } from '@interlude/runtime';
import {
  type AdBreak,
  type BreakReading,
  type Cue,
  freezeRenditions,
  hasAlignedSegments,
  type SourceRendition,
  type SourceWindow,
  type SuppressedTags,
  type TextForm,
  type Variables,
} from '@interlude/stitching';
import type { ChannelEntry } from '../../channels/channel-entry.ts';
import type { HlsProfile } from '../channel-profile.ts';
import { KeptReadings } from '../kept-readings.ts';
import { originLimits } from '../origin-limits.ts';
import { type PollPace, stalenessOf } from '../poll-pace.ts';
import type { PolledSource, SourceOptions } from '../polled-source.ts';
import { type News, type Poll, SourceLifecycle } from '../source-lifecycle.ts';
import type { SourceHealth } from '../source-report.ts';
import type { StoredSource } from '../stored-source.ts';
import { BreakFinder } from './hls-break-finder.ts';
import { OpeningPast } from './opening-past.ts';
import {
  isSameSet,
  type OpenedSource,
  readMultivariant,
  withKnownIds,
} from './read-multivariant.ts';
import { textFormOfWindow, usableTracks, windowSettings } from './rendition-settings.ts';
import { RenditionSource } from './rendition-source.ts';
import { SourceNumbering } from './source-numbering.ts';
import { type StoredHls, storeHls } from './stored-hls.ts';
import { undeclaredForms } from './undeclared-forms.ts';

interface FoundMarkers {
  readonly playlist: MediaPlaylist;
  readonly window: SourceWindow;
  readonly cues: readonly Cue[];
}

export class HlsSource implements PolledSource {
  readonly channel: ChannelEntry;
  readonly #options: SourceOptions<PollPace>;
  readonly #lifecycle: SourceLifecycle<OpenedSource>;
  /** The multivariant playlist that the first poll is read by. */
  #read: OpenedSource | undefined;
  #opened: OpenedSource | undefined;
  #renditions: RenditionSource[] = [];
  readonly #byId = new Map<string, RenditionSource>();
  #finder: BreakFinder;
  readonly #past: OpeningPast;
  readonly #numbering: SourceNumbering;
  /** Of the playlist where they were looked for last. */
  #markers: FoundMarkers | undefined;
  #missed = 0;
  /** Epoch ms of the last reading of the multivariant playlist. */
  #readMs = 0;
  #isLocked = false;
  #windows: readonly SourceWindow[] = [];
  #oldestMs = Number.NEGATIVE_INFINITY;
  #profile: HlsProfile | undefined;
  readonly #suppressed: SuppressedTags;
  readonly #readings = new KeptReadings();

  constructor(options: SourceOptions<PollPace>) {
    const { channel, clock, report, scheduledBreaks, onChange } = options;
    const { settings } = channel;
    this.channel = channel;
    this.#options = options;
    this.#finder = new BreakFinder(settings, scheduledBreaks);
    this.#past = new OpeningPast(options);
    this.#numbering = new SourceNumbering(channel);
    this.#suppressed = new Set(settings.hlsSuppressTags.map((tag) => `EXT-X-${tag}`));
    this.#lifecycle = new SourceLifecycle(
      { clock, report, onChange: () => onChange(this) },
      {
        url: this.#url,
        read: () => this.#poll(),
        apply: () => this.#apply(),
        note: (version) => this.#note(version),
        opened: () => this.#whatIsOpened(),
        isEnded: () => this.#lead?.window?.ended ?? false,
        delayMs: (poll) => this.#delayMs(poll),
      },
    );
  }

  get health(): SourceHealth {
    return this.#lifecycle.health;
  }

  get breaks(): readonly AdBreak[] {
    return this.#finder.breaks;
  }

  /** Changes with every poll that found a new, longer, shorter or ended break. */
  get breaksVersion(): number {
    return this.#finder.version;
  }

  /** How far cues have been looked for, ms on the source clock. */
  get knownUntilMs(): number {
    const { knownUntilMs } = this.#finder;
    // Nothing comes after the end: sessions with a live delay see the rest of the programme.
    return this.#lead?.window?.ended
      ? knownUntilMs + 1000 * this.channel.settings.liveDelay
      : knownUntilMs;
  }

  /** Changes with every poll that brought something new. */
  get pollVersion(): number {
    return this.#lifecycle.version;
  }

  /** Tags that outputs leave out, full names. */
  get suppressed(): SuppressedTags {
    return this.#suppressed;
  }

  /** Milliseconds: what the reference rendition lists, and the target duration. */
  get timing(): { windowMs: number; targetDurationMs: number } {
    const segments = this.#reference?.playlist?.segments ?? [];
    const windowMs = segments.reduce((sum, one) => sum + one.durationSeconds * 1000, 0);
    return { windowMs, targetDurationMs: this.targetDuration * 1000 };
  }

  get isOpen(): boolean {
    return this.#lifecycle.isOpen;
  }

  /** Of subtitles in fMP4. */
  textFormOf(window: SourceWindow): TextForm | undefined {
    return this.#opened && textFormOfWindow(this.#opened, window);
  }

  /** Start of the oldest segment that is kept of any rendition, ms on the source clock. */
  get oldestMs(): number {
    return this.#oldestMs;
  }

  /** Of all renditions, the reference first. */
  get windows(): readonly SourceWindow[] {
    return this.#windows;
  }

  /** See `BreakSource`. */
  get numbering(): string {
    return this.#numbering.at(this.pollVersion, this.#renditions);
  }

  get hasAlignedSegments(): boolean {
    return hasAlignedSegments(this.#windows);
  }

  /** See `BreakSource`. */
  get readings(): readonly BreakReading[] {
    return this.#readings.all;
  }

  #note(version: number): void {
    const windows = this.#windows;
    const { breaks, knownUntilMs, oldestMs } = this;
    let areAligned: boolean | undefined;
    this.#readings.add({
      ...{ version, breaks, knownUntilMs, oldestMs },
      hasEnded: windows.some(({ ended }) => ended),
      // Most readings are of no break.
      get hasAlignedSegments() {
        areAligned ??= hasAlignedSegments(windows);
        return areAligned;
      },
      frozen: (plan) => freezeRenditions(plan, windows),
    });
  }

  get #reference(): RenditionSource | undefined {
    return this.#renditions[0];
  }

  /** Where cues are looked for: the first that has shown any, else the first; none that fails. */
  get #lead(): RenditionSource | undefined {
    return this.#leadOf(({ window }) => window);
  }

  #leadOf(windowOf: (one: RenditionSource) => SourceWindow | undefined) {
    const good = this.#renditions.filter((one) => !one.error && windowOf(one));
    return good.find(({ hasCues }) => hasCues) ?? good[0] ?? this.#reference;
  }

  /** Seconds: the greatest of all renditions. */
  get targetDuration(): number {
    return Math.max(1, ...this.#renditions.map(({ window }) => window?.targetDuration ?? 1));
  }

  /** What creatives must fit; the same object as long as it says the same. */
  get profile(): HlsProfile | undefined {
    const { window, playlist: reference } = this.#reference ?? {};
    const segment = window?.segments.at(-1)?.segment;
    if (!segment || !this.#opened) {
      return undefined;
    }
    const usesMaps = segment.map !== undefined;
    const { targetDuration } = this;
    const { renditions, multivariant } = this.#opened;
    const known = this.#profile;
    if (
      known?.usesMaps !== usesMaps ||
      known.targetDuration !== targetDuration ||
      known.renditions !== renditions
    ) {
      const ladder = reference && ladderOfHls({ multivariant, reference });
      this.#profile = { usesMaps, targetDuration, renditions, ladder };
    }
    return this.#profile;
  }

  rendition(renditionId: string): RenditionSource | undefined {
    return this.#byId.get(renditionId);
  }

  /** The window of the reference rendition. */
  get referenceWindow() {
    return this.#reference?.window;
  }

  /** Why this rendition can no longer be served although it was (rule H33); undefined when it can. */
  staleness(rendition: RenditionSource): DomainError | undefined {
    const nowMs = this.#options.clock.now();
    return rendition.goodAtMs === undefined
      ? rendition.error
      : stalenessOf(rendition.error, nowMs - rendition.goodAtMs, this.targetDuration);
  }

  /** See `SourceLifecycle`. */
  open(): Promise<OpenedSource> {
    return this.#lifecycle.open();
  }

  /** What the first poll has brought, with the changes of later ones (`dynamicConfiguration`). */
  #whatIsOpened(): OpenedSource {
    if (this.#opened) {
      return this.#opened;
    }
    const { error, window } = this.#reference ?? {};
    if (!this.#read || !window || window.segments.length === 0) {
      const { host } = new URL(this.#url);
      throw error ?? domainError('SOURCE_NOT_A_MANIFEST', { host });
    }
    this.#opened = this.#withUsableTracks(this.#read);
    this.#past.opened();
    this.#note(this.pollVersion);
    return this.#opened;
  }

  /** Those that are not read yet. */
  #addRenditions({ renditions, variables }: OpenedSource, past?: StoredHls): void {
    for (const rendition of renditions.filter(({ renditionId }) => !this.#byId.has(renditionId))) {
      const source = this.#createRendition(rendition, variables, past);
      this.#renditions.push(source);
      this.#byId.set(rendition.renditionId, source);
    }
  }

  /** Tracks that cannot be stitched are left out of the output from the start: later they would be missed. */
  #withUsableTracks(opened: OpenedSource): OpenedSource {
    const usable = usableTracks(opened, (renditionId) => this.#byId.get(renditionId));
    const ids = new Set(usable.map(({ renditionId }) => renditionId));
    this.#renditions = this.#renditions.filter(({ renditionId }) => ids.has(renditionId));
    for (const renditionId of [...this.#byId.keys()].filter((one) => !ids.has(one))) {
      this.#byId.get(renditionId)?.forget();
      this.#byId.delete(renditionId);
    }
    this.#windows = this.#windows.filter(({ renditionId }) => ids.has(renditionId));
    return { ...opened, renditions: usable };
  }

  get #url(): string {
    return sourceUrl(this.channel.settings);
  }

  #readMultivariant(): Promise<OpenedSource> {
    const { egress, budget, channel, report } = this.#options;
    this.#readMs = this.#options.clock.now();
    return readMultivariant(egress, budget, channel.settings, report);
  }

  #createRendition(
    { renditionId, url }: SourceRendition,
    imports: Variables,
    past: StoredHls | undefined,
  ): RenditionSource {
    const { egress, budget, clock, channel } = this.#options;
    return new RenditionSource({
      renditionId,
      url,
      imports,
      egress,
      budget,
      clock,
      suppressed: this.#suppressed,
      stored: past?.windows.get(renditionId),
      ...windowSettings(channel.settings),
    });
  }

  /** All renditions; the multivariant playlist before the first poll, and when it may say something new. */
  async #poll(): Promise<DomainError | undefined> {
    if (!this.#opened) {
      await this.#begin();
    } else if (this.#isMultivariantDue()) {
      await this.#readAgain(this.#opened);
    }
    await eachOf(this.#renditions, budgetLimits.renditionsAtOnce, async (rendition) => {
      if (!this.#tooLarge) {
        await rendition.poll();
      }
    });
    await this.#prepare();
    const tooLarge = this.#tooLarge;
    if (!this.#opened && (tooLarge || this.#renditions.some(({ isBroken }) => isBroken))) {
      this.#past.leaveOut();
    }
    if (tooLarge) {
      this.#forget();
      throw tooLarge;
    }
    if (!this.#opened && this.#read) {
      const find = (renditionId: string) => this.#byId.get(renditionId);
      const textForms = await undeclaredForms(this.#options.egress, this.#read, find);
      this.#read = { ...this.#read, textForms };
    }
    return this.#renditions.find((rendition) => rendition.error)?.error;
  }

  /** Reads the multivariant playlist, and what is known of the past of what it lists. */
  async #begin(): Promise<void> {
    this.#forget();
    const [past, read] = await Promise.all([this.#past.find(), this.#readMultivariant()]);
    const renditions = past ? withKnownIds(read.renditions, past.renditions) : read.renditions;
    const { channel, scheduledBreaks } = this.#options;
    this.#finder = new BreakFinder(channel.settings, scheduledBreaks, past?.breaks);
    this.#numbering.begin(past?.origin);
    this.#read = { ...read, renditions };
    this.#addRenditions(this.#read, past);
  }

  /** See `PolledSource`. */
  async store(): Promise<StoredSource | undefined> {
    const opened = this.#opened;
    if (!opened || !this.isOpen) {
      return undefined;
    }
    const { renditions } = opened;
    const windows = renditions.flatMap(({ renditionId }) => {
      const { window, hasCues = false } = this.#byId.get(renditionId) ?? {};
      return window ? [{ window, hasCues }] : [];
    });
    const facts = { origin: this.#numbering.origin, renditions, breaks: this.#finder.found };
    return storeHls(this.#options.budget, facts, windows);
  }

  /** Windows, the reference first: the clock and the restarts of all others follow it. */
  async #prepare(): Promise<void> {
    const [reference, ...others] = this.#renditions;
    const windows = others.flatMap(({ nextWindow }) => nextWindow ?? []);
    const window = await reference?.prepare(undefined, windows);
    for (const rendition of others) {
      if (!this.#tooLarge) {
        await rendition.prepare(window);
      }
    }
    await this.#findMarkers();
  }

  /** Those of the lead that `apply` makes; they stay until another playlist or window of it is read. */
  async #findMarkers(): Promise<void> {
    const lead = this.#leadOf(({ nextWindow }) => nextWindow);
    const { playlist, nextWindow: window, url } = lead ?? {};
    if (!lead || !playlist || !window || !url || this.#knownMarkers(playlist, window)) {
      return;
    }
    const { budget } = this.#options;
    const found = budget.work(lead.size, () => this.#finder.find(playlist, window, url));
    // Where it fails `apply` fails again, and reports it.
    this.#markers = await found.then(
      (cues) => ({ playlist, window, cues }),
      () => undefined,
    );
  }

  #knownMarkers(playlist: MediaPlaylist, window: SourceWindow): readonly Cue[] | undefined {
    const known = this.#markers;
    return known?.playlist === playlist && known.window === window ? known.cues : undefined;
  }

  /** Why a source is not opened: the rest of it need not be read. */
  get #tooLarge(): DomainError | undefined {
    return this.#opened
      ? undefined
      : this.#renditions.find((one) => isTooLarge(one.error) && this.#isRequired(one))?.error;
  }

  /** Tracks beside audio and video must not keep a channel from opening. */
  #isRequired({ renditionId: id }: RenditionSource): boolean {
    const found = this.#read?.renditions.find(({ renditionId }) => renditionId === id);
    return found?.kind !== 'subtitles' && found?.kind !== 'iframes';
  }

  /** A source that could not be opened keeps nothing. */
  #forget(): void {
    this.#renditions = [];
    this.#byId.clear();
    this.#options.budget.memory.clear();
  }

  #delayMs({ result, isNew, tookMs }: Poll): number {
    this.#isLocked ||= isNew && this.#missed > 0;
    this.#missed = isNew ? 0 : this.#missed + 1;
    return this.#options.pace(this.channel.settings, {
      targetDuration: this.targetDuration,
      lastSegment: Math.min(...this.#renditions.map(({ lastSegment }) => lastSegment || Infinity)),
      outcome: result,
      missed: this.#missed,
      isLocked: this.#isLocked,
      tookMs,
    });
  }

  #isMultivariantDue(): boolean {
    const { error, failures } = this.#renditions.find((one) => one.error) ?? {};
    const isRefused = error?.code === 'FETCH_STATUS' && failures !== undefined && failures >= 2;
    const isOld = this.#options.clock.now() - this.#readMs >= originLimits.reconfigureAfterMs;
    return isRefused || (isOld && this.channel.settings.dynamicConfiguration);
  }

  /**
   * Addresses may carry tokens that expire: the multivariant playlist has the new ones. With
   * `dynamicConfiguration` the output takes over what else has changed in it; a rendition that is gone is read
   * on for the sessions that play it.
   */
  async #readAgain(before: OpenedSource): Promise<void> {
    const read = await this.#readMultivariant().catch(() => undefined);
    if (!read) {
      return;
    }
    const renditions = withKnownIds(read.renditions, before.renditions);
    for (const { renditionId, url } of renditions) {
      const known = this.#byId.get(renditionId);
      if (known) {
        known.url = url;
      }
    }
    const isNew = !isSameSet(renditions, before.renditions);
    if (this.channel.settings.dynamicConfiguration && isNew) {
      this.#opened = { ...read, renditions, textForms: before.textForms };
      this.#addRenditions(this.#opened);
      this.#options.report.reconfigured(renditions.length);
    }
  }

  /** All windows at once: outputs see either none of what was read or all of it. */
  #apply(): News {
    let isChanged = false;
    for (const rendition of this.#renditions) {
      isChanged = rendition.apply() || isChanged;
    }
    const lead = this.#lead;
    if (isChanged && lead?.playlist && lead.window) {
      const { playlist, window, url } = lead;
      this.#finder.read(playlist, window, url, this.#knownMarkers(playlist, window));
    }
    this.#windows = this.#renditions.flatMap(({ window }) => (window ? [window] : []));
    this.#oldestMs = Math.min(...this.#windows.map(({ segments }) => segments[0]?.startMs ?? 0));
    return isChanged ? 'manifest' : 'none';
  }

  stop(): void {
    this.#lifecycle.stop();
    this.#options.budget.memory.close();
  }
}
