/**
 * One source, read once for all sessions of its channel: its multivariant playlist, every rendition in
 * step, and the breaks found in them. It runs while the channel has sessions, and a little longer.
 *
 * All renditions are polled, also those that no session has requested: the numbers of a break are taken from
 * the segments that it replaces, and a rendition that is first requested minutes later must know them.
 */

import { ladderOfHls } from '@interlude/conditioning';
import type { ScheduledBreak } from '@interlude/contract';
import { type DomainError, domainError } from '@interlude/contract/errors';
import type { MediaPlaylist } from '@interlude/hls';
import { isTooLarge, sourceUrl } from '@interlude/runtime';
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
import { type HlsReading, packHls, unpackHls } from './hls-reading.ts';
import { HlsRenditions } from './hls-renditions.ts';
import { OpeningPast } from './opening-past.ts';
import {
  isSameSet,
  type OpenedSource,
  openedOf,
  readMultivariant,
  withKnownIds,
} from './read-multivariant.ts';
import type { RequestedPlaylist } from './read-playlist.ts';
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
  readonly #lifecycle: SourceLifecycle<OpenedSource, HlsReading>;
  /** Multivariant playlist of the first reading, with the rendition ids that sessions know. */
  #read: OpenedSource | undefined;
  /** Likewise, as it was listed, with the ids of its own. */
  #listed: OpenedSource | undefined;
  #opened: OpenedSource | undefined;
  readonly #renditions = new HlsRenditions();
  #finder: BreakFinder;
  readonly #past: OpeningPast;
  readonly #numbering: SourceNumbering;
  /** Markers of the playlist that was searched last. */
  #markers: FoundMarkers | undefined;
  #missed = 0;
  /** Epoch ms of the last request of the multivariant playlist. */
  #readMs = 0;
  #isLocked = false;
  /** Breaks by API of the last common reading; undefined: those that are declared by now. */
  #commonBreaks: readonly ScheduledBreak[] | undefined;
  readonly #scheduledBreaks = () => this.#commonBreaks ?? this.#options.scheduledBreaks();
  #windows: readonly SourceWindow[] = [];
  #oldestMs = Number.NEGATIVE_INFINITY;
  #profile: HlsProfile | undefined;
  readonly #suppressed: SuppressedTags;
  readonly #readings = new KeptReadings();

  constructor(options: SourceOptions<PollPace>) {
    const { channel, onChange } = options;
    const { settings } = channel;
    this.channel = channel;
    this.#options = options;
    this.#finder = new BreakFinder(settings, this.#scheduledBreaks);
    this.#past = new OpeningPast(options);
    this.#numbering = new SourceNumbering(channel);
    this.#suppressed = new Set(settings.hlsSuppressTags.map((tag) => `EXT-X-${tag}`));
    this.#lifecycle = new SourceLifecycle(
      { ...options, onChange: () => onChange(this) },
      {
        url: this.#url,
        begin: (past) => this.#past.begin(past),
        request: () => this.#request(),
        take: (reading, isCommon) => this.#take(reading, isCommon),
        apply: () => this.#apply(),
        note: (version) => this.#note(version),
        opened: () => this.#whatIsOpened(),
        isEnded: () => this.#lead?.window?.ended ?? false,
        delayMs: (poll) => this.#delayMs(poll),
        isNews: (reading) => this.#isNews(reading),
        stands: () => this.#renditions.stand(),
        pack: (reading) => packHls(this.#options.budget, reading),
        unpack: (lines) => this.#unpack(lines),
        packWhole: () => this.#packWhole(),
        store: () => this.store(),
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

  /** Cues have been read up to this time, ms on the source clock. */
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

  /** Milliseconds: duration of the list of the reference rendition, and target duration. */
  get timing(): { windowMs: number; targetDurationMs: number } {
    const segments = this.#renditions.reference?.playlist?.segments ?? [];
    const windowMs = segments.reduce((sum, one) => sum + one.durationSeconds * 1000, 0);
    return { windowMs, targetDurationMs: this.targetDuration * 1000 };
  }

  get isOpen(): boolean {
    return this.#lifecycle.isOpen;
  }

  /** Sample entry of a window of subtitles in fMP4; undefined for any other window. */
  textFormOf(window: SourceWindow): TextForm | undefined {
    return this.#opened && textFormOfWindow(this.#opened, window);
  }

  /** Start of the oldest segment that is kept of any rendition, ms on the source clock. */
  get oldestMs(): number {
    return this.#oldestMs;
  }

  /** Windows of all renditions, the reference first. */
  get windows(): readonly SourceWindow[] {
    return this.#windows;
  }

  /** See `BreakSource`. */
  get numbering(): string {
    return this.#numbering.at(this.pollVersion, this.#renditions.all);
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
      // Computed when it is needed: most readings have no break to follow.
      get hasAlignedSegments() {
        areAligned ??= hasAlignedSegments(windows);
        return areAligned;
      },
      frozen: (plan) => freezeRenditions(plan, windows),
    });
  }

  /** The rendition whose cues are read. */
  get #lead(): RenditionSource | undefined {
    return this.#renditions.leadOf(({ window }) => window);
  }

  /** Seconds: the greatest of all renditions. */
  get targetDuration(): number {
    return this.#renditions.targetDuration;
  }

  /** Media format that creatives must have; the same object while it is equal. */
  get profile(): HlsProfile | undefined {
    const { window, playlist: reference } = this.#renditions.reference ?? {};
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
    return this.#renditions.find(renditionId);
  }

  /** The window of the reference rendition. */
  get referenceWindow() {
    return this.#renditions.reference?.window;
  }

  /** Error of a rendition that can no longer be served (rule H33); undefined while it can. */
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

  /** The multivariant playlist of the first poll, with the changes of later ones (`dynamicConfiguration`). */
  #whatIsOpened(): OpenedSource {
    if (this.#opened) {
      return this.#opened;
    }
    const { error, window } = this.#renditions.reference ?? {};
    if (!this.#read || !window || window.segments.length === 0) {
      const { host } = new URL(this.#url);
      throw error ?? domainError('SOURCE_NOT_A_MANIFEST', { host });
    }
    this.#opened = this.#withUsableTracks(this.#read);
    this.#past.opened();
    this.#note(this.pollVersion);
    return this.#opened;
  }

  /** Adds the renditions that are not read yet. */
  #addRenditions({ renditions }: OpenedSource, past?: StoredHls): void {
    for (const rendition of renditions) {
      if (!this.#renditions.find(rendition.renditionId)) {
        this.#renditions.add(this.#createRendition(rendition, past));
      }
    }
  }

  /** Tracks that cannot be stitched are left out of the output from the start: later they would be missed. */
  #withUsableTracks(opened: OpenedSource): OpenedSource {
    const usable = usableTracks(opened, (renditionId) => this.#renditions.find(renditionId));
    const ids = new Set(usable.map(({ renditionId }) => renditionId));
    const read = this.#renditions.all.map(({ renditionId }) => renditionId);
    this.#renditions.keep(read.filter((renditionId) => ids.has(renditionId)));
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
    { renditionId, url }: Pick<SourceRendition, 'renditionId' | 'url'>,
    past?: StoredHls,
  ): RenditionSource {
    const { egress, budget, clock, channel } = this.#options;
    return new RenditionSource({
      renditionId,
      url,
      imports: (this.#opened ?? this.#read)?.variables,
      egress,
      budget,
      clock,
      suppressed: this.#suppressed,
      stored: past?.windows.get(renditionId),
      ...windowSettings(channel.settings),
    });
  }

  /** Requests all renditions, and the multivariant playlist before the first reading and when it may have changed. */
  async #request(): Promise<HlsReading> {
    const nowMs = this.#options.clock.now();
    const scheduled = this.#options.scheduledBreaks();
    if (this.#opened) {
      const listed = this.#isMultivariantDue()
        ? await this.#readMultivariant().catch(() => undefined)
        : undefined;
      const { origin } = this.#numbering;
      return { nowMs, origin, scheduled, listed, playlists: await this.#requestAll(listed) };
    }
    const [listed] = await Promise.all([this.#readMultivariant(), this.#past.find()]);
    const read = await this.#begin(listed);
    const playlists = await this.#requestAll();
    const byId = new Map(playlists.map((one) => [one.renditionId, one.read]));
    const textForms = await undeclaredForms(this.#options.egress, read, (id) => byId.get(id));
    const { origin } = this.#numbering;
    return { nowMs, origin, scheduled, listed, textForms, playlists };
  }

  /** @param listed multivariant playlist with new addresses and new renditions */
  #requestAll(listed?: OpenedSource): Promise<RequestedPlaylist[]> {
    const renditions = listed
      ? withKnownIds(listed.renditions, this.#opened?.renditions ?? [])
      : [];
    const urls = new Map(renditions.map(({ renditionId, url }) => [renditionId, url]));
    const isDynamic = this.channel.settings.dynamicConfiguration;
    const isNew = ({ renditionId }: SourceRendition) => !this.#renditions.find(renditionId);
    const added = isDynamic ? renditions.filter(isNew) : [];
    return this.#renditions.request(
      added.map((one) => this.#createRendition(one)),
      (renditionId) => urls.get(renditionId),
      (one) => this.#isTooLargeToOpen(one),
    );
  }

  /** Takes a reading; outputs see it when it is applied. */
  async #take(reading: HlsReading, isCommon: boolean): Promise<DomainError | undefined> {
    const { listed, playlists, nowMs, origin, textForms } = reading;
    this.#commonBreaks = isCommon ? reading.scheduled : undefined;
    if (listed && this.#opened) {
      this.#takeListed(listed, this.#opened);
    } else if (listed && listed !== this.#listed) {
      await this.#begin(listed, origin);
      this.#takeOrder(playlists);
    }
    for (const one of playlists) {
      if (!this.#renditions.find(one.renditionId)) {
        this.#renditions.add(this.#createRendition(one));
      }
      this.#renditions.find(one.renditionId)?.take(one);
    }
    await this.#prepare(nowMs);
    const tooLarge = this.#tooLarge;
    if (!this.#opened && (tooLarge || this.#renditions.all.some(({ isBroken }) => isBroken))) {
      this.#past.leaveOut();
    }
    if (tooLarge) {
      this.#forget();
      throw tooLarge;
    }
    if (!this.#opened && this.#read) {
      this.#read = { ...this.#read, textForms };
    }
    return this.#renditions.error;
  }

  /**
   * Begins with the renditions of the multivariant playlist and the snapshot of them.
   * @param origin of another stitcher that has begun with it; left out: it begins here
   */
  async #begin(listed: OpenedSource, origin?: string): Promise<OpenedSource> {
    this.#forget();
    const past = await this.#past.find();
    const renditions = past ? withKnownIds(listed.renditions, past.renditions) : listed.renditions;
    this.#finder = new BreakFinder(this.channel.settings, this.#scheduledBreaks, past?.breaks);
    this.#numbering.begin(past?.origin ?? origin);
    this.#listed = listed;
    this.#read = { ...listed, renditions };
    this.#addRenditions(this.#read, past);
    return this.#read;
  }

  /** Keeps the renditions of another stitcher, the reference first, without the tracks that it has left out. */
  #takeOrder(playlists: readonly RequestedPlaylist[]): void {
    const ids = playlists.map(({ renditionId }) => renditionId);
    this.#renditions.keep(ids);
    const renditions = this.#read?.renditions.filter(({ renditionId: id }) => ids.includes(id));
    this.#read &&= { ...this.#read, renditions: renditions ?? [] };
  }

  /** True when outputs of other stitchers would differ without it. */
  #isNews({ listed, playlists, scheduled }: HlsReading): boolean {
    const isListedAnew = listed !== undefined && listed.answer.text !== this.#opened?.answer.text;
    const isDeclaredAnew = JSON.stringify(scheduled) !== JSON.stringify(this.#commonBreaks ?? []);
    return isListedAnew || isDeclaredAnew || this.#renditions.isNews(playlists);
  }

  #unpack(lines: StoredSource): Promise<HlsReading> {
    const { budget, channel, report } = this.#options;
    const list = (answer: OpenedSource['answer']) => openedOf(answer, channel.settings, report);
    return unpackHls({ budget, list, imports: this.#opened?.variables }, lines);
  }

  /** The whole state that was taken last, as one reading. */
  #packWhole(): Promise<StoredSource> {
    const { budget, clock, scheduledBreaks } = this.#options;
    return packHls(budget, {
      ...{ nowMs: clock.now(), origin: this.#numbering.origin, scheduled: scheduledBreaks() },
      ...{ listed: this.#opened, textForms: this.#opened?.textForms },
      playlists: this.#renditions.all.map(({ taken }) => taken),
    });
  }

  /** See `PolledSource`. */
  async store(): Promise<StoredSource | undefined> {
    const opened = this.#opened;
    if (!opened || !this.isOpen) {
      return undefined;
    }
    const { renditions } = opened;
    const windows = renditions.flatMap(({ renditionId }) => {
      const { window, hasCues = false } = this.#renditions.find(renditionId) ?? {};
      return window ? [{ window, hasCues }] : [];
    });
    const facts = { origin: this.#numbering.origin, renditions, breaks: this.#finder.found };
    return storeHls(this.#options.budget, facts, windows);
  }

  /** Prepares the windows, the reference first: the clock and the restarts of all others follow it. */
  async #prepare(nowMs: number): Promise<void> {
    const [reference, ...others] = this.#renditions.all;
    const windows = others.flatMap(({ nextWindow }) => nextWindow ?? []);
    const window = await reference?.prepare(nowMs, undefined, windows);
    for (const rendition of others) {
      if (!this.#tooLarge) {
        await rendition.prepare(nowMs, window);
      }
    }
    await this.#findMarkers();
  }

  /** Finds the markers of the lead as `apply` will show it; they stay until it has another playlist or window. */
  async #findMarkers(): Promise<void> {
    const lead = this.#renditions.leadOf(({ nextWindow }) => nextWindow);
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

  /** Error that keeps the source from being opened: the rest of it need not be read. */
  get #tooLarge(): DomainError | undefined {
    return this.#opened
      ? undefined
      : this.#renditions.all.find((one) => this.#isTooLargeToOpen(one))?.error;
  }

  #isTooLargeToOpen(one: Pick<RequestedPlaylist, 'renditionId' | 'error'>): boolean {
    return !this.#opened && isTooLarge(one.error) && this.#isRequired(one);
  }

  /** Tracks beside audio and video must not keep a channel from opening. */
  #isRequired({ renditionId: id }: Pick<RenditionSource, 'renditionId'>): boolean {
    const found = this.#read?.renditions.find(({ renditionId }) => renditionId === id);
    return found?.kind !== 'subtitles' && found?.kind !== 'iframes';
  }

  /** Releases all that was read: a source that could not be opened keeps nothing. */
  #forget(): void {
    this.#renditions.clear();
    this.#options.budget.memory.clear();
  }

  #delayMs({ result, isNew, tookMs }: Poll): number {
    this.#isLocked ||= isNew && this.#missed > 0;
    this.#missed = isNew ? 0 : this.#missed + 1;
    return this.#options.pace(this.channel.settings, {
      targetDuration: this.targetDuration,
      lastSegment: this.#renditions.lastSegment,
      outcome: result,
      missed: this.#missed,
      isLocked: this.#isLocked,
      tookMs,
    });
  }

  #isMultivariantDue(): boolean {
    const { error, failures } = this.#renditions.all.find((one) => one.error) ?? {};
    const isRefused = error?.code === 'FETCH_STATUS' && failures !== undefined && failures >= 2;
    const isOld = this.#options.clock.now() - this.#readMs >= originLimits.reconfigureAfterMs;
    return isRefused || (isOld && this.channel.settings.dynamicConfiguration);
  }

  /**
   * Addresses may carry tokens that expire: the multivariant playlist has the new ones. With `dynamicConfiguration` the
   * output takes over all other changes of it; a rendition that is gone is read on for the sessions that play it.
   */
  #takeListed(listed: OpenedSource, before: OpenedSource): void {
    const renditions = withKnownIds(listed.renditions, before.renditions);
    for (const { renditionId, url } of renditions) {
      const known = this.#renditions.find(renditionId);
      if (known) {
        known.url = url;
      }
    }
    const isNew = !isSameSet(renditions, before.renditions);
    if (this.channel.settings.dynamicConfiguration && isNew) {
      this.#opened = { ...listed, renditions, textForms: before.textForms };
      this.#addRenditions(this.#opened);
      this.#options.report.reconfigured(renditions.length);
    }
  }

  /** All windows at once: outputs see either none of what was read or all of it. */
  #apply(): News {
    let isChanged = false;
    for (const rendition of this.#renditions.all) {
      isChanged = rendition.apply() || isChanged;
    }
    const lead = this.#lead;
    if (isChanged && lead?.playlist && lead.window) {
      const { playlist, window, url } = lead;
      this.#finder.read(playlist, window, url, this.#knownMarkers(playlist, window));
    }
    this.#windows = this.#renditions.all.flatMap(({ window }) => (window ? [window] : []));
    this.#oldestMs = Math.min(...this.#windows.map(({ segments }) => segments[0]?.startMs ?? 0));
    return isChanged ? 'manifest' : 'none';
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
