/** The stitch bench's work with our own core: texts in, bytes as a server sends them out. */
import { channelSettings, segmentationConfiguration } from '@interlude/contract';
import { parseMediaPlaylist, parseMultivariantPlaylist } from '@interlude/hls';
import {
  type AdSegmentRef,
  type BreakReading,
  beginPlan,
  buildCreative,
  type Creative,
  contentPod,
  extendWindow,
  findHlsCues,
  fitPod,
  followReadings,
  freezeRenditions,
  hasAlignedSegments,
  matchRenditions,
  NO_BREAKS,
  type PlanCourse,
  type Pod,
  placeVodBreaks,
  planVod,
  type SourceWindow,
  type SplicePlan,
  segmentTimes,
  sourceRenditions,
  stitchMediaPlaylist,
  stitchVodMediaPlaylist,
  trackBreaks,
  type VodRendition,
  vodRendition,
  windowEdgeMs,
} from '@interlude/stitching';
import {
  AD_SEGMENTS,
  adBase,
  adTexts,
  contentTexts,
  multivariantText,
  ORIGIN,
  POD_PLACES,
  SEGMENT_SECONDS,
  VARIANTS,
} from './stitch-texts.ts';

const nothing: ReadonlySet<string> = new Set();
const settings = channelSettings.parse({ name: 'bench', sourceManifestUrl: `${ORIGIN}/m.m3u8` });
const configuration = segmentationConfiguration.parse({});
const renditionIds = VARIANTS.map((variant) => `v${variant}`);
const adMs = AD_SEGMENTS * SEGMENT_SECONDS * 1_000;

/** Where the peers' outputs lead, so that all print the same addresses. */
const adSegmentUri = ({ breakId, renditionId, segmentIndex }: AdSegmentRef) =>
  `https://ads.example/${breakId}/ad-${renditionId}-${segmentIndex}.ts`;

function readMultivariant(baseUrl: string) {
  const { playlist } = parseMultivariantPlaylist(multivariantText);
  return sourceRenditions(playlist, `${baseUrl}/master.m3u8`);
}

function readCreative(pod: number, source: ReturnType<typeof readMultivariant>): Creative {
  const own = readMultivariant(adBase(pod));
  const read = new Map(
    own.map(({ renditionId, url }, variant) => {
      const { playlist } = parseMediaPlaylist(adTexts[variant] ?? '');
      return [renditionId, { playlist, baseUrl: url }];
    }),
  );
  const matched = matchRenditions(source, own);
  if (typeof matched === 'string') throw new Error(`our own creative does not match: ${matched}`);
  const playlists = new Map(
    [...matched].flatMap(([renditionId, { renditionId: theirs }]) => {
      const playlist = read.get(theirs);
      return playlist ? [[renditionId, playlist] as const] : [];
    }),
  );
  const creativeId = `ad-${pod}`;
  const about = { targetDuration: SEGMENT_SECONDS, usesMaps: false };
  const creative = buildCreative({ creativeId, source, playlists, ...about });
  if (typeof creative === 'string') throw new Error(`our own creative is refused: ${creative}`);
  return creative;
}

/** A pod of one ad for the avail given. */
function podOf(creative: Creative): Pod {
  const avail = {
    breakId: '',
    startMs: 0,
    durationMs: adMs,
    openEnded: false,
    driftMs: 0,
    toleranceMs: (SEGMENT_SECONDS * 1_000) / 2,
  };
  return fitPod(avail, [{ adId: creative.creativeId, creative }]);
}

/** VOD asset and ads, read once for all sessions. */
export interface LoadedVodAsset {
  readonly renditions: readonly VodRendition[];
  readonly creatives: readonly Creative[];
}

export function loadVodAsset(): LoadedVodAsset {
  const source = readMultivariant(ORIGIN);
  const renditions = source.map(({ renditionId, url }, variant) => {
    const { playlist } = parseMediaPlaylist(contentTexts[variant] ?? '');
    return vodRendition(renditionId, playlist, url, nothing);
  });
  return { renditions, creatives: POD_PLACES.map((_, pod) => readCreative(pod, source)) };
}

