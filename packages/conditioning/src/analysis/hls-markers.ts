/** Dialects of ad markers in an HLS source, each with the number of its markers in the current playlists. */
import { type MediaPlaylist, parseAttributeList, type Tag, taggedSegments } from '@interlude/hls';
import type { ReadRendition } from './hls-reading.ts';
import type { SourceMarker } from './source-facts.ts';

/** In the order in which they are shown. */
const markerTags = [
  'EXT-X-DATERANGE',
  'EXT-X-CUE-OUT',
  'EXT-X-CUE-OUT-CONT',
  'EXT-X-CUE-CONT',
  'EXT-X-CUE-SPAN',
  'EXT-X-CUE-IN',
  'EXT-X-CUE',
  'EXT-OATCLS-SCTE35',
  'EXT-X-OATCLS-SCTE35',
  'EXT-X-SCTE35',
  'EXT-SCTE35',
  'EXT-X-SPLICEPOINT-SCTE35',
  'EXT-X-SIGNAL-EXIT',
  'EXT-X-SIGNAL-RETURN',
  'EXT-X-ASSET',
] as const;
const interstitialClass = 'com.apple.hls.interstitial';
const uplynk = 'UPLYNK-SEGMENT';
const order: readonly string[] = [...markerTags, interstitialClass, uplynk];
const names: ReadonlySet<string> = new Set(markerTags);

/** A date range is a marker when it carries SCTE-35, or when it is an interstitial. */
function markerName({ name, value }: Tag): string | undefined {
  if (!names.has(name)) return undefined;
  if (name !== 'EXT-X-DATERANGE' || value.includes('SCTE35-')) return name;
  const isInterstitial = parseAttributeList(value).get('CLASS') === interstitialClass;
  return isInterstitial ? interstitialClass : undefined;
}

function countMarkers(playlist: MediaPlaylist): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (name: string | undefined) => {
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  const { headerTags, segments, trailerTags } = playlist;
  const ofSegments = taggedSegments(playlist, names).flatMap((at) => segments[at]?.tags ?? []);
  for (const tag of [...headerTags, ...ofSegments, ...trailerTags]) count(markerName(tag));
  // Such a source has a comment before every segment; only those of ads are markers.
  if (segments.at(-1)?.text.includes(`#${uplynk}:`)) {
    for (const { text } of segments) {
      if (/^#UPLYNK-SEGMENT:[^,\n]*,[^,\n]*,\s*ad\b/im.test(text)) count(uplynk);
    }
  }
  return counts;
}

const total = (counts: ReadonlyMap<string, number>) =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Of the rendition with the most markers: all signal the same breaks, but some packagers mark one rendition alone. */
export function hlsMarkers(renditions: readonly ReadRendition[]): SourceMarker[] {
  const most = renditions
    .map(({ playlist }) => countMarkers(playlist))
    .toSorted((a, b) => total(b) - total(a))[0];
  return [...(most ?? [])]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}
