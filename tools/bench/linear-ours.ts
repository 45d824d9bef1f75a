/** Our side of a VOD asset as a linear channel (vod2live): no ads, every window of one cycle. */
import {
  effectiveGenerations,
  type Generation,
  type HlsGeneration,
  hlsGeneration,
  hlsProgramme,
  readHlsItem,
  writeLinearPlaylist,
} from '@interlude/stitching';
import {
  CONTENT_SEGMENTS,
  contentTexts,
  multivariantText,
  ORIGIN,
  SEGMENT_SECONDS,
  VARIANTS,
} from './stitch-texts.ts';

/** Segments in the window of the linear channel: one minute. */
export const LINEAR_SEGMENTS = 60 / SEGMENT_SECONDS;
export const LINEAR_WINDOWS = CONTENT_SEGMENTS - LINEAR_SEGMENTS + 1;
const START_MS = Date.UTC(2026, 0, 1);

const address = (variant: number) => `${ORIGIN}/v${variant}.m3u8`;

export type LinearGenerations = readonly Generation<HlsGeneration>[];

/** Read from its manifests and laid out. */
export function loadLinear(): LinearGenerations {
  const read = readHlsItem({
    kind: 'hls',
    manifest: { url: `${ORIGIN}/master.m3u8`, text: multivariantText },
    media: Object.fromEntries(
      VARIANTS.map((variant) => [
        address(variant),
        { url: address(variant), text: contentTexts[variant] ?? '' },
      ]),
    ),
  });
  const duration = CONTENT_SEGMENTS * SEGMENT_SECONDS;
  const settings = { url: ORIGIN, duration, spliceType: 'seconds' as const, cuePoints: [] };
  const { programme } = hlsProgramme([{ settings, read }], undefined);
  if (programme === undefined) throw new Error('The VOD asset cannot be read.');
  const fromUs = START_MS * 1_000;
  const takeover = {
    ...{ fromUs, anchorUs: fromUs, numbers: {}, discontinuities: 0, endsBreak: false },
    targetDuration: programme.targetDuration,
  };
  const { cycle } = programme;
  return effectiveGenerations([{ takeover, cycle, loops: true, content: programme }]).map(
    hlsGeneration,
  );
}

/** Playlists by variant: every window within the first cycle, as bytes. */
export function writeLinear(vodAsset: LinearGenerations): Buffer[][] {
  return VARIANTS.map((variant) =>
    Array.from({ length: LINEAR_WINDOWS }, (_, window) => {
      const nowMs = START_MS + (window + LINEAR_SEGMENTS) * SEGMENT_SECONDS * 1_000;
      return Buffer.from(writeLinearPlaylist(vodAsset, `v${variant}`, nowMs).text, 'latin1');
    }),
  );
}
