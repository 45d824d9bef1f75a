import { type Client, contract } from '@interlude/contract/api';
import {
  createBreakRecordStore,
  createRollupStore,
  creativeKey,
  type RecordToWrite,
  serverKey,
} from '@interlude/persistence';
import { type BreakSums, demandOf, foldEvents, lossOf } from '@interlude/reporting';
import { fixedClock } from '@interlude/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure, startTestPlane, type TestPlane } from '../../testing/control-plane.suite.ts';

const { breakRecords, channels } = contract;
const nowMs = Date.UTC(2026, 0, 15, 12);
const mark = 'A'.repeat(22);

let plane: TestPlane;
let tenantId: string;
let client: Client;
let other: Client;
let viewer: Client;
let id: string;

beforeAll(async () => {
  plane = await startTestPlane({ clock: fixedClock(nowMs) });
  tenantId = await plane.tenant('Acme');
  client = plane.client(await plane.user(tenantId, 'Editor'));
  viewer = plane.client(await plane.user(tenantId, 'Viewer'));
  other = plane.client(await plane.user(await plane.tenant('Other'), 'Editor'));
  const body = { name: 'Live', sourceManifestUrl: 'https://origin.example/live/master.m3u8' };
  ({ id } = await client(channels.create, { body }));
  await addBreaks();
  await createBreakRecordStore(plane.database).write(stages());
});
afterAll(() => plane.stop());

const sums = (startedAtMs: number, losses: BreakSums['losses']): BreakSums => ({
  startedAtMs,
  announcedMs: 60_000,
  counts: {
    sessions: 2,
    offeredMs: 120_000,
    seenMs: 120_000 - losses.reduce((ms, one) => ms + one.lostMs, 0),
  },
  losses,
  demand: [demandOf({ url: 'https://ads.example/v', hop: 0, outcome: 'inTime', tookMs: 40 })],
});

async function addBreaks(): Promise<void> {
  const breaks = [
    sums(nowMs - 60_000, [lossOf('NEW_CREATIVE', 30_000, 2)]),
    sums(nowMs - 120_000, [lossOf('NOT_REQUESTED', 90_000, 3)]),
    sums(nowMs - 180_000, []),
    sums(nowMs - 86_400_000 - 1, [lossOf('NO_ADS', 120_000, 2)]),
  ];
  const events = breaks.map((own, index) => ({
    ...{ type: 'break' as const, atMs: nowMs, tenant: tenantId, channel: id, session: '' },
    ...{ viewer: '', breakId: `b${index}`, sums: own },
  }));
  const batch = foldEvents(events, { writer: 'w', seq: 1, segmentAtMs: nowMs });
  await createRollupStore(plane.database).apply(batch);
}

function stages(): RecordToWrite[] {
  const own = { tenantId, channelId: id, breakId: 'b0', session: mark };
  const keys = [creativeKey('cr-1'), serverKey('ads.example')];
  const head = { kept: 'lost' as const, lostMs: 15_000, reason: 'NEW_CREATIVE', keys };
  const atMs = nowMs - 65_000;
  const scte35 = '/DAlAAAAAAAAAP/wFAUAAABjf+/+EnUAAP4AFRgAAAEAAAAAldR8Rw==';
  const request = { server: 'ads.example', hop: 0, status: 200, tookMs: 40, isLate: false };
  const ad = { ad: '0', creative: 'cr-1', reason: 'NEW_CREATIVE', durationMs: 15_000 };
  const placed = { kind: 'ad', ad: '1', offsetMs: 0, durationMs: 45_000 };
  return [
    ['offered', 0, { durationMs: 60_000, dialects: ['EXT-X-CUE-OUT'], leadMs: 5_000, scte35 }],
    ['asked', 10, { requests: [request] }],
    ['answered', 50, { count: 2, ads: [ad, { ad: '1', durationMs: 45_000 }] }],
    ['usable', 120, { ads: [ad, { ad: '1', creative: 'cr-2' }] }],
    [
      'decided',
      120,
      { placements: [placed], adMs: 45_000, remainder: 'content', tookMs: 120, deadlineMs: 2_500 },
    ],
    ['published', 90_000, { startMs: 0, returnMs: 45_000, renditions: [{}, {}], seenMs: 45_000 }],
    ['reached', 6_000, { slot: 0, kind: 'ad', events: ['impression', 'start'] }],
    ['reached', 6_050, { slot: 1, kind: 'slate', events: ['start'] }],
    [
      'sent',
      6_100,
      {
        event: 'impression',
        server: 't.example',
        outcome: 'failed',
        tries: 3,
        reason: 'status 500',
      },
    ],
  ].map(([stage, afterMs, detail], index) => ({
    ...own,
    id: `r${index}`,
    atMs: atMs + Number(afterMs),
    stage: stage as RecordToWrite['stage'],
    head: index === 0 ? head : undefined,
    detail: detail as RecordToWrite['detail'],
  }));
}

