import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BitmovinStandIn,
  type BitmovinStandInOptions,
  type S3StandIn,
  startBitmovinStandIn,
  startS3StandIn,
} from '@interlude/lab';
import { chooseMediaProcessor, type TranscodeJob } from '@interlude/media-engine';
import { contentTypeOf, createObjectStorage, type ObjectStorage } from '@interlude/object-storage';
import { createEgress } from '@interlude/runtime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeCreative } from '../../testing/test-source.suite.ts';
import { createBitmovinEncoder } from './bitmovin-encoder.ts';
import type { OutputSystem } from './bitmovin-storage.ts';

const egress = createEgress({ allow: ['127.0.0.1'] });
const workFolder = 't/uploads/encoder-job-1/';
let folder: string;
let file: string;
let s3: S3StandIn;
let storage: ObjectStorage;
let info: TranscodeJob['info'];
let bitmovin: BitmovinStandIn | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlude-bitmovin-test-'));
  file = await makeCreative(folder, 4);
  info = await (await chooseMediaProcessor()).probe(file);
  s3 = await startS3StandIn();
});
afterAll(async () => {
  await s3.stop();
  await egress.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  s3.bucket.objects.clear();
  storage = createObjectStorage(s3System(), { egress, dataFolder: folder });
});
afterEach(async () => {
  await bitmovin?.stop();
  await rm(join(folder, 'package'), { recursive: true, force: true });
});

const s3System = (prefix = ''): OutputSystem => ({
  type: 's3',
  settings: { ...s3.settings, prefix },
});

function job(changes: Partial<TranscodeJob> = {}): TranscodeJob {
  return {
    file,
    info,
    folder: join(folder, 'package'),
    videoTracks: [
      { width: 320, height: 180, bitrate: 300_000, codecs: 'avc1.4d401e' },
      { width: 160, height: 90, bitrate: 100_000, codecs: 'avc1.4d401e' },
    ],
    frameRate: [25, 1],
    segmentFrames: 48,
    audioTracks: [
      {
        codecs: 'mp4a.40.2',
        channels: 2,
        sampleRate: 48_000,
        bitrate: 64_000,
        language: 'en',
        source: info.audioTracks[0]?.stream ?? 0,
      },
    ],
    separateAudio: true,
    containers: ['cmaf'],
    manifests: ['hls', 'dash'],
    iFrames: false,
    ...changes,
  };
}

async function start(options: Partial<BitmovinStandInOptions> = {}): Promise<BitmovinStandIn> {
  bitmovin = await startBitmovinStandIn({
    // As Bitmovin does with the credentials of the output.
    write: async ({ body }, { path, bytes }) => {
      expect(body).toMatchObject({
        host: '127.0.0.1',
        ssl: false,
        bucketName: s3.settings['bucket'],
        accessKey: s3.settings['accessKeyId'],
        secretKey: s3.settings['secretAccessKey'],
      });
      const bucket = createObjectStorage(s3System(), { egress, dataFolder: folder });
      await bucket.put(path, bytes, { contentType: contentTypeOf(path) });
    },
    ...options,
  });
  return bitmovin;
}

function encoder({ settings }: BitmovinStandIn, system = s3System(), changed: object = {}) {
  const { apiKey = '', organizationId = '', baseUrl = '' } = settings;
  return createBitmovinEncoder({
    account: { apiKey, organizationId, baseUrl, ...changed },
    cloudRegion: 'AUTO',
    storage: createObjectStorage(system, { egress, dataFolder: folder }),
    system,
    egress,
    pollMs: 20,
  });
}

const transcode = (standIn: BitmovinStandIn, changes: Partial<TranscodeJob> = {}) =>
  encoder(standIn).transcode({ job: job(changes), name: 'a creative', workFolder }, {});

async function expectNothingLeft(standIn: BitmovinStandIn): Promise<void> {
  const kinds = [...standIn.resources.values()].map(({ path }) => path);
  expect(kinds.filter((path) => !path.startsWith('/encoding/encodings/'))).toEqual([]);
  expect([...s3.bucket.objects.keys()]).toEqual([]);
}

