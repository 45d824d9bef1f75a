import { type MediaPlaylist, programDateTimes } from '@interlude/hls';
import {
  chooseSourceTag,
  extendWindow,
  findHlsCues,
  hasCueTags,
  ignoredHlsMarkers,
  segmentTimes,
  windowEdgeMs,
  withBoundedMarkers,
} from '@interlude/stitching';
import type { FoundRendition } from '../read-source.ts';
import {
  allIgnored,
  type BreakSettings,
  configurationFor,
  configurationOfUpid,
  type TracedSource,
  trackAll,
} from './traced-source.ts';

/** The rendition in which the stitcher finds cues: the first one that has any. */
export function leadOf(
  reference: FoundRendition,
  renditions: readonly FoundRendition[],
): FoundRendition {
  const listed = renditions.filter(({ kind }) => kind !== 'iframes');
  return listed.find(({ playlist }) => hasCueTags(playlist)) ?? reference;
}

interface Clock {
  /** Of each segment, ms. */
  readonly times: readonly number[];
  readonly startMs: number;
  readonly endMs: number;
  readonly epochMs: number | undefined;
}

/** The timeline of a VoD asset begins at 0. */
function vodClock(playlist: MediaPlaylist): Clock {
  let endMs = 0;
  const times = playlist.segments.map(({ durationSeconds }) => {
    const startMs = endMs;
    endMs += durationSeconds * 1000;
    return startMs;
  });
  const dateMs = programDateTimes(playlist)[0] ?? Number.NaN;
  return { times, startMs: 0, endMs, epochMs: Number.isNaN(dateMs) ? undefined : dateMs };
}

/** The source clock of the stitcher: that of the reference rendition, from EXT-X-PROGRAM-DATE-TIME where present. */
function liveClock(reference: FoundRendition, lead: FoundRendition, nowMs: number): Clock {
  const options = { renditionId: 'v0', baseUrl: reference.url, nowMs };
  const own = extendWindow(undefined, reference.playlist, options);
  const window =
    lead === reference
      ? own
      : extendWindow(undefined, lead.playlist, {
          ...{ renditionId: 'v1', baseUrl: lead.url, nowMs },
          reference: own,
        });
  return {
    times: segmentTimes(window, lead.playlist),
    startMs: window.segments[0]?.startMs ?? 0,
    endMs: Math.max(0, windowEdgeMs(window)),
    epochMs: window.hasDates ? 0 : undefined,
  };
}

interface KnownClock {
  readonly reference: FoundRendition;
  readonly nowMs: number;
  readonly clock: Clock;
}

const knownClocks = new WeakMap<FoundRendition, KnownClock>();

/** Made once for all settings that are tried with a source: it takes longer than finding the markers. */
function liveClockOf(reference: FoundRendition, lead: FoundRendition, nowMs: number): Clock {
  const known = knownClocks.get(lead);
  if (known?.reference === reference && known.nowMs === nowMs) return known.clock;
  const clock = liveClock(reference, lead, nowMs);
  knownClocks.set(lead, { reference, nowMs, clock });
  return clock;
}

export function hlsBreaks(
  reference: FoundRendition,
  renditions: readonly FoundRendition[],
  settings: BreakSettings,
  nowMs: number,
): TracedSource {
  const lead = leadOf(reference, renditions);
  const { playlist } = lead;
  const isVod = settings.type.endsWith('vod');
  const { times, ...clock } = isVod ? vodClock(playlist) : liveClockOf(reference, lead, nowMs);
  const configuration = configurationFor(settings, lead.url);
  const sourceTag = chooseSourceTag(playlist, configuration.fallbackSourceTags);
  const configurationOf = configurationOfUpid(configuration);
  const { playlist: read, skipped } = withBoundedMarkers(playlist, isVod ? 'first' : 'newest');
  const timesOfRead = times.slice(skipped);
  const cues = findHlsCues(read, timesOfRead, configuration, { sourceTag, configurationOf });
  const breaks = trackAll(cues, configuration, { endMs: clock.endMs, isVod });
  const notCues = ignoredHlsMarkers(read, timesOfRead, configuration, sourceTag);
  const ignored = allIgnored(notCues, cues, breaks);
  return { ...clock, breaks, ignored, warnings: [] };
}