/** One session's playlists, a text by variant. */
export function stitchVodAsset({ renditions, creatives }: LoadedVodAsset): Buffer[] {
  const [reference] = renditions;
  if (reference === undefined) throw new Error('a VOD asset has renditions');
  const { segments, durationMs, longestSegmentMs } = reference;
  const boundariesMs = [...segments.map(({ startMs }) => startMs), durationMs];
  const cuePoints = POD_PLACES.map((place, pod) => {
    const atMs = place * SEGMENT_SECONDS * 1_000;
    return { id: String(pod), position: 'mid' as const, atMs, spanMs: 0 };
  });
  const places = placeVodBreaks(
    cuePoints,
    { durationMs, boundariesMs, longestSegmentMs },
    { replaceInsteadOfInsert: false, numberOfSegmentsToReplayAfterMidroll: 0 },
  );
  const pods = new Map(creatives.map((creative, pod) => [String(pod), podOf(creative)]));
  const plan = planVod(places, pods, durationMs);
  const common = { plan, targetDuration: SEGMENT_SECONDS, adSegmentUri, suppressed: nothing };
  return renditions.map((rendition) =>
    Buffer.from(stitchVodMediaPlaylist({ ...common, rendition }), 'latin1'),
  );
}

/** Result of one poll of a live channel, shared by all of its sessions. */
export interface LiveStep {
  readonly windows: readonly SourceWindow[];
  readonly breaks: typeof NO_BREAKS;
  readonly knownUntilMs: number;
}

/** The channel, poll by poll; all that is done once, however many sessions there are. */
export function pollChannel(texts: readonly (readonly string[])[]): LiveStep[] {
  const known: (SourceWindow | undefined)[] = VARIANTS.map(() => undefined);
  let breaks = NO_BREAKS;
  const [first = []] = texts;
  return first.map((_, step) => {
    const parsed = VARIANTS.map((one) => parseMediaPlaylist(texts[one]?.[step] ?? '').playlist);
    const windows = parsed.map((playlist, variant) => {
      const window = extendWindow(known[variant], playlist, {
        renditionId: renditionIds[variant] ?? '',
        baseUrl: `${ORIGIN}/v${variant}.m3u8`,
        nowMs: 0,
        reference: variant === 0 ? undefined : known[0],
      });
      known[variant] = window;
      return window;
    });
    const [reference] = windows;
    const [playlist] = parsed;
    if (reference === undefined || playlist === undefined) throw new Error('nothing was read');
    const knownUntilMs = windowEdgeMs(reference);
    const cues = findHlsCues(playlist, segmentTimes(reference, playlist), configuration);
    breaks = trackBreaks(breaks, cues, { knownUntilMs, defaultDurationSeconds: 0 }).state;
    return { windows, breaks, knownUntilMs };
  });
}

export function loadAds(): Creative[] {
  const source = readMultivariant(ORIGIN);
  return POD_PLACES.map((_, pod) => readCreative(pod, source));
}

/** One session on the channel: every playlist of it, by variant. Each session is given pods of its own. */
export function stitchChannel(
  steps: readonly LiveStep[],
  creatives: readonly Creative[],
): Buffer[][] {
  const printed: Buffer[][] = VARIANTS.map(() => []);
  const places = new Map<string, number>();
  const uri = (ref: AdSegmentRef) =>
    adSegmentUri({ ...ref, breakId: String(places.get(ref.breakId)) });
  const pods = new Map<string, Pod>();
  let course: PlanCourse = { plan: begin(steps[0]), version: -1 };
  for (const [version, { windows, breaks, knownUntilMs }] of steps.entries()) {
    const reading: BreakReading = {
      ...{ version, breaks: breaks.breaks, knownUntilMs, oldestMs: Number.NEGATIVE_INFINITY },
      hasEnded: windows.some(({ ended }) => ended),
      hasAlignedSegments: hasAlignedSegments(windows),
      frozen: (plan) => freezeRenditions(plan, windows),
    };
    const follow = () => followReadings(course, [reading], (breakId) => pods.get(breakId));
    const followed = follow();
    course = followed.course;
    for (const { breakId } of followed.avails) {
      const creative = creatives[places.size];
      places.set(breakId, places.size);
      pods.set(breakId, creative ? podOf(creative) : contentPod('NO_ADS'));
    }
    if (course.settled) course = follow().course;
    let { plan } = course;
    for (const [variant, window] of windows.entries()) {
      const reference = windows[0] ?? window;
      const stitched = stitchMediaPlaylist({ window, reference, plan, adSegmentUri: uri });
      plan = stitched.plan;
      printed[variant]?.push(Buffer.from(stitched.text, 'latin1'));
    }
    course = { ...course, plan };
  }
  return printed;
}

function begin(step: LiveStep | undefined): SplicePlan {
  const windows = step?.windows ?? [];
  const plan = beginPlan({ windows, targetDuration: SEGMENT_SECONDS, settings });
  if (plan === undefined) throw new Error('the channel has no segments');
  return plan;
}