describe('the Bitmovin encoder', () => {
  test('makes a package in the cloud, reports progress, and leaves nothing there', async () => {
    const standIn = await start();
    const progress: number[] = [];
    const made = await encoder(standIn, s3System('interlude')).transcode(
      { job: job(), name: 'a creative', workFolder },
      { onProgress: (percent) => progress.push(percent) },
    );
    expect(made).toMatchObject({ engine: 'bitmovin', durationSeconds: 4 });
    expect(made.segmentSeconds).toEqual([1.92, 1.92, expect.closeTo(0.16)]);
    expect(made.renditions.map(({ name, width, channels }) => [name, width, channels])).toEqual([
      ['v0', 320, 0],
      ['v1', 160, 0],
      ['a0', 0, 2],
    ]);
    expect(made.manifests.map(({ path }) => path)).toEqual(['master.m3u8', 'manifest.mpd']);
    expect((await readdir(join(folder, 'package'))).sort()).toEqual([
      'a0',
      'manifest.mpd',
      'master.m3u8',
      'v0',
      'v1',
    ]);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect([progress[0], progress.at(-1)]).toEqual([10, 90]);
    await expectNothingLeft(standIn);
  });

  test('transport streams with multiplexed audio', async () => {
    const made = await transcode(await start(), {
      separateAudio: false,
      containers: ['ts'],
      manifests: ['hls'],
    });
    expect(made.renditions.map(({ name, channels }) => [name, channels])).toEqual([
      ['v0', 2],
      ['v1', 2],
    ]);
    expect(made.manifests).toEqual([{ kind: 'hls', container: 'ts', path: 'master.m3u8' }]);
  });

  test('asks for groups of pictures as long as segments, and for the gain that was measured', async () => {
    const described: object[] = [];
    const standIn = await start({ instead: { fail: 'stop here' } });
    const [audio] = job().audioTracks;
    if (audio === undefined) throw new Error('there is a sound');
    const target = { integrated: -23, range: 11, truePeak: -1 };
    const measure = { integrated: -30, range: 3, truePeak: -6, threshold: -40, offset: 0 };
    const watch = setInterval(() => {
      for (const resource of standIn.resources.values()) described.push(resource);
    }, 5);
    await transcode(standIn, { audioTracks: [{ ...audio, loudness: { target, measure } }] }).catch(
      () => undefined,
    );
    clearInterval(watch);
    const bodies = (path: string) =>
      described.filter((one) => 'path' in one && String(one.path) === path);
    expect(bodies('/encoding/configurations/video/h264')[0]).toMatchObject({
      body: { width: 320, rate: 25, minGop: 48, maxGop: 48, sceneCutThreshold: 0, profile: 'MAIN' },
    });
    // 7 dB would be wanted; the peaks leave room for 5.
    expect(bodies('/encoding/filters/audio-volume')[0]).toMatchObject({
      body: { volume: 5, unit: 'DB' },
    });
  });

  test('says what Bitmovin says', async () => {
    const standIn = await start({ instead: { fail: 'The input file has no video stream' } });
    await expect(transcode(standIn)).rejects.toMatchObject({
      code: 'BITMOVIN_FAILED',
      message: 'Bitmovin answered: The input file has no video stream',
    });
    await expectNothingLeft(standIn);
    expect(await readdir(folder)).not.toContain('package');
  });

  test.each([
    [{ apiKey: 'wrong' }, 'Unauthorized: API key is not valid'],
    [{ organizationId: 'another' }, 'Organization not found'],
  ])('refused credentials: %j', async (changed, reason) => {
    const standIn = await start();
    const running = encoder(standIn, s3System(), changed).transcode(
      { job: job(), name: 'x', workFolder },
      {},
    );
    await expect(running).rejects.toMatchObject({ code: 'BITMOVIN_FAILED', details: { reason } });
    await expectNothingLeft(standIn);
  });

  test('cancelling stops the encoding and takes everything away', async () => {
    const standIn = await start({ instead: 'hang' });
    const stop = new AbortController();
    const running = encoder(standIn).transcode(
      { job: job(), name: 'x', workFolder },
      { signal: stop.signal },
    );
    await expect.poll(() => standIn.requested.at(-1)).toContain('/status');
    stop.abort(new RangeError('enough'));
    await expect(running).rejects.toThrow(new RangeError('enough'));
    expect(standIn.stopped).toHaveLength(1);
    await expectNothingLeft(standIn);
    expect(await readdir(folder)).not.toContain('package');
  });

  test('a request to a busy API is repeated; an API that cannot be reached fails the job', async () => {
    const standIn = await start();
    standIn.failNext(503, 429);
    expect((await transcode(standIn)).engine).toBe('bitmovin');
    standIn.failNext(500, 500, 500, 500);
    await expect(transcode(standIn)).rejects.toMatchObject({
      details: { reason: 'An unexpected error occurred' },
    });
    standIn.failNext({ status: 200, body: '<html>' });
    await expect(transcode(standIn)).rejects.toMatchObject({
      details: { reason: 'its answer is not understood' },
    });
  });

  test('segments that are missing are a faulty package', async () => {
    const standIn = await start({
      write: async (_output, { path, bytes }) => {
        if (path.endsWith('/1.m4s')) return;
        await storage.put(path, bytes, { contentType: contentTypeOf(path) });
      },
    });
    await expect(transcode(standIn)).rejects.toMatchObject({ code: 'PACKAGE_FAULTY' });
    await expectNothingLeft(standIn);
  });

  test('what it cannot do is said before it costs anything', async () => {
    const standIn = await start();
    const local = { type: 'local', settings: {} };
    expect(() => encoder(standIn, { ...s3System(), ...local })).toThrow(
      'it needs a storage of type s3 or azure',
    );
    const muxed = { separateAudio: false, manifests: ['hls'] } as const;
    await expect(transcode(standIn, muxed)).rejects.toMatchObject({ code: 'BITMOVIN_FAILED' });
    const [audio] = job().audioTracks;
    if (audio === undefined) throw new Error('there is a sound');
    const silent = { audioTracks: [{ ...audio, source: 'silence' as const }] };
    await expect(transcode(standIn, silent)).rejects.toThrow('silent audio');
    expect(standIn.requested.filter((line) => line.endsWith('/start'))).toEqual([]);
    await expectNothingLeft(standIn);
  });
});
