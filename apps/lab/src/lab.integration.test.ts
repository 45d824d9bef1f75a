/** The lab with its media: ffmpeg decodes its streams, and the ad server names existing files. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseVast } from '@interlude/vast';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Lab } from './app.ts';
import {
  complaints,
  complaintsOfAll,
  hasFfmpeg,
  sharedMediaFolder,
  steeredLab,
} from './testing/steered-lab.suite.ts';

let dataFolder = '';
let lab: Lab;
let setEdge: (position: number) => void;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'lab-'));
  ({ lab, setEdge } = steeredLab({ dataFolder, labMediaFolder: sharedMediaFolder }));
  await lab.start();
  await lab.whenPrepared();
}, 300_000);
afterAll(async () => {
  await lab?.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

function decodingTests(): void {
  it('CMAF runs across the end of the loop without a decoder message', async () => {
    setEdge(9);
    expect(await complaints(`${lab.url}/live/cmaf/cue/master.m3u8?win=12`, 11 * 96)).toBe('');
  });

  it('encrypted TS decodes without a word', async () => {
    setEdge(9);
    const path = '/live/ts-aes/cue/master.m3u8?win=6&iv=explicit';
    expect(await complaints(lab.url + path, 3 * 96)).toBe('');
  });

  it('a creative decodes as DASH', async () => {
    const path = '/ads/creatives/ad-e-5/dash/manifest.mpd';
    expect(await complaintsOfAll(lab.url + path)).toBe('');
  });
}
if (hasFfmpeg) describe('decoding by ffmpeg', decodingTests);

describe('ad server with media', () => {
  it.each(['2', '3', '4'])(
    'VAST %s fills the break and reads without a warning',
    async (version) => {
      const query = `duration=15.36&sid=s1&bid=b0&version=${version}`;
      const text = await (await fetch(`${lab.url}/ads/vast?${query}`)).text();
      const result = parseVast(text);
      if (result.kind !== 'ads') throw new Error('no ads');
      expect(result.warnings).toEqual([]);
      const inline = result.ads.flatMap((ad) => (ad.kind === 'inline' ? [ad] : []));
      const seconds = inline.map((ad) => ad.creatives[0]?.durationSeconds ?? 0);
      expect(seconds.reduce((sum, next) => sum + next, 0)).toBeCloseTo(15.36, 6);
      const [first] = inline;
      expect(first?.creatives[0]?.mediaFiles.map((file) => file.type)).toEqual([
        'video/mp4',
        'application/vnd.apple.mpegurl',
        'application/vnd.apple.mpegurl',
        'application/dash+xml',
      ]);
      expect(first?.impressions[0]).toMatch(/\/beacon\/impression\?sid=s1&bid=b0&ad=ad-a-10&pos=1/);
    },
  );

  it('every media file that it names is there, and the mp4 in ranges', async () => {
    const text = await (await fetch(`${lab.url}/ads/vast?duration=61.44`)).text();
    const urls = [...text.matchAll(/<MediaFile .*?CDATA\[(.+?)\]\]>/g)].map(
      (match) => match[1] ?? '',
    );
    expect(urls.length).toBeGreaterThan(5);
    for (const url of urls) expect((await fetch(url, { method: 'HEAD' })).status, url).toBe(200);
    const mp4 = urls.find((url) => url.endsWith('.mp4')) ?? '';
    const part = await fetch(mp4, { headers: { range: 'bytes=4-7' } });
    expect(part.status).toBe(206);
    expect(await part.text()).toBe('ftyp');
  });

  it('lists media that are missing when configured so', async () => {
    const text = await (await fetch(`${lab.url}/ads/vast?fault=missing-media`)).text();
    const url = /<MediaFile .*?CDATA\[(.+?)\]\]>/.exec(text)?.[1] ?? '';
    expect((await fetch(url)).status).toBe(404);
  });

  it('has creatives with new ids: one video under many ids, intact, slow or damaged', async () => {
    const send = async (query: string) => {
      const text = await (await fetch(`${lab.url}/ads/vast?maxads=1&${query}`)).text();
      const result = parseVast(text);
      const [ad] = result.kind === 'ads' ? result.ads : [];
      const linear = ad?.kind === 'inline' ? ad.creatives[0] : undefined;
      const urls = linear?.mediaFiles.map(({ url }) => url) ?? [];
      return { id: linear?.universalAdIds[0]?.value, urls };
    };
    const found = [await send('fresh=one'), await send('fresh=two')];
    expect(found.map(({ id }) => id)).toEqual(['LAB-AD-B-15-ONE', 'LAB-AD-B-15-TWO']);
    expect(found.map(({ urls }) => urls.length)).toEqual([1, 1]);
    const bytes = async (url = '') => Buffer.from(await (await fetch(url)).arrayBuffer());
    const [one, two] = [await bytes(found[0]?.urls[0]), await bytes(found[1]?.urls[0])];
    expect(one.equals(two)).toBe(false);
    const mov = await bytes((await send('fresh=one&container=mov')).urls[0]);
    expect(mov.toString('latin1', 4, 12)).toBe('ftypqt  ');
    const broken = await bytes((await send('fresh=one&fault=broken-media')).urls[0]);
    expect(broken.length).toBeLessThan(one.length);
    const disguised = await bytes((await send('fresh=one&fault=disguised-media')).urls[0]);
    expect(disguised.toString()).toContain('#EXTM3U');
    const wrapped = await fetch(`${lab.url}/ads/vast?fresh=one&wrapper=2`);
    expect(await wrapped.text()).toMatch(/VASTAdTagURI.*fresh=one/);
    expect((await fetch(`${lab.url}/ads/vast?fresh=../x`)).status).toBe(400);
  });
});

describe('live origin', () => {
  it('answers 404 for a segment that is not complete yet', async () => {
    const text = await (await fetch(`${lab.url}/live/cmaf/cue/v2.m3u8`)).text();
    const last = Number(/v2\/(\d+)\.m4s\n$/.exec(text)?.[1]);
    expect((await fetch(`${lab.url}/live/cmaf/cue/v2/${last}.m4s`)).status).toBe(200);
    expect((await fetch(`${lab.url}/live/cmaf/cue/v2/${last + 3}.m4s`)).status).toBe(404);
  });

  it('answers the same bytes for the same moment', async () => {
    const path = '/live/ts/cue/v1.m3u8?at=2026-06-01T12:00:00Z';
    const texts = await Promise.all([1, 2].map(async () => (await fetch(lab.url + path)).text()));
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toContain('2026-06-01T11:59:48.480Z');
  });

  it.each([
    '/live/cmaf/cue/v0.m3u8?aes=1&iframes=on',
    '/live/ts/cue/v0.m3u8?lowlatency=on',
    '/live/ts-aes/cue/v0.m3u8?restart=57.6',
    '/live/cmaf/cue/v0.m3u8?subtitles=maybe',
    '/dash/timeline/manifest.mpd?marks=cue',
    '/vod/hls/v0.m3u8?lowlatency=on',
    '/live/cmaf/cue/v0.m3u8?break=10',
    '/live/cmaf/cue/v0.m3u8?break=15.36&every=15.36',
    '/live/cmaf/cue/v0.m3u8?at=yesterday',
    '/live/cmaf/cue/v0.m3u8?return=never',
  ])('%s is refused with a reason', async (path) => {
    const refused = await fetch(lab.url + path);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ errorCode: 'REQUEST_INVALID' });
  });
});
