/** Which markers open and close a break, by the fields of a live HLS channel, over a whole stitcher. */
import { encodeBase64, toHex } from '@interlude/scte35';
import { type TestSegmentation, timeSignal } from '@interlude/testkit/scte35';
import { describe, expect, test } from 'vitest';
import {
  environment,
  environmentPerTest,
  type Fields,
  stopStitcher,
  viewerOf,
} from '../testing/live-hls.suite.ts';

environmentPerTest();

const signal = (segmentation: TestSegmentation) =>
  `#EXT-OATCLS-SCTE35:${encodeBase64(timeSignal(segmentation))}`;
const placementStart = { typeId: 0x34, eventId: 7, seconds: 4 };

/** Ads of one second each that a session gets, with these markers before segments by their index. */
async function adsIn(fields: Fields, markers: Readonly<Record<number, string>>): Promise<number> {
  environment.override('/live/v0.m3u8', (_request, response) => {
    const text = Object.entries(markers).reduce(
      (marked, [index, tag]) =>
        marked.replace(
          `#EXTINF:1.000,\nv0-${index}.m4s`,
          `${tag}\n#EXTINF:1.000,\nv0-${index}.m4s`,
        ),
      environment.media('v0'),
    );
    response.end(text);
  });
  environment.ads = ['a', 'b', 'c', 'd'].map((id) => ({ id, seconds: 1 }));
  environment.edge = 20;
  const viewer = await viewerOf(fields);
  await viewer.open();
  await viewer.reload();
  environment.edge = 27;
  const { adUris } = await viewer.until(({ uris }) => uris.some((uri) => uri.includes('v0-26')));
  await stopStitcher();
  return adUris.length;
}

describe('segmentationConfiguration', () => {
  const markedBy = (part: Fields['segmentationConfiguration'], markers: Record<number, string>) =>
    adsIn({ segmentationConfiguration: part }, markers);

  test('spliceMode leaves out the commands that it does not name', async () => {
    const markers = { 22: signal(placementStart) };
    expect(await markedBy({ spliceMode: 'time_signal' }, markers)).toBe(4);
    expect(await markedBy({ spliceMode: 'splice_insert' }, markers)).toBe(0);
  });

  test('segmentationTypeIdsStart are the types that open a break', async () => {
    const markers = { 22: signal({ ...placementStart, typeId: 0x10 }) };
    expect(await markedBy({ segmentationTypeIdsStart: [0x10] }, markers)).toBe(4);
  });

  test('segmentationTypeIdsEnd are the types that close a break', async () => {
    const markers = { 22: signal(placementStart), 24: signal({ typeId: 0x11, eventId: 7 }) };
    expect(await markedBy({ segmentationTypeIdsEnd: [0x11] }, markers)).toBe(2);
  });

  test('scte35IsHexNotBase64 reads payloads as hex alone', async () => {
    const hex = `#EXT-OATCLS-SCTE35:${toHex(timeSignal(placementStart))}`;
    expect(await markedBy({ scte35IsHexNotBase64: true }, { 22: hex })).toBe(4);
    expect(await markedBy({ scte35IsHexNotBase64: true }, { 22: signal(placementStart) })).toBe(0);
  });

  test('defaultDuration ends a break whose marker has none', async () => {
    expect(await markedBy({ defaultDuration: 2 }, { 22: '#EXT-X-CUE-OUT' })).toBe(2);
  });

  test('fallbackSourceTags of the configuration are the only tags that are read', async () => {
    const markers = { 22: '#EXT-X-CUE-OUT:4', 26: '#EXT-X-CUE-IN' };
    expect(await markedBy({ fallbackSourceTags: ['EXT-X-CUE-OUT'] }, markers)).toBe(4);
    expect(await markedBy({ fallbackSourceTags: ['EXT-X-DATERANGE'] }, markers)).toBe(0);
  });
});

test('fallbackSourceTags of the channel are the only tags that are read', async () => {
  const markers = { 22: '#EXT-X-CUE-OUT:4', 26: '#EXT-X-CUE-IN' };
  expect(await adsIn({ fallbackSourceTags: ['EXT-X-DATERANGE'] }, markers)).toBe(0);
});

describe('adSource', () => {
  const markers = { 22: '#EXT-X-CUE-OUT:4', 26: '#EXT-X-CUE-IN' };
  const queryOf = async (part: Fields['adSource']) => {
    await adsIn({ adSource: { url: `${environment.base}/ads`, ...part } }, markers);
    return (
      environment.requests.findLast(({ path }) => path === '/ads')?.query ?? new URLSearchParams()
    );
  };

  test('system brings the parameters of its template', async () => {
    const names = async (part: Fields['adSource']) => [...(await queryOf(part)).keys()];
    expect(await names({ system: 'gam' })).not.toEqual(await names({ system: 'gva' }));
  });

  test('params are sent beside those of the template', async () => {
    const query = await queryOf({
      system: 'gva',
      params: { place: '{{breakPosition}}', fixed: 'x' },
    });
    expect([query.get('fixed'), query.get('place')]).toEqual(['x', 'mid']);
  });
});
