import type { MonitoringFinding, MonitoringSegment } from '@interlude/contract';
import {
  addChannel,
  addTenant,
  addUser,
  fixedClock,
  type TemplateDatabase,
  templateDatabase,
} from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMonitorLeaseStore } from './monitor-lease-store.ts';
import { createMonitoringStore, type MonitoringStore } from './monitoring-store.ts';
import {
  type ChannelFlush,
  createMonitoringWriter,
  type MonitoringWriter,
} from './monitoring-writer.ts';
import type { KeptSplice } from './splice-rows.ts';
import { createSpliceStore } from './splice-store.ts';
import { encodeManifest, type TimelineChunk } from './timeline-chunk.ts';

const clock = fixedClock();
const minute = 60_000;
const kept = { channel: 1_000_000, tenant: 10_000_000 };
let template: TemplateDatabase;
let store: MonitoringStore;
let writer: MonitoringWriter;
let tenantId: string;
let channelId: string;

beforeAll(async () => {
  template = await templateDatabase({ clock });
  store = createMonitoringStore(template.database);
  writer = createMonitoringWriter(template.database);
});
afterAll(() => template.drop());
beforeEach(async () => {
  clock.advance(48 * 60 * minute);
  tenantId = await addTenant(template.database);
  channelId = (await addChannel(template.database, tenantId)).id;
  await createMonitorLeaseStore(template.database).renew('monitor', 100);
});

const segment = (id: string, part: Partial<MonitoringSegment> = {}): MonitoringSegment => ({
  ...{ id, kind: 'content', start: clock.now(), duration: 2, loadTime: clock.now() },
  ...{
    uri: `${id}.ts`,
    origUri: '',
    presentationTime: null,
    cueOut: '',
    cueOutCont: '',
    cueIn: '',
  },
  ...{ ad: '', discontinuity: false, number: 1, eventId: '', periodId: '', manifestKey: '' },
  ...part,
});

const finding = (part: Partial<MonitoringFinding> = {}): MonitoringFinding => ({
  ...{ id: 'f1', channelId, rule: 'H1', title: 'A rule', clause: 'RFC 8216', lane: 'output' },
  ...{ severity: 'error', owner: 'cdn', detail: 'd', advice: 'a', cause: 'cdn edge.test' },
  ...{ firstSeen: new Date(clock.now()).toISOString(), closedAt: null, count: 1 },
  ...{ lastSeen: new Date(clock.now()).toISOString(), renditions: [], at: clock.now() },
  ...{ breakId: '', manifestKey: '', line: 0 },
  ...part,
});

function flush(part: Partial<ChannelFlush> = {}, health: Partial<ChannelFlush['health']> = {}) {
  return writer.flush('monitor', [
    {
      ...{ tenantId, channelId, chunk: undefined, manifests: [], findings: [], notices: [] },
      health: {
        ...{ state: 'healthy', reason: '', owner: null, sourceError: '', outputError: '' },
        ...{ sinceMs: clock.now(), lookedAtMs: clock.now(), openFindings: 0 },
        ...health,
      },
      ...part,
    },
  ]);
}

const chunk = (part: Partial<TimelineChunk>): TimelineChunk => ({
  ...{ entries: [], messages: [] },
  ...part,
});

test('MON-002 DATA-020 DATA-022 1200 seconds of both lanes come back by playlist, in order of their start', async () => {
  const source = { lane: 'source', playlist: 0 } as const;
  await flush({ chunk: chunk({ entries: [{ ...source, entry: segment('left') }] }) });
  clock.advance(20 * minute);
  await flush({
    chunk: chunk({
      entries: [
        { ...source, entry: segment('b', { start: clock.now() + 2_000 }) },
        { ...source, entry: segment('a') },
        { lane: 'output', playlist: 0, entry: segment('a', { ad: 'creative' }) },
        { ...source, playlist: 1, entry: segment('other') },
      ],
      playlists: [{ index: 0, uri: 'v0.m3u8', name: 'video' }],
    }),
  });
  clock.advance(1_000);
  await flush({ chunk: chunk({ entries: [{ ...source, entry: segment('a', { cueOut: 'x' }) }] }) });
  const { lanes, playlists } = await store.timeline(tenantId, channelId, 0);
  expect(lanes.source.map(({ id, cueOut }) => [id, cueOut])).toEqual([
    ['a', 'x'],
    ['b', ''],
  ]);
  expect(lanes.output.map(({ ad }) => ad)).toEqual(['creative']);
  expect(playlists).toEqual([{ index: 0, uri: 'v0.m3u8', name: 'video' }]);
});

