import type { Channel, ScheduledBreak } from '@interlude/contract';
import { type Client, contract } from '@interlude/contract/api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure, startTestPlane, type TestPlane } from '../../testing/control-plane.suite.ts';

const { channels } = contract;

let plane: TestPlane;
let client: Client;
let other: Client;
let viewer: Client;

beforeAll(async () => {
  plane = await startTestPlane();
  const tenantId = await plane.tenant('Acme');
  client = plane.client(await plane.user(tenantId, 'Editor'));
  viewer = plane.client(await plane.user(tenantId, 'Viewer'));
  other = plane.client(await plane.user(await plane.tenant('Other'), 'Editor'));
});
afterAll(() => plane.stop());

const create = (more: object = {}): Promise<Channel> =>
  client(channels.create, {
    body: {
      name: 'Scheduled',
      sourceManifestUrl: 'https://origin.example/live/master.m3u8',
      schedulerExternalId: 'epg-7',
      ...more,
    },
  });

/** ISO 8601, so many minutes from now. */
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

describe('CHE-067 breaks by API', () => {
  it('are listed by start, of this channel alone', async () => {
    const { id } = await create();
    const second = await client(channels.addBreak, {
      params: { id },
      body: { start: inMinutes(20), duration: 30.5 },
    });
    const first = await client(channels.addBreak, {
      params: { id },
      body: { start: inMinutes(10), duration: 60, externalId: 'b-1' },
    });
    expect(first).toMatchObject({ channelId: id, externalId: 'b-1', state: 'scheduled' });
    const listed: ScheduledBreak[] = await client(channels.listBreaks, { params: { id } });
    expect(listed).toEqual([first, second]);
    const { id: empty } = await create();
    expect(await client(channels.listBreaks, { params: { id: empty } })).toEqual([]);
  });

  it('an externalId that is sent again changes its break', async () => {
    const { id } = await create();
    const reported = (start: string, duration: number) =>
      client(channels.addBreak, { params: { id }, body: { start, duration, externalId: 'b-1' } });
    const first = await reported(inMinutes(10), 30);
    const start = inMinutes(12);
    expect(await reported(start, 45)).toEqual({ ...first, start, duration: 45 });
    expect(await client(channels.listBreaks, { params: { id } })).toHaveLength(1);
  });

  it('a channel has 1,000 future breaks at most; one of them can still be changed', async () => {
    const { id } = await create();
    const report = (externalId: string) =>
      client(channels.addBreak, {
        params: { id },
        body: { start: inMinutes(10), duration: 30, externalId },
      });
    const { id: first } = await report('b-1');
    await sql`insert into scheduled_breaks
        (tenant_id, id, channel_id, start_at, duration_ms, external_id, state, created_at)
      select tenant_id, id || n, channel_id, start_at, duration_ms, '', state, created_at
      from scheduled_breaks, generate_series(1, 999) n where id = ${first}`.execute(
      plane.database.system,
    );
    expect(await failure(report('b-2'))).toMatchObject({ code: 'BREAKS_TOO_MANY' });
    expect(await report('b-1')).toMatchObject({ id: first });
  });

  it('a removed break is kept as cancelled, for those who know of it', async () => {
    const { id } = await create();
    const body = { start: inMinutes(10), duration: 30 };
    const { id: breakId } = await client(channels.addBreak, { params: { id }, body });
    await client(channels.removeBreak, { params: { id, breakId } });
    expect(await client(channels.listBreaks, { params: { id } })).toMatchObject([
      { id: breakId, state: 'cancelled' },
    ]);
    const gone = await failure(client(channels.removeBreak, { params: { id, breakId: 'b0' } }));
    expect([gone.status, gone.code]).toEqual([404, 'BREAK_NOT_FOUND']);
  });

  it('what ended long ago is forgotten', async () => {
    const { id } = await create();
    const params = { id };
    await client(channels.addBreak, { params, body: { start: inMinutes(-300), duration: 30 } });
    expect(await client(channels.listBreaks, { params })).toEqual([]);
    await client(channels.addBreak, { params, body: { start: inMinutes(1), duration: 30 } });
    expect(await client(channels.listBreaks, { params })).toHaveLength(1);
  });

  it('need a live channel with a scheduler', async () => {
    const body = { start: inMinutes(10), duration: 30 };
    for (const more of [{ schedulerExternalId: '' }, { type: 'hls-vod' }]) {
      const { id } = await create(more);
      const refused = await failure(client(channels.addBreak, { params: { id }, body }));
      expect([refused.status, refused.code]).toEqual([409, 'SCHEDULER_NOT_SET']);
    }
  });

  it.each([
    [{ start: 'tomorrow', duration: 30 }, 'start'],
    [{ start: '2026-03-01T12:00:00Z', duration: 0 }, 'duration'],
    [{ start: '2026-03-01T12:00:00Z', duration: 3_601 }, 'duration'],
    [{ start: '2026-03-01T12:00:00Z', duration: 30, externalId: 'x'.repeat(101) }, 'externalId'],
  ])('refuses %j', async (body, field) => {
    const { id } = await create();
    const refused = await failure(client(channels.addBreak, { params: { id }, body }));
    expect(refused.status).toBe(422);
    expect(refused.details).toMatchObject({ errors: { [field]: expect.any(String) } });
  });

  it('a channel of another tenant has none, and viewers may not add any', async () => {
    const { id } = await create();
    const body = { start: inMinutes(10), duration: 30 };
    const foreign = await failure(other(channels.addBreak, { params: { id }, body }));
    expect(foreign.code).toBe('CHANNEL_NOT_FOUND');
    const refused = await failure(viewer(channels.addBreak, { params: { id }, body }));
    expect(refused.status).toBe(403);
  });
});
