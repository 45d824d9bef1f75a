/**
 * Stitching against the programs that others stitch with, in one process on the same texts: a VOD asset with four
 * pods, and the same as a live channel. Before anything is timed the outputs are compared playlist by playlist:
 * the same segments in the same order, as long, with discontinuities at the same places.
 */
import type { BenchRow } from './bench-row.ts';
import { LINEAR_SEGMENTS, LINEAR_WINDOWS, loadLinear, writeLinear } from './linear-ours.ts';
import { peers } from './peers.ts';
import {
  loadAds,
  loadVodAsset,
  pollChannel,
  stitchChannel,
  stitchVodAsset,
} from './stitch-ours.ts';
import { linearVod, liveVod, spliceVod } from './stitch-peers.ts';
import {
  CONTENT_SEGMENTS,
  LIVE_SEGMENTS,
  liveTexts,
  VARIANTS,
  WINDOW_SEGMENTS,
} from './stitch-texts.ts';
import { timed, timedWithStart } from './timed.ts';

const TARGET = 50;
/**
 * Of a list without ads: both sides join texts that they keep, so that there is no work to be saved fifty times. Where
 * the VOD asset is read in the run, both have read it.
 */
const LINEAR_TARGET = 4;
const LINEAR_READ_TARGET = 2;

type Texts = readonly (readonly string[])[];

/** The content of a playlist for comparison: seconds, address and discontinuity of each segment, without formatting. */
function said(text: string): string {
  let seconds = 0;
  let mark = '';
  const segments: string[] = [];
  for (const line of text.split('\n')) {
    if (line === '#EXT-X-DISCONTINUITY') mark = '!';
    else if (line.startsWith('#EXTINF:')) seconds = Number.parseFloat(line.slice(8));
    else if (line !== '' && !line.startsWith('#')) {
      segments.push(`${mark}${seconds} ${line}`);
      mark = '';
    }
  }
  // Each program signals in its own way that the first segment follows a discontinuity that has left the list.
  return segments.join('\n').replace(/^!/, '');
}

function same(what: string, ours: Texts, theirs: Texts): void {
  for (const [variant, texts] of theirs.entries())
    for (const [index, text] of texts.entries())
      if (said(text) !== said(ours[variant]?.[index] ?? ''))
        throw new Error(`${what}: playlist ${index} of variant ${variant} is not the same.`);
  if (ours.some(({ length }, variant) => length !== theirs[variant]?.length))
    throw new Error(`${what}: not the same number of playlists.`);
}

const textsOf = (buffers: readonly (readonly Buffer[])[]): Texts =>
  buffers.map((ofVariant) => ofVariant.map((buffer) => buffer.toString('latin1')));

function row(
  what: string,
  oursMs: number,
  [peer, peerMs]: readonly [string, number],
  target = TARGET,
): BenchRow {
  const ratio = peerMs / oursMs;
  const shown = (ms: number) => `${ms.toFixed(ms < 1 ? 4 : 2)} ms`;
  const isTargetMet = ratio >= target;
  const cells = { ours: shown(oursMs), peer: `${shown(peerMs)} (${peer})` };
  return { what, ...cells, ratio, better: 'higher', isTargetMet };
}

async function benchVodAsset(load: NodeJS.Require): Promise<BenchRow[]> {
  const vodAsset = loadVodAsset();
  const theirs = (await spliceVod(load)).texts;
  same('VOD asset', textsOf(stitchVodAsset(vodAsset).map((one) => [one])), textsOf(theirs));
  const peer = await timedWithStart(() => spliceVod(load));
  const anewMs = timed(() => stitchVodAsset(loadVodAsset()));
  const sessionMs = timed(() => stitchVodAsset(vodAsset));
  const what = 'VOD asset, 4 playlists of 150 segments, 4 pods';
  return [
    row(`${what}: read and stitched anew`, anewMs, ['hls-splice', peer.wholeMs]),
    row(`${what}: a session`, sessionMs, ['hls-splice', peer.wholeMs]),
    row(`${what}: a session`, sessionMs, ['hls-splice, VOD asset loaded', peer.afterStartMs]),
  ];
}

async function benchChannel(load: NodeJS.Require): Promise<BenchRow[]> {
  const texts = VARIANTS.map((variant) => liveTexts(variant));
  const ads = loadAds();
  const steps = pollChannel(texts);
  same('channel', textsOf(stitchChannel(steps, ads)), textsOf((await liveVod(load)).texts));
  const peer = await timedWithStart(() => liveVod(load));
  const count = steps.length * VARIANTS.length;
  const anewMs = timed(() => stitchChannel(pollChannel(texts), loadAds())) / count;
  const sessionMs = timed(() => stitchChannel(steps, ads)) / count;
  const what = `live, a playlist of ${WINDOW_SEGMENTS} of ${LIVE_SEGMENTS} segments, 4 breaks`;
  const [wholeMs, printMs] = [peer.wholeMs / count, peer.afterStartMs / count];
  return [
    row(`${what}: source read at each poll`, anewMs, [
      'hls-vodtolive, VOD asset read once',
      wholeMs,
    ]),
    row(`${what}: a session`, sessionMs, ['hls-vodtolive', wholeMs]),
    row(`${what}: a session`, sessionMs, ['hls-vodtolive, VOD asset loaded', printMs]),
  ];
}

async function benchLinear(load: NodeJS.Require): Promise<BenchRow[]> {
  const vodAsset = loadLinear();
  same(
    'vod2live',
    textsOf(writeLinear(vodAsset)),
    textsOf((await linearVod(load, LINEAR_SEGMENTS)).texts),
  );
  const peer = await timedWithStart(() => linearVod(load, LINEAR_SEGMENTS));
  const count = LINEAR_WINDOWS * VARIANTS.length;
  const anewMs = timed(() => writeLinear(loadLinear())) / count;
  const listMs = timed(() => writeLinear(vodAsset)) / count;
  const what = `vod2live, a playlist of ${LINEAR_SEGMENTS} of ${CONTENT_SEGMENTS} segments`;
  return [
    row(
      `${what}: VOD asset read once`,
      anewMs,
      ['hls-vodtolive', peer.wholeMs / count],
      LINEAR_READ_TARGET,
    ),
    row(
      `${what}: VOD asset loaded`,
      listMs,
      ['hls-vodtolive, VOD asset loaded', peer.afterStartMs / count],
      LINEAR_TARGET,
    ),
  ];
}

export async function benchStitch(): Promise<BenchRow[]> {
  const load = await peers();
  return [
    ...(await benchVodAsset(load)),
    ...(await benchChannel(load)),
    ...(await benchLinear(load)),
  ];
}
