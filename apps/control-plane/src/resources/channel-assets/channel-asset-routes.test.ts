import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ConditioningProfile, ladderOfDash, profileOfLadder } from '@interlude/conditioning';
import { channelInput } from '@interlude/contract';
import { type Client, contract } from '@interlude/contract/api';
import { parseMpd } from '@interlude/dash';
import { createChannelStore, profileHashOf } from '@interlude/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  failure,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';

const { channelAssets, titles, flows, jobs, medias } = contract;

const multivariant = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="en",LANGUAGE="en",DEFAULT=YES,CHANNELS="2",URI="a0.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=3400000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2",FRAME-RATE=25.000,AUDIO="a"
hi.m3u8
`;
const media = `#EXTM3U
#EXT-X-TARGETDURATION:4
#EXT-X-MAP:URI="init.mp4"
#EXTINF:3.84,
1.m4s
`;
const mpd = `<MPD type="static"><Period id="p" start="PT0S"><AdaptationSet contentType="video" mimeType="video/mp4"><SegmentTemplate timescale="25" duration="100" media="$Number$.m4s"/><Representation id="v" bandwidth="900000" width="960" height="540" codecs="avc1.64001f"/></AdaptationSet></Period></MPD>`;
const files: Record<string, string> = {
  '/m.m3u8': multivariant,
  '/hi.m3u8': media,
  '/m.mpd': mpd,
  '/elsewhere.m3u8': '',
  '/page.html': '<html></html>',
};

let origin: Server;
let originUrl: string;
let plane: TestPlane;
let user: TestUser;
let client: Client;
const seenKeys: unknown[] = [];
/** Host and key of the requests for media playlists. */
const keyOfHost = new Map<string, unknown>();

beforeAll(async () => {
  origin = createServer((request, response) => {
    seenKeys.push(request.headers['x-origin-key']);
    if (request.url === '/hi.m3u8') {
      keyOfHost.set(request.headers.host ?? '', request.headers['x-origin-key']);
    }
    const text = files[request.url ?? ''];
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
  const { port } = origin.address() as AddressInfo;
  originUrl = `http://127.0.0.1:${port}`;
  plane = await startTestPlane({ env: { EGRESS_ALLOW: `127.0.0.1:${port},localhost:${port}` } });
  user = await plane.user(await plane.tenant('Acme'), 'SuperAdmin');
  client = plane.client(user);
});
afterAll(async () => {
  await plane.stop();
  await new Promise((resolve) => origin.close(resolve));
});

async function addChannel(path: string, part: object = {}): Promise<string> {
  const { state: _state, ...settings } = channelInput.parse({
    name: 'News',
    sourceManifestUrl: originUrl + path,
    ...part,
  });
  return (await createChannelStore(plane.database).create(user.tenantId, settings, 'enabled')).id;
}

const put = (body: object) => client(channelAssets.put, { body });
const jobProfile = async (jobId: unknown) => {
  const job = await client(jobs.read, { params: { id: String(jobId) } });
  return { job, profile: job.settings['profile'] as ConditioningProfile };
};
let clips = 0;
const clip = (part: object = {}) => {
  clips += 1;
  const mediaUrl = `https://ads.example/${clips}.mp4`;
  return { titleId: `ad-id:${clips}`, mediaUrl, name: `Ad ${clips}`, ...part };
};