test('API-033 a manifest comes back as it was, with the one of the other lane that was read before it', async () => {
  const first = '#EXTM3U\n'.repeat(500);
  const next = `${first}#EXT-X-ENDLIST\n`;
  const manifest = (key: string, text: string, base: string, lane: 'source' | 'output') => ({
    ...{ key, base: base === '' ? '' : 's1', lane, playlist: 0, loadedAtMs: clock.now() },
    ...{ uri: 'https://origin.test/v0.m3u8', body: encodeManifest(text, base) },
  });
  await flush({ manifests: [manifest('s1', first, '', 'source')] });
  await flush({
    manifests: [manifest('s2', next, first, 'source'), manifest('o1', 'output', '', 'output')],
  });
  expect(await store.manifest(tenantId, channelId, 's2')).toEqual({
    ...{ manifest: next, loadTime: clock.now(), lane: 'source' },
    ...{ uri: 'https://origin.test/v0.m3u8', counterpart: 'o1' },
  });
  expect(await store.manifest(tenantId, channelId, 's3')).toBeUndefined();
  expect(encodeManifest(next, first).length).toBeLessThan(60);
});

test('findings are kept for 24 hours, open ones come first, and a channel that nobody watches has none open', async () => {
  await flush({
    findings: [finding({ id: 'old', closedAt: new Date(clock.now()).toISOString() })],
  });
  clock.advance(minute);
  await flush({ findings: [finding({ id: 'open' })] });
  clock.advance(minute);
  await flush({
    findings: [finding({ id: 'closed', closedAt: new Date(clock.now()).toISOString() })],
  });
  const ids = async () =>
    (await store.findings(tenantId, channelId, { limit: 10 })).map(({ id }) => id);
  expect(await ids()).toEqual(['open', 'closed', 'old']);
  expect((await writer.openFindings(tenantId, channelId)).map(({ id }) => id)).toEqual(['open']);
  await createMonitorLeaseStore(template.database).leave('monitor');
  clock.advance(11 * minute);
  await writer.purge(kept);
  expect(await writer.openFindings(tenantId, channelId)).toEqual([]);
  clock.advance(24 * 60 * minute);
  await writer.purge(kept);
  expect(await ids()).toEqual([]);
});

test('SEC-S126 splices and their pictures are kept for 24 hours, the newest where they are too many bytes', async () => {
  const splices = createSpliceStore(template.database);
  const side = {
    ...{ kind: 'ad' as const, ad: 'soap', problem: '', seconds: 2, blackSeconds: 0 },
    ...{ frozenSeconds: 0, silentSeconds: 0, loudness: null, offsetMs: null, hasThumbnail: true },
    rules: [],
  };
  const seen = (id: string, part: Partial<KeptSplice> = {}): KeptSplice => ({
    ...{ id, at: clock.now(), loadTime: clock.now(), breakId: 'b1', rendition: 'video' },
    ...{ skipped: null, reason: '', before: side, after: side, programmeLoudness: null },
    ...{ cpuMs: 1, rules: [], pictures: { before: Buffer.alloc(4_000, 1), after: undefined } },
    ...part,
  });
  const skipped = {
    skipped: 'BUDGET',
    reason: 'No.',
    pictures: { before: undefined, after: undefined },
  } as const;
  await flush({ splices: [seen('old'), seen('skipped', skipped)] });
  clock.advance(minute);
  await flush({ splices: [seen('new', { breakId: 'b2' }), seen('old', { rules: ['T17'] })] });
  const ids = async (question = {}) => {
    const found = await splices.list(tenantId, channelId, { limit: 10, ...question });
    return [found.values.map(({ id }) => id), found.read, found.skipped];
  };
  expect(await ids()).toEqual([['skipped', 'old', 'new'], 2, 1]);
  expect(await ids({ breakId: 'b2' })).toEqual([['new'], 2, 1]);
  expect(await ids({ limit: 1 })).toEqual([['new'], 2, 1]);
  expect((await splices.list(tenantId, channelId, { limit: 10 })).values[1]?.rules).toEqual([]);
  const picture = (id: string, name: 'before' | 'after') =>
    splices.picture(tenantId, channelId, id, name);
  expect((await picture('new', 'before'))?.length).toBe(4_000);
  expect(await picture('new', 'after')).toBeUndefined();
  expect(
    await splices.picture(await addTenant(template.database), channelId, 'new', 'before'),
  ).toBeUndefined();
  await writer.purge({
    channel: 1_000_000,
    tenant: 10_000_000,
    splices: { channel: 7_000, tenant: 9_000 },
  });
  expect(await ids()).toEqual([['new'], 1, 0]);
  clock.advance(24 * 60 * minute + 1);
  expect(await ids()).toEqual([[], 0, 0]);
  await writer.purge(kept);
  const left = await template.database.system
    .selectFrom('monitoring_splices')
    .select('id')
    .execute();
  expect(left).toEqual([]);
});

