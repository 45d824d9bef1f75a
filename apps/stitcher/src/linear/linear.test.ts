import { parseMediaPlaylist } from '@interlude/hls';
import { tierBudgets } from '@interlude/runtime';
import { fixedClock } from '@interlude/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stitcher } from '../index.ts';
import {
  get,
  type LinearEnvironment,
  startLinearEnvironment,
} from '../testing/linear-environment.suite.ts';

const startMs = Date.UTC(2026, 0, 1, 20, 15);
const clock = fixedClock(startMs);
let environment: LinearEnvironment;
let stitcher: Stitcher;
let other: Stitcher;
beforeAll(async () => {
  environment = await startLinearEnvironment(clock);
  stitcher = await environment.start();
  other = await environment.start();
});
afterAll(() => environment.stop());

const startDate = new Date(startMs).toISOString();
const item = (name: string, more: object = {}) => ({
  url: `${environment.origin.base}/${name}/master.m3u8`,
  ...more,
});
const names = (text: string) =>
  parseMediaPlaylist(text).playlist.segments.map(
    ({ uri, msn }) => `${msn} ${uri.split('/').slice(-2).join('/')}`,
  );
/** Directories keep a playlist for a second, channels what is stored for two. */
const later = (ms: number) => clock.advance(ms);

test('PLY-009 a linear playlist begins at its start date, with a sentence before', async () => {
  const { id } = await environment.create({
    startDate: new Date(clock.now() + 60_000).toISOString(),
    contents: [item('asset-10')],
  });
  const before = await get(stitcher, `${id}/master.m3u8`);
  expect(before.status).toBe(404);
  expect(JSON.parse(before.text)).toMatchObject({
    errorCode: 'PLAYLIST_NOT_BEGUN',
    message: expect.stringContaining('This channel begins at 2026-01-01T20:16:00.000Z'),
  });
  later(61_000);
  expect((await get(stitcher, `${id}/v0.m3u8`)).text).toContain('asset-10/v0-0.m4s');
  const master = await get(stitcher, `${id}/master.m3u8`);
  expect(master.text).toContain('RESOLUTION=1280x720');
  expect(master.text).toMatch(/^v1\.m3u8$/m);
});

test('PLY-009 every process returns the same output, whichever read the items, also after a restart', async () => {
  const { id } = await environment.create({
    startDate,
    contents: [item('first-7'), item('second-5')],
    fillerUrl: `${environment.origin.base}/filler-3/master.m3u8`,
  });
  later(1_000_000);
  environment.origin.requested.length = 0;
  const [one, two] = await Promise.all([
    get(stitcher, `${id}/v0.m3u8`),
    get(other, `${id}/v0.m3u8`),
  ]);
  expect(one.status).toBe(200);
  expect(two.text).toBe(one.text);
  later(10_000);
  const requested = environment.origin.requested.length;
  const third = await environment.start();
  const texts = await Promise.all(
    [stitcher, other, third].map(async (each) => (await get(each, `${id}/v1.m3u8`)).text),
  );
  expect(new Set(texts).size).toBe(1);
  expect(environment.origin.requested).toHaveLength(requested);
});

test('PLY-009 a save takes over where the list ends; numbers go on', async () => {
  const playlist = await environment.create({ startDate, contents: [item('old-7')] });
  const { id } = playlist;
  const path = `${id}/v0.m3u8`;
  const seen = new Map<number, string>();
  const see = async () => {
    const texts = await Promise.all([stitcher, other].map(async (each) => get(each, path)));
    expect(texts[1]).toEqual(texts[0]);
    for (const name of names(texts[0]?.text ?? '')) {
      const [number, address = ''] = name.split(' ');
      expect(seen.get(Number(number)) ?? address).toBe(address);
      seen.set(Number(number), address);
    }
    return [...seen.values()].at(-1);
  };
  await see();
  await environment.save(playlist, { startDate, contents: [item('new-11')] });
  later(3_000);
  expect(await see()).toContain('old-7');
  await expect
    .poll(
      async () => {
        later(3_000);
        return see();
      },
      { timeout: 10_000 },
    )
    .toContain('new-11');
  const [first = 0, ...numbers] = seen.keys();
  expect(numbers).toEqual(numbers.map((_, index) => first + 1 + index));
});