describe('PUT /api/v2/channel-assets', () => {
  it('SLATE-011 API-047 starts a job in the conditioning profile of the source and joins it on a second request', async () => {
    const channelId = await addChannel('/m.m3u8', { sourceHeaders: { 'x-origin-key': 'k' } });
    const request = clip({ channelId });
    const error = await failure(put(request));
    expect(error).toMatchObject({ status: 404, code: 'CHANNEL_ASSET_ENCODING' });
    expect(seenKeys).toContain('k');
    const details = error.details as { jobId: string };
    const { job, profile } = await jobProfile(details.jobId);
    expect(job).toMatchObject({ status: 'running', flowName: 'channel-assets-conditioning' });
    expect(profile).toMatchObject({ manifest: 'hls', muxing: 'cmaf', segmentMs: 3_840 });
    expect(profile.pictures).toMatchObject([{ width: 1280, height: 720 }]);
    const again = await failure(put({ id: request.titleId, source: request.mediaUrl, channelId }));
    expect(again.details).toMatchObject({ jobId: details.jobId });
  });

  it('SEC-S21 the ladder is read with the headers of the source from its origin alone', async () => {
    const elsewhere = originUrl.replace('127.0.0.1', 'localhost');
    files['/elsewhere.m3u8'] = multivariant.replace('\nhi.m3u8', `\n${elsewhere}/hi.m3u8`);
    const channelId = await addChannel('/elsewhere.m3u8', {
      sourceHeaders: { 'x-origin-key': 'k' },
    });
    await failure(put(clip({ channelId })));
    expect([...keyOfHost.keys()]).toContain(new URL(elsewhere).host);
    expect(keyOfHost.get(new URL(elsewhere).host)).toBeUndefined();
  });

  it('API-047 reads an MPD for a DASH channel and gets the same conditioning profile as the stitcher', async () => {
    const channelId = await addChannel('/m.mpd', { type: 'dash-vod' });
    const error = await failure(put(clip({ channelId })));
    const { profile } = await jobProfile((error.details as { jobId: string }).jobId);
    const parsed = parseMpd(mpd).mpd;
    if (parsed === undefined) throw new Error('no MPD');
    const settings = channelInput.parse({ name: 'x', sourceManifestUrl: originUrl });
    const expected = profileOfLadder(ladderOfDash(parsed), settings);
    expect(profileHashOf(profile)).toBe(profileHashOf(expected));
  });

  it('SLATE-010 answers a ready asset with what plays on the channel', async () => {
    const channelId = await addChannel('/m.m3u8');
    const request = clip({ channelId });
    const { jobId } = (await failure(put(request))).details as { jobId: string };
    const { profile } = await jobProfile(jobId);
    await plane.database.system
      .insertInto('channel_assets')
      .values({
        ...{ tenant_id: user.tenantId, id: 'ready', clip_id: request.titleId, title_id: 't' },
        ...{ profile_hash: profileHashOf(profile), job_id: jobId, storage_system_id: '' },
        ...{ storage_key: 'k/', size_bytes: 1, duration_ms: 1, created_at: new Date() },
        hls_url: 'https://cdn.example/master.m3u8',
      })
      .execute();
    expect(await put(request)).toEqual({
      ...{ id: 'ready', titleId: 't', jobId, url: 'https://cdn.example/master.m3u8' },
    });
    expect((await put({ ...request, http: true })).url).toBe('http://cdn.example/master.m3u8');
  });

  it('API-047 for all channels encodes once per conditioning profile and skips unreadable sources', async () => {
    await addChannel('/m.m3u8');
    await addChannel('/gone.m3u8');
    const error = await failure(put(clip({ allChannels: true })));
    expect(error.code).toBe('CHANNEL_ASSET_ENCODING');
    const { jobIds } = error.details as { jobIds: string[] };
    const manifests = await Promise.all(
      jobIds.map(async (id) => (await jobProfile(id)).profile.manifest),
    );
    expect(manifests.sort()).toEqual(['dash', 'hls']);
  });

  it('CHE-069 CHE-070 CHE-071 CHE-072 the profile of the channel decides loudness and I-frames of a creative', async () => {
    const audioNormalization = {
      integratedLoudness: -16,
      loudnessRange: 7,
      maximumTruePeakLevel: -2,
    };
    const own = { useAudioNormalization: true, audioNormalization, hlsEnableIframeTracks: true };
    const channelId = await addChannel('/m.m3u8', { profile: own });
    const error = await failure(put(clip({ channelId })));
    const { profile } = await jobProfile((error.details as { jobId: string }).jobId);
    expect(profile).toMatchObject({
      loudness: { integrated: -16, range: 7, truePeak: -2 },
      iFrames: true,
    });
  });

  it('SLATE-007 creatives are encoded to the ladder of the profile, not to that of the source', async () => {
    const video = { width: 640, height: 360, bitrate: 700_000, codecs: 'avc1.64001e' };
    const audio = { codecs: 'mp4a.40.2', channels: 2, sampleRate: 48_000, bitrate: 128_000 };
    const ladder = {
      ...{ manifestType: 'hls', muxingType: 'ts', hasSeparateAudio: false },
      ...{ frameRate: [25, 1], segmentMs: 2_000, pictures: [video] },
      audio: [{ ...audio, language: 'en' }],
    };
    const channelId = await addChannel('/m.m3u8', { profile: ladder });
    const error = await failure(put(clip({ channelId })));
    const { profile } = await jobProfile((error.details as { jobId: string }).jobId);
    expect(profile).toMatchObject({ segmentMs: 2_000, frameRate: [25, 1], pictures: [video] });
    // ADR 0032: no playlist mixes containers, or audio apart from the video with audio in it.
    expect(profile).toMatchObject({ muxing: 'cmaf', separateAudio: true });
  });

  it('SLATE-012 after three failed jobs asks for archiving them', async () => {
    const channelId = await addChannel('/m.m3u8');
    const request = clip({ channelId });
    for (let tries = 0; tries < 3; tries += 1) {
      const { jobId } = (await failure(put(request))).details as { jobId: string };
      await client(jobs.cancel, { params: { id: jobId } });
    }
    const error = await failure(put(request));
    expect(error).toMatchObject({
      status: 409,
      code: 'CHANNEL_ASSET_FAILED',
      message: '3 jobs to create it already failed. Please archive the jobs.',
    });
    const { jobIds } = error.details as { jobIds: string[] };
    for (const id of jobIds) {
      await client(jobs.update, { params: { id }, body: { archived: true } });
    }
    expect((await failure(put(request))).code).toBe('CHANNEL_ASSET_ENCODING');
  });

  it('SLATE-020 a missing workflow has its own message', async () => {
    const other = await plane.user(await plane.tenant('Flowless'), 'SuperAdmin');
    const as = plane.client(other);
    for (const { id } of await as(flows.list, { query: { limit: -1 } })) {
      await as(flows.remove, { params: { id } });
    }
    const body = clip({ channelType: 'hls-live', profile: {} });
    expect(await failure(as(channelAssets.put, { body }))).toMatchObject({
      code: 'FLOW_MISSING',
      message:
        'The workflow "channel-assets-conditioning" is missing. Please contact your system administrator.',
    });
  });

  it('SLATE-006 SLATE-007 without a channel needs a channel type and a profile', async () => {
    for (const part of [{}, { channelType: 'hls-live' }, { profile: {} }, { channelId: 'new' }]) {
      const error = await failure(put(clip(part)));
      expect(error.code).toBe('CHANNEL_ASSET_INVALID');
      expect(error.message).toContain('select a channel type and a profile first');
    }
    const request = clip({ channelId: 'new', channelType: 'dash-live', profile: {} });
    expect((await failure(put(request))).code).toBe('CHANNEL_ASSET_ENCODING');
  });

  it('DATA-035 OP-57 takes the names of the entity, and settings of tasks for its job alone', async () => {
    const request = {
      ...{ id: `slate:${Date.now()}`, source: 'https://ads.example/slate.mp4', name: 'Slate' },
      ...{ channelId: await addChannel('/m.m3u8'), channelType: 'hls-live', profile: {} },
      ...{ titleType: 'ad-slate', http: true, workflowParams: { encode: { preset: 'fast' } } },
    };
    const error = await failure(put(request));
    expect(error.code).toBe('CHANNEL_ASSET_ENCODING');
    const { job, profile } = await jobProfile((error.details as { jobId: string }).jobId);
    expect(profile.manifest).toBe('hls');
    expect(JSON.stringify(job)).toContain('https://ads.example/slate.mp4');
    expect(JSON.stringify(job)).toContain('"preset":"fast"');
  });

  it('SLATE-007 manifestType of the profile stands in for a channel type', async () => {
    const request = clip({ channelId: 'new', profile: { manifestType: 'dash' } });
    const error = await failure(put(request));
    const { profile } = await jobProfile((error.details as { jobId: string }).jobId);
    expect(profile.manifest).toBe('dash');
  });

  it('SEC-S1 refuses forbidden addresses and says what is missing', async () => {
    const channelId = await addChannel('/m.m3u8');
    const forbidden = put(clip({ channelId, mediaUrl: 'http://169.254.169.254/a.mp4' }));
    expect((await failure(forbidden)).code).toBe('URL_FORBIDDEN');
    const nothing = await failure(put({ channelId }));
    expect(nothing.message).toContain('neither an asset nor an address is named');
    const sourceless = await client(titles.create, { body: { name: 'Slate', type: 'ad-slate' } });
    const error = await failure(put({ channelId, titleId: sourceless.id }));
    expect(error.message).toContain('the asset has no source media');
    const page = await addChannel('/page.html');
    const noManifest = await failure(put(clip({ channelId: page })));
    expect(noManifest).toMatchObject({ status: 422, code: 'CHANNEL_ASSET_INVALID' });
  });

  it('DATA-039 SEC-S4 a channel and a title of another tenant are unknown', async () => {
    const channelId = await addChannel('/m.m3u8');
    const title = await client(titles.create, { body: { name: 'Mine', type: 'ad-slate' } });
    const url = 'https://ads.example/mine.mp4';
    const body = { name: 'Source', url, titleId: title.id };
    await client(medias.create, { body });
    const stranger = plane.client(await plane.user(await plane.tenant('Beta'), 'Editor'));
    const foreign = stranger(channelAssets.put, { body: clip({ channelId }) });
    expect((await failure(foreign)).code).toBe('CHANNEL_NOT_FOUND');
    const request = { titleId: title.id, channelType: 'hls-live' as const, profile: {} };
    const error = await failure(stranger(channelAssets.put, { body: request }));
    expect(error.message).toContain('the asset has no source media');
  });
});
