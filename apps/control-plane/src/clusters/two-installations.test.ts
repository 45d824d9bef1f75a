import type { Channel } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Operators,
  type OtherInstallation,
  startOperators,
  startOrigin,
  startOther,
} from '../testing/installations.suite.ts';

const { channels } = contract;
const soon = { timeout: 8_000 };

let here: Operators;
let other: OtherInstallation;
let origin: Awaited<ReturnType<typeof startOrigin>>;
let systemId: string;

beforeAll(async () => {
  here = await startOperators();
  other = await startOther();
  origin = await startOrigin();
  systemId = (await here.cluster(other.baseUrl)).id;
});
afterAll(async () => {
  await here.plane.stop();
  await other.stop();
  origin.stop();
});

const create = (more: object = {}): Promise<Channel> =>
  here.editor(channels.create, {
    body: {
      name: 'Elsewhere',
      sourceManifestUrl: origin.sourceManifestUrl,
      state: 'enabled',
      systemId,
      ...more,
    },
  });
const open = async (uri: string) => (await fetch(uri)).text();

describe('a channel of another installation', () => {
  it('API-042 CHE-014 is played there: the save answers its address, which is not taken from a client', async () => {
    const made = await create();
    expect(made.code).toBeUndefined();
    expect(made.outputUri).toBe(`${other.baseUrl}/hls/${made.id}/master.m3u8`);
    await expect.poll(() => open(made.outputUri), soon).toContain('#EXT-X-STREAM-INF');

    const body = { ...made, outputUri: 'https://attacker.example/', type: 'hls-vod' as const };
    const saved = await here.editor(channels.update, { params: { id: made.id }, body });
    expect(saved.outputUri).toBe(made.outputUri);
    const rows = await here.editor(channels.list, { query: {} });
    expect(rows.find(({ id }) => id === made.id)?.outputUri).toBe(made.outputUri);
  });

  it('follows its state, comes home, and goes when it is deleted', async () => {
    const { id, outputUri } = await create();
    const params = { id };
    await expect.poll(() => open(outputUri), soon).toContain('#EXTM3U');
    await here.editor(channels.setState, { params, body: { state: 'disabled' } });
    await expect.poll(() => open(outputUri), soon).toContain('CHANNEL_NOT_FOUND');
    const again = await here.editor(channels.setState, { params, body: { state: 'enabled' } });
    await expect.poll(() => open(outputUri), soon).toContain('#EXTM3U');

    const home = await here.editor(channels.update, { params, body: { ...again, systemId: '' } });
    expect(home.outputUri).toBe(`https://play.example/hls/${id}/master.m3u8`);
    await expect.poll(() => open(outputUri), soon).toContain('CHANNEL_NOT_FOUND');
    await here.editor(channels.update, { params, body: { ...home, systemId } });
    await expect.poll(() => open(outputUri), soon).toContain('#EXTM3U');
    await here.editor(channels.remove, { params });
    await expect.poll(() => open(outputUri), soon).toContain('CHANNEL_NOT_FOUND');
  });

  it('requires the same credentials of viewers there, and is previewed without revealing its key', async () => {
    const hmac = { secret: 'hmac-secret', window: 60 };
    const { id, outputUri } = await create({ apiKey: 'secret-key', authentication: { hmac } });
    await expect.poll(() => open(outputUri), soon).toContain('API_KEY_INVALID');
    const { uri, expiresAt } = await here.editor(channels.preview, { params: { id } });
    expect(uri).toContain(outputUri);
    expect(uri).not.toContain('never');
    expect(expiresAt).not.toBeNull();
    expect(await open(uri)).toContain('#EXTM3U');
  });

  it('receives breaks that a scheduler adds', async () => {
    const { id } = await create({ schedulerExternalId: 'scheduler' });
    const reported = await here.editor(channels.addBreak, {
      params: { id },
      body: { start: new Date(Date.now() + 60_000).toISOString(), duration: 30 },
    });
    expect(reported.channelId).toBe(id);
    await here.editor(channels.removeBreak, { params: { id, breakId: reported.id } });
  });
});