test('PLY-009 an item that cannot be read is left out, and tried again with the next save', async () => {
  const { origin } = environment;
  origin.broken.add('/away-5/master.m3u8');
  const contents = [item('here-4'), item('away-5')];
  const playlist = await environment.create({ startDate, contents });
  const path = `${playlist.id}/v0.m3u8`;
  expect((await get(stitcher, path)).text).not.toContain('away-5');
  expect(await environment.leftOut(playlist)).toEqual([
    { item: 1, reason: expect.stringContaining('503') },
  ]);
  origin.broken.clear();
  later(5_000);
  expect((await get(stitcher, path)).text).not.toContain('away-5');
  const saved = await environment.save(playlist, { startDate, contents });
  expect(await environment.leftOut(saved)).toBeUndefined();
  later(3_000);
  await get(stitcher, path);
  await expect
    .poll(
      async () => {
        later(5_000);
        return (await get(stitcher, path)).text;
      },
      { timeout: 10_000 },
    )
    .toContain('away-5');
  expect(await environment.leftOut(saved)).toEqual([]);
});

test('SEC-S55 an item beyond the budget of its company is left out, with the limit and what to do', async () => {
  const { entries } = tierBudgets.trial;
  const contents = [item('fits-4'), item(`long-${entries + 1}`)];
  const playlist = await environment.create({ startDate, contents });
  expect((await get(stitcher, `${playlist.id}/v0.m3u8`)).text).toContain('fits-4');
  expect(await environment.leftOut(playlist)).toEqual([
    { item: 1, reason: expect.stringMatching(/20000 segments in one playlist\. Shorten/) },
  ]);
});

test('PLY-009 a playlist of which nothing can be read says why, and is there when it can', async () => {
  environment.origin.broken.add('/late-4/master.m3u8');
  const { id } = await environment.create({ startDate, contents: [item('late-4')] });
  const path = `${id}/v0.m3u8`;
  const first = await get(stitcher, path);
  expect(first.status).toBe(502);
  expect(JSON.parse(first.text)).toMatchObject({ errorCode: 'PLAYLIST_UNPLAYABLE' });
  environment.origin.broken.clear();
  later(6_000);
  expect((await get(stitcher, path)).status).toBe(200);
});

test('PLY-009 ends where it does not begin anew', async () => {
  const { id } = await environment.create({
    startDate: new Date(clock.now()).toISOString(),
    loops: false,
    contents: [item('short-3')],
  });
  later(2_000);
  expect((await get(stitcher, `${id}/v0.m3u8`)).text).not.toContain('ENDLIST');
  later(1_000);
  expect((await get(stitcher, `${id}/v0.m3u8`)).text).toContain('#EXT-X-ENDLIST');
});

test('PLY-010 only enabled linear playlists are served, by names that there are', async () => {
  const off = await environment.create({
    startDate,
    status: 'disabled',
    contents: [item('asset-4')],
  });
  const vod = await environment.create({ type: 'vod', contents: [item('asset-4')] });
  const on = await environment.create({ startDate, contents: [item('asset-4')] });
  const paths = [
    ...[`${off.id}/master.m3u8`, `${vod.id}/master.m3u8`, 'nothing/master.m3u8'],
    ...[`${on.id}/v9.m3u8`, `${on.id}/other.txt`, `${on.id}/a/b.m3u8`, `${on.id}`, ''],
    '..%2f..%2fetc%2fpasswd/master.m3u8',
  ];
  const answers = await Promise.all(paths.map((path) => get(stitcher, path)));
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 404));
  expect((await get(stitcher, `${on.id}/empty.vtt`)).text).toContain('WEBVTT');
});

test('PLY-009 the same in DASH, of items that are MPDs', async () => {
  const mpd = (name: string) => ({ url: `${environment.origin.base}/${name}/manifest.mpd` });
  const contents = [mpd('first-7'), item('hls-9'), mpd('second-5')];
  const playlist = await environment.create({ startDate, contents });
  const { id } = playlist;
  const [one, two] = await Promise.all(
    [stitcher, other].map(async (each) => get(each, `${id}/manifest.mpd`)),
  );
  expect(one?.status).toBe(200);
  expect(two).toEqual(one);
  expect(one?.text).toContain('type="dynamic"');
  expect(one?.text).toContain(`<BaseURL>${environment.origin.base}/second-5/</BaseURL>`);
  // An HLS item is left out of the MPD, and plays in the playlist.
  expect(one?.text).not.toContain('hls-9');
  expect((await get(stitcher, `${id}/v0.m3u8`)).text).toContain('hls-9');
  expect(await environment.leftOut(playlist)).toEqual([]);
  const time = await get(stitcher, `${id}/time`);
  expect(time.text).toBe(new Date(clock.now()).toISOString());
});