const list = (query = {}) => client(breakRecords.list, { params: { id }, query });
const ids = (breaks: readonly { readonly breakId: string }[]) =>
  breaks.map(({ breakId }) => breakId);

describe('what became of breaks', () => {
  it('REC-006 of the last 24 hours, the newest first, in pages, with losses and a sentence', async () => {
    const all = await list();
    expect(ids(all.breaks)).toEqual(['b0', 'b1', 'b2']);
    expect(all.next).toBeNull();
    expect(all.breaks.map(({ sentence }) => sentence)).toEqual([
      '90 s of 120 s in 2 sessions were seen; 30 s were lost because the creative was not conditioned for this channel yet (the platform). Nothing: it is being made, and plays in a later break.',
      '30 s of 120 s in 2 sessions were seen; 90 s were lost because the player did not request the segments of the ads (the viewer). Nothing, when viewers left; else look at the segments of the ad.',
      '120 s of 120 s in 2 sessions were seen.',
    ]);
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, before: first.next });
    expect([ids(first.breaks), ids(second.breaks), second.next]).toEqual([
      ['b0', 'b1'],
      ['b2'],
      null,
    ]);
    expect(ids((await list({ lost: 'true' })).breaks)).toEqual(['b0']);
  });

  it('REC-006 one break is shown stage by stage, against its deadline, with the marker decoded', async () => {
    const recorded = await client(breakRecords.read, { params: { id, breakId: 'b0' } });
    expect(recorded).toMatchObject({
      session: mark,
      recorded: [{ kept: 'lost', lostSeconds: 15 }],
    });
    expect(recorded.demand).toMatchObject([{ server: 'ads.example', asked: 1, inTime: 1 }]);
    expect(
      recorded.stages.map(({ beforeDeadlineMs, sentence }) => [beforeDeadlineMs, sentence]),
    ).toEqual([
      [2_500, 'A break of 60 s was offered by EXT-X-CUE-OUT, 5 s ahead.'],
      [2_490, 'ads.example answered with 200 in 40 ms.'],
      [2_450, 'The answer has 2 ads of 60 s.'],
      [
        2_380,
        '1 of 2 ads can be placed; cr-1: the creative was not conditioned for this channel yet (the platform).',
      ],
      [2_380, '1 ad fills 45 s, the source shows the rest; decided 2380 ms before the deadline.'],
      [null, '45 s were replaced in 2 renditions, of which 45 s were requested.'],
      [null, 'Ad, place 1 of the break, has reached impression, start.'],
      [null, 'Slate, place 2 of the break, has reached start.'],
      [null, 'impression to t.example: failed after 3 tries (status 500).'],
    ]);
    const decoded = { section: { command: { kind: 'splice_insert', eventId: 99 } } };
    expect(recorded.stages[0]?.detail).toMatchObject({ decoded });
    const unkept = await client(breakRecords.read, { params: { id, breakId: 'b2' } });
    expect(unkept).toMatchObject({ session: null, stages: [], recorded: [] });
  });

  it('REC-006 a break is found by session, creative and ad server', async () => {
    const find = async (query: object) => ids(await client(breakRecords.find, { query }));
    expect(await find({ session: mark })).toEqual(['b0']);
    expect(await find({ creative: 'cr-1', adServer: 'ads.example', channelId: id })).toEqual([
      'b0',
    ]);
    expect(await find({ creative: 'cr-9' })).toEqual([]);
    expect(await failure(find({}))).toMatchObject({ code: 'INVALID_FIELDS' });
    expect(await failure(find({ session: 'the id of a session plays its channel' }))).toMatchObject(
      {
        code: 'REQUEST_INVALID',
      },
    );
  });

  it('SEC-S81 no other company, and no Viewer, sees a break; what is not there is 404', async () => {
    const params = { id, breakId: 'b0' };
    expect(await failure(other(breakRecords.read, { params }))).toMatchObject({ status: 404 });
    expect(await failure(other(breakRecords.list, { params: { id } }))).toMatchObject({
      status: 404,
    });
    expect(await other(breakRecords.find, { query: { session: mark } })).toEqual([]);
    expect(await failure(viewer(breakRecords.list, { params: { id } }))).toMatchObject({
      status: 403,
    });
    const missing = client(breakRecords.read, { params: { id, breakId: 'b9' } });
    expect(await failure(missing)).toMatchObject({ code: 'BREAK_NOT_FOUND' });
    expect(await failure(list({ before: 'x' }))).toMatchObject({ code: 'INVALID_FIELDS' });
  });
});
