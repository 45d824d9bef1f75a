/** Finds the breaks of a session: named by its feed, marked in the source, or named by the ad server (VMAP). */
import type { ChannelSettings } from '@interlude/contract';
import type { SourceBudget } from '@interlude/runtime';
import {
  type AdBreak,
  boundedCues,
  type Cue,
  findDashCues,
  findHlsCues,
  markedCuePoints,
  mrssCuePoints,
  NO_BREAKS,
  type SegmentationConfiguration,
  STITCHING_LIMITS,
  trackBreaks,
  type VodCuePoint,
  withBoundedEvents,
  withBoundedMarkers,
} from '@interlude/stitching';
import { configurationOfSource } from '../origin/tracked-breaks.ts';
import type { Asset, DashAsset, HlsAsset } from './asset.ts';
import type { MrssFeed } from './feeds/mrss-feed.ts';

/**
 * The configuration as for a live channel: the entry for the source's address, with the channel's fallback tags if it
 * has none.
 */
function configurationOf({ baseUrl }: Asset, settings: ChannelSettings): SegmentationConfiguration {
  const own = configurationOfSource(settings, baseUrl);
  const { fallbackSourceTags } = settings;
  return own.fallbackSourceTags.length > 0 ? own : { ...own, fallbackSourceTags };
}

/** The asset whose markers are looked for; `work` runs when it is its turn. */
export interface MarkedAsset {
  readonly asset: Asset;
  readonly settings: ChannelSettings;
  readonly work: SourceBudget['work'];
}

/** Cues of the first rendition that has any. */
async function hlsCues(
  asset: HlsAsset,
  configuration: SegmentationConfiguration,
  work: MarkedAsset['work'],
): Promise<readonly Cue[]> {
  for (const { playlist, segments } of asset.renditions.values()) {
    const cues = await work({ bytes: 0, entries: segments.length }, () => {
      const times = segments.map(({ startMs }) => startMs);
      return findHlsCues(withBoundedMarkers(playlist, 'first').playlist, times, configuration);
    });
    // Ends of date ranges alone make no break.
    if (cues.some(({ endsRange }) => !endsRange)) {
      return cues;
    }
  }
  return [];
}

function dashCues(
  { mpd }: DashAsset,
  segmentationConfiguration: SegmentationConfiguration,
  { settings: { isMultiPeriod }, work }: MarkedAsset,
): Promise<readonly Cue[]> {
  const { fallbackSourceTags } = segmentationConfiguration;
  const options = { segmentationConfiguration, isMultiPeriod, fallbackSourceTags };
  const bytes = mpd.element.range?.source.length ?? 0;
  return work(
    { bytes, entries: 0 },
    () => findDashCues(withBoundedEvents(mpd, 'first'), options).cues,
  );
}

interface Marked {
  readonly settings: ChannelSettings;
  readonly breaks: Promise<readonly AdBreak[]>;
}

const marked = new WeakMap<Asset, Marked>();

/** Looked for once, not for each session that plays the asset. */
function markedBreaks(of: MarkedAsset): Promise<readonly AdBreak[]> {
  const { asset, settings } = of;
  const known = marked.get(asset);
  if (known?.settings === settings) {
    return known.breaks;
  }
  const breaks = findBreaks(of);
  marked.set(asset, { settings, breaks });
  breaks.catch(() => marked.delete(asset));
  return breaks;
}

async function findBreaks(of: MarkedAsset): Promise<readonly AdBreak[]> {
  const { asset, settings, work } = of;
  const configuration = configurationOf(asset, settings);
  const cues = await (asset.kind === 'hls'
    ? hlsCues(asset, configuration, work)
    : dashCues(asset, configuration, of));
  const { state } = trackBreaks(NO_BREAKS, boundedCues(cues, 'first'), {
    // The whole asset is ahead of the edge: the tracker forgets breaks that are hours behind it.
    knownUntilMs: 0,
    defaultDurationSeconds: configuration.defaultDuration,
    keepsPoints: true,
  });
  return state.breaks;
}

/** Cue points of the markers or of the feed; undefined = a VMAP request to the ad server finds them. */
export async function cuePointsOf(
  of: MarkedAsset,
  feed: MrssFeed | undefined,
): Promise<VodCuePoint[] | undefined> {
  const { durationMs } = of.asset.content;
  if (of.settings.stitcher.useScte35) {
    const capMs = STITCHING_LIMITS.openBreakCapMs;
    return markedCuePoints(await markedBreaks(of), durationMs, capMs);
  }
  return feed && mrssCuePoints(feed.programme.cuePoints, durationMs);
}

/** Starts of marked breaks, ms: `#n` of a VMAP counts them. */
export async function opportunitiesMs(of: MarkedAsset): Promise<number[]> {
  const breaks = await markedBreaks(of);
  return breaks.filter(({ state }) => state !== 'cancelled').map(({ startMs }) => startMs);
}

/**
 * `enablePreRoll`: a break before the programme, of at most `preRoll.maxDuration`, unless a pre-roll is named already.
 * (A cue point of a feed at 0 is one, as is a break of a VMAP at the start.)
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