test('one cause on many channels is one incident, the worst of its findings speaks', async () => {
  const other = (await addChannel(template.database, tenantId)).id;
  await createMonitorLeaseStore(template.database).renew('monitor', 100);
  await flush({ findings: [finding({ severity: 'warning', title: 'Less' })] });
  await flush({ channelId: other, findings: [finding({ channelId: other, title: 'Worst' })] });
  const [incident, ...more] = await store.incidents(tenantId);
  expect(more).toEqual([]);
  expect(incident).toMatchObject({
    ...{ cause: 'cdn edge.test', owner: 'cdn', severity: 'error', title: 'Worst' },
    ...{ channelCount: 2, rules: ['H1'] },
  });
});

test('health has a history of its states, and of the time in which nobody looked', async () => {
  const start = clock.now();
  await flush();
  clock.advance(20_000);
  await flush({}, { state: 'ill', reason: 'The source is stale.', sourceError: 'stale' });
  clock.advance(minute);
  const [silent] = await store.health(tenantId, [channelId, 'unknown']);
  expect(silent).toMatchObject({ channelId, state: 'unwatched' });
  await flush({}, { state: 'healthy' });
  const [now] = await store.health(tenantId, [channelId]);
  expect(now).toMatchObject({ state: 'healthy', sourceHealthy: true, reason: '' });
  const spans = await store.history(tenantId, channelId);
  expect(
    spans.map(({ state, from, to }) => [
      state,
      Date.parse(from) - start,
      to === null ? null : Date.parse(to) - start,
    ]),
  ).toEqual([
    ['healthy', 0, 20_000],
    ['ill', 20_000, 20_001],
    ['unwatched', 20_001, 80_000],
    ['healthy', 80_000, null],
  ]);
});

test('SEC-S90 a monitor that has lost its lease writes nothing', async () => {
  await createMonitorLeaseStore(template.database).leave('monitor');
  expect(await flush({ findings: [finding()] })).toBe(0);
  expect(await store.findings(tenantId, channelId, { limit: 10 })).toEqual([]);
});

test('SEC-S91 what is kept of a channel is bounded: the oldest leaves first', async () => {
  const manifest = (key: string) => ({
    ...{ key, base: '', lane: 'source' as const, playlist: 0, loadedAtMs: clock.now() },
    ...{ uri: 'u', body: Buffer.alloc(10_000) },
  });
  for (const key of ['a', 'b', 'c']) {
    await flush({ manifests: [manifest(key)] });
    clock.advance(1_000);
  }
  await writer.purge({ channel: 21_000, tenant: 1_000_000 });
  const keys = async () => {
    const { rows } = await sql<{ key: string }>`select key from monitoring_manifests
      where channel_id = ${channelId} order by key`.execute(template.database.system);
    return rows.map(({ key }) => key);
  };
  expect(await keys()).toEqual(['b', 'c']);
  await writer.purge({ channel: 21_000, tenant: 11_000 });
  expect(await keys()).toEqual(['c']);
});

test('a member who wants the topic is notified once of a cause, however many channels have it', async () => {
  const userId = await addUser(template.database, tenantId);
  const rule = { topic: 'asset.stream-monitor.source', channel: 'email', listen_to: 'all' };
  await template.database.system
    .insertInto('user_subscriptions')
    .values({
      tenant_id: tenantId,
      id: 's',
      user_id: userId,
      place: 0,
      created_at: new Date(),
      ...rule,
    })
    .execute();
  const topic = 'asset.stream-monitor.source' as const;
  const notice = { topic, cause: 'source origin.test', content: 'The source is stale.' };
  await flush({ notices: [notice] });
  await flush({ notices: [notice] });
  await flush({ notices: [{ ...notice, cause: 'source other.test' }] });
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from notifications
    where tenant_id = ${tenantId}`.execute(template.database.system);
  expect(rows).toEqual([{ n: 2 }]);
});

test('a channel that is removed while its monitor writes goes, and the monitor writes nothing of it', async () => {
  const { system } = template.database;
  const blocked = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(system);
    return rows.length;
  };
  let writing: Promise<number> | undefined;
  await system.transaction().execute(async (db) => {
    await sql`select from channels where id = ${channelId} for update`.execute(db);
    writing = flush({ chunk: chunk({}) });
    await expect.poll(blocked, { interval: 20, timeout: 10_000 }).toBe(1);
    await sql`delete from channels where id = ${channelId}`.execute(db);
  });
  expect(await writing).toBe(0);
});
