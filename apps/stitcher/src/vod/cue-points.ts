/** Where a session's breaks are: named by its feed, marked in the source, or said by the ad server (VMAP). */
import type { ChannelSettings } from '@interlude/contract';
import {
  type AdBreak,
  findDashCues,
  findHlsCues,
  markedCuePoints,
  mrssCuePoints,
  NO_BREAKS,
  type SegmentationConfiguration,
  STITCHING_LIMITS,
  trackBreaks,
  type VodCuePoint,
} from '@interlude/stitching';
import { configurationOfSource } from '../origin/tracked-breaks.ts';
import type { Asset, HlsAsset } from './asset.ts';
import type { MrssFeed } from './mrss-feed.ts';

/** As of a live channel: an entry of its own for the address, tags from either place. */
function configurationOf({ baseUrl }: Asset, settings: ChannelSettings): SegmentationConfiguration {
  const own = configurationOfSource(settings, baseUrl);
  const { fallbackSourceTags } = settings;
  return own.fallbackSourceTags.length > 0 ? own : { ...own, fallbackSourceTags };
}

function hlsCues(asset: HlsAsset, configuration: SegmentationConfiguration) {
  for (const rendition of asset.renditions.values()) {
    const times = rendition.segments.map(({ startMs }) => startMs);
    const cues = findHlsCues(rendition.playlist, times, configuration);
    // Date ranges of anything end no break where none begins.
    if (cues.some(({ endsRange }) => !endsRange)) {
      return cues;
    }
  }
  return [];
}

function markedBreaks(asset: Asset, settings: ChannelSettings): readonly AdBreak[] {
  const { isMultiPeriod } = settings;
  const segmentationConfiguration = configurationOf(asset, settings);
  const { fallbackSourceTags, defaultDuration } = segmentationConfiguration;
  const cues =
    asset.kind === 'hls'
      ? hlsCues(asset, segmentationConfiguration)
      : findDashCues(asset.mpd, { segmentationConfiguration, isMultiPeriod, fallbackSourceTags })
          .cues;
  const { state } = trackBreaks(NO_BREAKS, cues, {
    // All of it lies ahead: the tracker forgets what is hours behind the edge of a live source.
    knownUntilMs: 0,
    defaultDurationSeconds: defaultDuration,
    keepsPoints: true,
  });
  return state.breaks;
}

/** Cue points of the markers or of the feed; undefined = the ad server is requested for them (VMAP). */
export function cuePointsOf(
  asset: Asset,
  settings: ChannelSettings,
  feed: MrssFeed | undefined,
): VodCuePoint[] | undefined {
  const { durationMs } = asset.content;
  if (settings.stitcher.useScte35) {
    const capMs = STITCHING_LIMITS.openBreakCapMs;
    return markedCuePoints(markedBreaks(asset, settings), durationMs, capMs);
  }
  return feed && mrssCuePoints(feed.programme.cuePoints, durationMs);
}

/** Starts of marked breaks: what `#n` of a VMAP counts. */
export function opportunitiesMs(asset: Asset, settings: ChannelSettings): number[] {
  const breaks = markedBreaks(asset, settings).filter(({ state }) => state !== 'cancelled');
  return breaks.map(({ startMs }) => startMs);
}

/**
 * `enablePreRoll`: a break before the programme, of at most `preRoll.maxDuration`, where nobody has named one.
 * (A cue point of a feed at 0 is one, as is what a VMAP says of the start.)
 */
export function withPreRoll(
  points: readonly VodCuePoint[],
  { enablePreRoll, preRoll }: Pick<ChannelSettings, 'enablePreRoll' | 'preRoll'>,
): readonly VodCuePoint[] {
  const { maxDuration, maxCount } = preRoll;
  if (!enablePreRoll || maxCount === 0 || points.some(({ position }) => position === 'pre')) {
    return points;
  }
  const durationMs = maxDuration * 1_000;
  return [{ id: 'preroll', position: 'pre', atMs: 0, spanMs: 0, durationMs, maxCount }, ...points];
}
