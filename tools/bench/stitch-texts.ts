/**
 * Input of the stitch bench: 150 content segments of 4 s in four variants, and four pods of an ad of 28 s. All segments
 * are of one length, so that every program must list the same segments in every window.
 */

export const ORIGIN = 'https://origin.example/asset';
export const SEGMENT_SECONDS = 4;
export const CONTENT_SEGMENTS = 150;
export const AD_SEGMENTS = 7;
export const VARIANTS = [0, 1, 2, 3] as const;
/** Of the live channel: 30 segments. */
export const WINDOW_SEGMENTS = 30;
/** Index of the content segment before which each pod is inserted. */
export const POD_PLACES: readonly number[] = [40, 65, 90, 115];

export const bandwidthOf = (variant: number) => (variant + 1) * 1_000_000;

export const adBase = (pod: number) => `https://ads.example/${pod}`;

const variantText = (variant: number) => `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidthOf(variant)},\
RESOLUTION=${(variant + 1) * 320}x${(variant + 1) * 180},CODECS="avc1.64001f,mp4a.40.2"
v${variant}.m3u8
`;

export const multivariantText = `#EXTM3U
#EXT-X-VERSION:4
${VARIANTS.map(variantText).join('')}`;

function listText(names: readonly string[]): string {
  const items = names.map((name) => `#EXTINF:${SEGMENT_SECONDS}.000,\n${name}\n`).join('');
  return `#EXTM3U
#EXT-X-VERSION:4
#EXT-X-TARGETDURATION:${SEGMENT_SECONDS}
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:VOD
${items}#EXT-X-ENDLIST
`;
}

const names = (kind: string, variant: number, count: number) =>
  Array.from({ length: count }, (_, index) => `${kind}-v${variant}-${index}.ts`);

/** The VOD asset's playlist, by variant. */
export const contentTexts: readonly string[] = VARIANTS.map((variant) =>
  listText(names('content', variant, CONTENT_SEGMENTS)),
);

/** An ad's playlist, by variant. */
export const adTexts: readonly string[] = VARIANTS.map((variant) =>
  listText(names('ad', variant, AD_SEGMENTS)),
);

interface LiveSegment {
  readonly name: string;
  readonly tags: string;
}

/** The VOD asset as a live channel: between its parts are the segments that the ads replace. */
function liveSegments(variant: number): LiveSegment[] {
  const breakSeconds = AD_SEGMENTS * SEGMENT_SECONDS;
  return names('content', variant, CONTENT_SEGMENTS).flatMap((name, index) => {
    const pod = POD_PLACES.indexOf(index);
    if (pod < 0) return [{ name, tags: '' }];
    const replaced = names(`break-${pod}`, variant, AD_SEGMENTS).map((own, at) => ({
      name: own,
      tags: at === 0 ? `#EXT-X-CUE-OUT:${breakSeconds}.000\n` : '',
    }));
    return [...replaced, { name, tags: '#EXT-X-CUE-IN\n' }];
  });
}

export const LIVE_SEGMENTS = CONTENT_SEGMENTS + POD_PLACES.length * AD_SEGMENTS;

/** A channel's playlists of a variant, one more segment each. */
export function liveTexts(variant: number): string[] {
  const all = liveSegments(variant);
  const startMs = Date.UTC(2026, 0, 1);
  const items = all.map(({ name, tags }, index) => {
    const date = new Date(startMs + index * SEGMENT_SECONDS * 1_000).toISOString();
    const extinf = `#EXTINF:${SEGMENT_SECONDS}.000,`;
    return `${tags}#EXT-X-PROGRAM-DATE-TIME:${date}\n${extinf}\n${name}\n`;
  });
  return Array.from({ length: all.length - WINDOW_SEGMENTS + 1 }, (_, first) => {
    const listed = items.slice(first, first + WINDOW_SEGMENTS).join('');
    return `#EXTM3U
#EXT-X-VERSION:4
#EXT-X-TARGETDURATION:${SEGMENT_SECONDS}
#EXT-X-MEDIA-SEQUENCE:${first}
${listed}`;
  });
}
