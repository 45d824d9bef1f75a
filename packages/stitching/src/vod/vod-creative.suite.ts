import type { Creative, CreativeRendition } from '../pods/creative.ts';
import type { Pod } from '../pods/pod.ts';

/** A creative of four-second segments for these renditions of an asset. */
export function testCreative(
  id: string,
  seconds: number,
  renditionIds: readonly string[],
): Creative {
  const count = seconds / 4;
  const starts = Array.from({ length: count }, (_, index) => index * 4);
  const rendition = (renditionId: string): CreativeRendition => ({
    segments: starts.map((start) => ({
      durationSeconds: 4,
      extinf: '4.000,',
      uri: `https://ads.example/${id}/${renditionId}/${start / 4}.m4s`,
    })),
    startsMs: starts.map((start) => start * 1000),
    map: { uri: `https://ads.example/${id}/${renditionId}/init.mp4` },
    dash: {
      mimeType: renditionId.startsWith('a') ? 'audio/mp4' : 'video/mp4',
      codecs: renditionId.startsWith('a') ? 'mp4a.40.2' : 'avc1.64001f',
      bandwidth: 1_000_000,
      timescale: 1000,
      presentationTimeOffset: 0,
      startTicks: starts.map((start) => start * 1000),
      durationTicks: seconds * 1000,
    },
  });
  return {
    creativeId: id,
    durationMs: seconds * 1000,
    boundariesMs: starts.map((start) => (start + 4) * 1000),
    begunAfterMs: 2000,
    renditions: Object.fromEntries(renditionIds.map((one) => [one, rendition(one)])),
  };
}

/** A pod of these creatives. */
export function testPod(creatives: readonly Creative[]): Pod {
  let offsetMs = 0;
  const placements = creatives.map((creative, index) => {
    const { creativeId: adId, durationMs } = creative;
    const placement = { kind: 'ad' as const, index, adId, creative, offsetMs, durationMs };
    offsetMs += durationMs;
    return placement;
  });
  return { placements, remainder: 'none', adMs: offsetMs, occupiesMs: offsetMs, dropped: [] };
}
