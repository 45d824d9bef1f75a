import { contract } from '@interlude/contract/api';
import {
  createReportSettingsStore,
  createStitcherSessionStore,
  defaultReportSettings,
} from '@interlude/persistence';
import { addChannel } from '@interlude/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  failure,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';

const { streamSubscribers } = contract;
let plane: TestPlane;
let user: TestUser;
let other: TestUser;
let live: string;

beforeAll(async () => {
  plane = await startTestPlane();
  user = await plane.user(await plane.tenant('Acme'), 'Admin');
  live = (await addChannel(plane.database, user.tenantId, { type: 'hls-live', name: 'Sport 1' }))
    .id;
  await addChannel(plane.database, user.tenantId, { type: 'hls-vod', name: 'Films' });
  other = await plane.user(await plane.tenant('Beta'), 'Admin');
  await addChannel(plane.database, other.tenantId, { type: 'hls-live', name: 'Other' });
});
afterAll(() => plane.stop());

async function read(key: string | undefined, query = '?version=1.0.0') {
  const headers: Record<string, string> =
    key === undefined ? {} : { authorization: `Bearer ${key}` };
  const answer = await fetch(`${plane.url}/concurrentstreams${query}`, { headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const create = (name: string) => plane.client(user)(streamSubscribers.create, { body: { name } });

describe('GET /concurrentstreams', () => {
  it('answers the viewers of each live channel of the company, over all stitchers, as LEAP 1.0 says', async () => {
    const timeZone = 'Europe/Berlin';
    await createReportSettingsStore(plane.database).save(user.tenantId, {
      ...defaultReportSettings,
      timeZone,
    });
    const stitchers = createStitcherSessionStore(plane.database);
    await stitchers.exchange('one', new Map([[user.tenantId, 900]]), new Map([[live, 700]]));
    await stitchers.exchange(
      'two',
      new Map(),
      new Map([
        [live, 41],
        ['unknown', 5],
      ]),
    );
    const { key } = await create('An SSP');
    const { status, body } = await read(key);
    expect(status).toBe(200);
    expect(body).toEqual({
      version: '1.0.0',
      timestamp: expect.any(Number),
      streamsdata: [
        {
          sdp: 'Acme',
          mediastreams: [
            {
              content: {
                id: live,
                title: 'Sport 1',
                live: 1,
                channel: { id: live, name: 'Sport 1' },
              },
              eventstart: expect.any(Number),
              eventend: expect.any(Number),
              streamcount: [{ sstreams: 741 }],
            },
          ],
        },
      ],
    });
    expect((await read(key, '?version=1.0&sdp=Acme')).body['streamsdata']).toHaveLength(1);
    expect((await read(key, '?version=1.0&sdp=Beta')).body['streamsdata']).toEqual([]);
    expect((await read(key, '?version=2.0')).status).toBe(400);
  });

  it('SEC-S102 a key is answered once, stored as a hash, good for this alone, and taken back', async () => {
    const made = await create('A DSP');
    expect(made.key).toMatch(/^leap_[\w-]{43}$/);
    expect(JSON.stringify(await plane.client(user)(streamSubscribers.list, {}))).not.toContain(
      made.key,
    );
    const rows = await plane.database.system.selectFrom('stream_subscribers').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(made.key);
    for (const key of [undefined, '', 'leap_wrong', user.token]) {
      expect((await read(key)).status).toBe(401);
    }
    const api = await fetch(`${plane.url}/api/v2/channels`, {
      headers: { authorization: `Bearer ${made.key}` },
    });
    expect(api.status).toBe(401);
    await plane.client(user)(streamSubscribers.remove, { params: { id: made.id } });
    expect((await read(made.key)).status).toBe(401);
    expect(plane.logLines.join('')).not.toContain(made.key);
  });

  it('SEC-S102 a key gets 60 answers a minute; a company has 50 keys', async () => {
    const { key } = await create('A hurried one');
    const all = await Promise.all(Array.from({ length: 62 }, () => read(key)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(2);
    const { length } = await plane.client(user)(streamSubscribers.list, {});
    for (let more = length; more < 50; more += 1) await create(`Party ${more}`);
    expect((await failure(create('One too many'))).code).toBe('STREAM_SUBSCRIBERS_TOO_MANY');
  });

  it('SEC-S104 wrong keys of a network are refused after 30 in 15 minutes; a right one is answered', async () => {
    const { key } = await plane.client(other)(streamSubscribers.create, {
      body: { name: 'A DSP' },
    });
    await plane.database.system.deleteFrom('rate_limits').execute();
    const wrong: number[] = [];
    for (let tries = 0; tries < 32; tries += 1) wrong.push((await read(`leap_${tries}`)).status);
    expect(wrong).toEqual([...Array(30).fill(401), 429, 429]);
    expect((await read(undefined)).status).toBe(429);
    expect((await read(key)).status).toBe(200);
  });
});
