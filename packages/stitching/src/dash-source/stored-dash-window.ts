// A DASH window as JSON data, for a process that goes on where another has stopped reading. XML elements are not
// stored: they are parsed again from the stored texts of their MPDs.
import type { Mpd } from '@interlude/dash';
import { boundariesOf, cadenceOf } from './boundaries.ts';
import type { DashSourcePeriod, DashTrack, DashWindow } from './dash-window.ts';
import { listPeriod } from './list-tracks.ts';

/** `timeOrigin` in decimal digits; `element` is parsed again. */
type Stored<Track> = Track extends DashTrack
  ? Omit<Track, 'timeOrigin' | 'element'> & { readonly timeOrigin: string }
  : never;
type StoredTrack = Stored<DashTrack>;

interface StoredPeriod
  extends Pick<
    DashSourcePeriod,
    'key' | 'sourceId' | 'epoch' | 'startMs' | 'reference' | 'baseUrls' | 'adSets'
  > {
  /** Index into the texts of MPDs. */
  readonly mpd: number;
  /** Where the Period begins in that text. */
  readonly at: number;
  /** Left out when the Period is open. */
  readonly endMs?: number | undefined;
  readonly tracks: readonly StoredTrack[];
}

export interface StoredDashWindow
  extends Pick<
    DashWindow,
    'originMs' | 'baseUrl' | 'epoch' | 'shiftMs' | 'isLowLatency' | 'ended'
  > {
  /** Left out when the source declares no @timeShiftBufferDepth. */
  readonly depthMs?: number | undefined;
  /** Index of the newest MPD in the texts. */
  readonly mpd: number;
  readonly periods: readonly StoredPeriod[];
}

/** Texts of MPDs, each once. */
class Texts {
  readonly all: string[] = [];

  /** @throws {Error} for an element that comes from no parsed text */
  indexOf({ element: { range } }: Pick<DashSourcePeriod | Mpd, 'element'>): number {
    if (range === undefined) throw new Error('a window is made of what was read');
    const known = this.all.indexOf(range.source);
    return known < 0 ? this.all.push(range.source) - 1 : known;
  }
}

const finite = (value: number) => (Number.isFinite(value) ? value : undefined);

function withoutElement({ element, ...track }: Extract<DashTrack, { kind: 'base' }>) {
  return track;
}

function storeTrack(track: DashTrack): StoredTrack {
  const timeOrigin = String(track.timeOrigin);
  return track.kind === 'base'
    ? { ...withoutElement(track), timeOrigin }
    : { ...track, timeOrigin };
}

/**
 * Plain data from which `restoreDashWindow` makes an equal window.
 * @returns the window, and the texts of the MPDs that its Periods were read from
 */
export function storeDashWindow(window: DashWindow): {
  readonly window: StoredDashWindow;
  readonly texts: readonly string[];
} {
  const texts = new Texts();
  const mpd = texts.indexOf(window.mpd);
  const periods = window.periods.map((period): StoredPeriod => {
    const { key, sourceId, epoch, startMs, endMs, reference, baseUrls, adSets } = period;
    return {
      ...{ key, sourceId, epoch, startMs, reference, baseUrls, adSets },
      endMs: finite(endMs),
      mpd: texts.indexOf(period),
      at: period.element.range?.start ?? -1,
      tracks: period.tracks.map(storeTrack),
    };
  });
  const { originMs, baseUrl, epoch, shiftMs, isLowLatency, ended, depthMs } = window;
  const facts = { originMs, baseUrl, epoch, shiftMs, isLowLatency, ended };
  return { window: { ...facts, depthMs: finite(depthMs), mpd, periods }, texts: texts.all };
}

/** Limits that list no segment: those are stored, and the Period is parsed again for its AdaptationSets alone. */
const NO_SEGMENTS = { fromMs: Number.POSITIVE_INFINITY, untilMs: Number.NEGATIVE_INFINITY };

function restoreTrack(stored: StoredTrack, listed: readonly DashTrack[]): DashTrack {
  const timeOrigin = BigInt(stored.timeOrigin);
  if (stored.kind !== 'base') return { ...stored, timeOrigin };
  const same = listed.find(({ key }) => key === stored.key);
  return { ...stored, timeOrigin, element: same?.kind === 'base' ? same.element : undefined };
}

function restorePeriod(stored: StoredPeriod, mpds: readonly Mpd[]): DashSourcePeriod {
  const { mpd, at, endMs = Number.POSITIVE_INFINITY, tracks, ...facts } = stored;
  const period = mpds[mpd]?.periods.find(({ element: { range } }) => range?.start === at);
  if (period === undefined) throw new Error(`no Period begins at ${at} of MPD ${mpd}`);
  const { element, eventStreams } = period;
  const { sets, tracks: listed } = listPeriod(period, NO_SEGMENTS);
  return {
    ...{ ...facts, endMs, element, eventStreams, sets },
    tracks: tracks.map((track) => restoreTrack(track, listed)),
  };
}

/**
 * The window that `storeDashWindow` has stored, also after JSON; `extendDashWindow` goes on from it.
 * @param mpds parsed from the stored texts, in their order
 * @throws {Error} when they are not the MPDs of those texts
 */
export function restoreDashWindow(stored: StoredDashWindow, mpds: readonly Mpd[]): DashWindow {
  const { mpd: index, depthMs = Number.POSITIVE_INFINITY, ...facts } = stored;
  const mpd = mpds[index];
  if (mpd === undefined) throw new Error(`there is no MPD ${index}`);
  const periods = stored.periods.map((period) => restorePeriod(period, mpds));
  return {
    ...{ ...facts, depthMs, mpd, periods },
    boundariesMs: boundariesOf(periods),
    ...cadenceOf(periods),
  };
}
