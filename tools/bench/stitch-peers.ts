/** The programs that the stitch bench compares with, used as their documentation describes. */
import { Readable } from 'node:stream';
import {
  AD_SEGMENTS,
  adBase,
  adTexts,
  bandwidthOf,
  contentTexts,
  multivariantText,
  ORIGIN,
  POD_PLACES,
  SEGMENT_SECONDS,
  VARIANTS,
  WINDOW_SEGMENTS,
} from './stitch-texts.ts';

type Source = () => Readable;
type MediaSource = (bandwidth: number) => Readable;

interface SplicedVod {
  load(multivariant: Source, media: MediaSource): Promise<void>;
  insertAdAt(
    offsetMs: number,
    url: string,
    multivariant: Source,
    media: MediaSource,
  ): Promise<void>;
  getMediaManifest(bandwidth: number): string;
}

interface Splice {
  /** Seconds of the output. */
  readonly position: number;
  /** By bandwidth: seconds and address. */
  readonly segments: Readonly<Record<string, readonly (readonly [number, string])[]>>;
}

interface LiveVod {
  load(multivariant: Source, media: MediaSource): Promise<void>;
  getLiveMediaSequencesCount(): number;
  getLiveMediaSequences(
    offset: number,
    bandwidth: string,
    index: number,
    discontinuities: number,
  ): string;
}

/** Playlists by variant, and when the VOD asset was loaded. */
interface Printed {
  readonly texts: readonly (readonly Buffer[])[];
  readonly loadedMs: number;
}

const stream = (text: string) => Readable.from([Buffer.from(text)]);
const variantOf = (bandwidth: number) =>
  VARIANTS.find((one) => bandwidthOf(one) === bandwidth) ?? 0;
const multivariant = () => stream(multivariantText);
const media = (texts: readonly string[]) => (bandwidth: number) =>
  stream(texts[variantOf(bandwidth)] ?? '');
/** The bytes that a server would send: until then a text is only a tree of its pieces. */
const bytes = (text: string) => Buffer.from(text, 'latin1');

/** hls-splice: one VOD asset with its pods. A spliced asset cannot be used for another session. */
export async function spliceVod(load: NodeJS.Require): Promise<Printed> {
  const Splicer = load('@eyevinn/hls-splice') as new (url: string, options: object) => SplicedVod;
  const vodAsset = new Splicer(`${ORIGIN}/master.m3u8`, { absoluteUrls: true });
  await vodAsset.load(multivariant, media(contentTexts));
  const loadedMs = performance.now();
  // Offsets count in the list with its ads: inserted from the last to the first they are those of the content.
  for (const pod of [...POD_PLACES.keys()].reverse()) {
    const atMs = (POD_PLACES[pod] ?? 0) * SEGMENT_SECONDS * 1_000;
    const url = `${adBase(pod)}/master.m3u8`;
    await vodAsset.insertAdAt(atMs, url, multivariant, media(adTexts));
  }
  const texts = VARIANTS.map((one) => [bytes(vodAsset.getMediaManifest(bandwidthOf(one)))]);
  return { texts, loadedMs };
}

function splices(): Splice[] {
  return POD_PLACES.map((place, pod) => ({
    position: (place + pod * AD_SEGMENTS) * SEGMENT_SECONDS,
    segments: Object.fromEntries(
      VARIANTS.map((variant) => [
        bandwidthOf(variant),
        Array.from(
          { length: AD_SEGMENTS },
          (_, index) => [SEGMENT_SECONDS, `${adBase(pod)}/ad-v${variant}-${index}.ts`] as const,
        ),
      ]),
    ),
  }));
}

/** hls-vodtolive: the VOD asset with its ads as a live channel, every window of it. */
export const liveVod = (load: NodeJS.Require): Promise<Printed> =>
  printedLive(load, splices(), WINDOW_SEGMENTS);

/** hls-vodtolive: the VOD asset alone. */
export const linearVod = (load: NodeJS.Require, windowSegments: number): Promise<Printed> =>
  printedLive(load, [], windowSegments);

async function printedLive(
  load: NodeJS.Require,
  ads: Splice[],
  windowSegments: number,
): Promise<Printed> {
  const Splicer = load('@eyevinn/hls-vodtolive') as new (url: string, splices: Splice[]) => LiveVod;
  // It lists as many whole segments as are shorter than this together, seconds.
  process.env['SEQUENCE_DURATION'] = String((windowSegments + 1) * SEGMENT_SECONDS);
  const vodAsset = new Splicer(`${ORIGIN}/master.m3u8`, ads);
  await vodAsset.load(multivariant, media(contentTexts));
  const loadedMs = performance.now();
  const indices = Array.from(
    { length: vodAsset.getLiveMediaSequencesCount() },
    (_, index) => index,
  );
  const texts = VARIANTS.map((variant) =>
    indices.map((index) =>
      bytes(vodAsset.getLiveMediaSequences(0, String(bandwidthOf(variant)), index, 0)),
    ),
  );
  return { texts, loadedMs };
}
