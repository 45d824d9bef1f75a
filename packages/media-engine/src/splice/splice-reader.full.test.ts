/** Media with and without faults, decoded on both sides of a splice by the engine of this machine. */
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseMediaEncoder } from '../choose-media-encoder.ts';
import { segmentPath } from '../package/encoded-media.ts';
import { makeMedia, movingVideo, tone } from '../testing/make-media.ts';
import {
  healthy,
  multiplexed,
  readOf,
  testWithReader,
  withLaterSound,
} from '../testing/spliced-media.suite.ts';
import type { SideReading } from './splice-media.ts';
import type { SpliceSideBytes } from './splice-reader.ts';

const { pathOf, reader, made } = testWithReader();
const live = new AbortController().signal;

test('CMAF with its sound in files of their own is read from segment to segment on one clock', async () => {
  const [width, height, frameRate, frameCount, segmentFrames] = [320, 180, 25, 128, 64];
  const media = pathOf('cmaf-media');
  const encoder = await chooseMediaEncoder();
  await encoder.encode({
    ...{ folder: media, segmentFrames, audioBitrateBps: 96_000, outputs: ['cmaf'] },
    renditions: [{ name: 'v0', width, height, bitrateBps: 400_000 }],
    video: {
      ...{ width, height, frameRate, frameCount },
      *frames() {
        const frame = new Uint8Array((width * height * 3) / 2).fill(128);
        for (let index = 0; index < frameCount; index += 1) {
          for (let row = 0; row < height; row += 1)
            frame.fill(((row + index * 3) % 200) + 16, row * width, (row + 1) * width);
          yield frame;
        }
      },
    },
    audio: {
      sampleRate: 48_000,
      *samples() {
        const samples = new Int16Array((48_000 / frameRate) * 2);
        samples.forEach((_, at) => {
          samples[at] = 8_000 * Math.sin((2 * Math.PI * 450 * (at >> 1)) / 48_000);
        });
        for (let block = 0; block < frameCount; block += 1) yield new Uint8Array(samples.buffer);
      },
    },
  });
  const bytesOf = async (rendition: string, index: number) =>
    Buffer.concat([
      await readFile(join(media, 'cmaf', rendition, 'init.mp4')),
      await readFile(join(media, segmentPath('cmaf', rendition, index))),
    ]);
  const side = async (index: number, end: SpliceSideBytes['end']): Promise<SpliceSideBytes> => ({
    ...{ video: await bytesOf('v0', index), audio: await bytesOf('audio', index), end },
  });
  const { sides } = await reader().read([await side(0, 'last'), await side(1, 'first')], live);
  const [before, after] = sides.map(readOf);
  expect(before?.picture).toMatchObject({ seconds: 2, blackSeconds: 0 });
  expect(before?.thumbnail).toBeDefined();
  expect(after?.picture?.startSeconds).toBeCloseTo(2.56, 1);
  const offset = (after?.sound?.startSeconds ?? 0) - (after?.picture?.startSeconds ?? 0);
  expect(Math.abs(offset)).toBeLessThan(0.045);
  expect(after?.sound?.silentSeconds).toBeLessThan(0.1);
  const louder = (after?.sound?.loudness ?? 0) - (before?.sound?.loudness ?? 0);
  expect(Math.abs(louder)).toBeLessThan(1);
});

test('a black, a frozen, a silent, a late and a loud ad each show what they are', async () => {
  const ads = [
    await made('black', { video: 'color=black:size=320x180:rate=25:duration=3', audio: tone(3) }),
    await made('frozen', {
      video: `${movingVideo(3)},loop=loop=-1:size=1,trim=duration=3`,
      audio: tone(3),
    }),
    await made('silent', { video: movingVideo(3), audio: `${tone(3)},volume=0` }),
    withLaterSound(await made('late', healthy), 0.1),
    await made('loud', { video: movingVideo(3), audio: `${tone(3)},volume=10dB` }),
    await made('usual', healthy),
  ];
  const { sides } = await reader().read(
    ads.map((bytes) => multiplexed(bytes)),
    live,
  );
  const [black, frozen, silent, late, loud, usual] = sides.map(readOf);
  expect(black?.picture?.blackSeconds).toBeGreaterThan(1.9);
  expect(frozen?.picture).toMatchObject({ blackSeconds: 0 });
  expect(frozen?.picture?.frozenSeconds).toBeGreaterThan(1.8);
  expect(silent?.sound).toMatchObject({ loudness: null });
  expect(silent?.sound?.silentSeconds).toBeGreaterThan(1.9);
  const offset = (side: SideReading | undefined) =>
    (side?.sound?.startSeconds ?? 0) - (side?.picture?.startSeconds ?? 0);
  expect(offset(late) - offset(usual)).toBeCloseTo(0.1, 2);
  const louder = (loud?.sound?.loudness ?? 0) - (usual?.sound?.loudness ?? 0);
  expect(louder).toBeCloseTo(10, 0);
});

test('SEC-S126 a playlist, text and frames beyond the limits are not decoded, and the other side is', async () => {
  const usual = await made('other', healthy);
  const playlist = Buffer.from('#EXTM3U\n#EXTINF:2,\nfile:///etc/passwd\n');
  const huge = await readFile(
    await makeMedia(pathOf('huge.mp4'), {
      video: 'color=gray:size=8192x8192:rate=1:duration=1',
      format: 'mp4',
    }),
  );
  const { sides } = await reader().read(
    [multiplexed(playlist), multiplexed(huge), multiplexed(usual)],
    live,
  );
  expect(sides[0]).toEqual({
    ...{ problem: 'it is a playlist, which names media elsewhere', isBeyondLimits: false },
  });
  expect(sides[1]).toMatchObject({ isBeyondLimits: true });
  expect(readOf(sides[2]).picture?.seconds).toBeGreaterThan(1.9);
});

test('SEC-S126 a reader whose channel ends leaves no process and no file', async () => {
  const bytes = await made('ended', healthy);
  const before = await readdir(tmpdir());
  const leaving = new AbortController();
  const reading = reader().read([multiplexed(bytes)], leaving.signal);
  leaving.abort();
  await expect(reading).rejects.toMatchObject({ code: 'ENCODE_CANCELLED' });
  const spliced = (names: readonly string[]) => names.filter((name) => name.startsWith('splice-'));
  expect(spliced(await readdir(tmpdir())).length).toBeLessThanOrEqual(spliced(before).length);
});
