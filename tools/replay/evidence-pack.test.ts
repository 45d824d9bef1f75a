/** From the rows of the monitor to the zip that the API returns, and its replay; in simulated time. */
import type { RecordStage } from '@interlude/contract';
import {
  createBreakRecordStore,
  createMonitoringWriter,
  createMonitorLeaseStore,
  createRollupStore,
} from '@interlude/persistence';
import { foldEvents, lossOf } from '@interlude/reporting';
import { addChannel, fixedClock } from '@interlude/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../apps/control-plane/src/testing/control-plane.suite.ts';
import { secretsIn } from '../../packages/evidence/src/redact/find-secrets.suite.ts';
import { watchFault } from './recorded-pack.suite.ts';
import { replayPack } from './replay-command.ts';

const planted = {
  header: 'source-header-secret',
  password: 'source-pass-word',
  query: 'source-query-token',
  path: 'path-hmac-secret',
  adKey: 'ad-server-key-secret',
  cookie: 'cookie-value-secret',
  media: 'media-query-secret',
  signed: '1798700000-5f3a9c0b7d21',
  folder: '0b7d215f3a9c48d2a6f1e7c09b34d852',
  viewersKey: 'key-of-viewers-7',
  viewer: '203.0.113.77',
  agent: 'device-id-secret',
} as const;

const clock = fixedClock(Date.UTC(2026, 0, 1, 12));
let plane: TestPlane;
let tenantId: string;
let editor: TestUser;
let foreigner: TestUser;
let channelId: string;
let findings: string[];

const answer = `<VAST version="4.0"><Ad id="1"><InLine><Impression><![CDATA[https://t.test/i?ip=${planted.viewer}&u=https%3A%2F%2Fx%2F%3Fsid%3D${planted.cookie}]]></Impression><MediaFile>https://cdn.test/a.mp4?token=${planted.media}</MediaFile></InLine></Ad></VAST>`;

const details: readonly (readonly [RecordStage, Record<string, unknown>])[] = [
  [
    'offered',
    {
      durationMs: 16_000,
      scte35: '/DAlAAAAAAAAAP/wFAUAAAABf+/+c2nALv4AUsz1AAAAAAAKAAhDVUVJAAABNWLbowo=',
    },
  ],
  [
    'asked',
    {
      requests: [
        {
          ...{ server: 'ads.test', hop: 0, method: 'GET', status: 200, tookMs: 40, bytes: 300 },
          ...{ atMs: clock.now(), isLate: false, answer },
          url: `https://me:${planted.password}@ads.test/v?apikey=${planted.adKey}&ip=${planted.viewer}&ifa=${planted.agent}`,
        },
      ],
    },
  ],
  [
    'decided',
    {
      placements: [],
      reason: `it was refused: Cookie: a=${planted.cookie}, https://origin.test/x/${planted.folder}/a.ts?st=${planted.signed}&k=${planted.viewersKey}`,
    },
  ],
  ['sent', { event: 'impression', server: 't.test', outcome: 'sent', tries: 1, reason: '' }],
];

async function addBreak(startedAtMs: number): Promise<void> {
  const of = { tenant: tenantId, channel: channelId, breakId: 'b1' };
  const sums = {
    ...{ startedAtMs, announcedMs: 16_000, demand: [], losses: [lossOf('NO_ADS', 8_000, 1)] },
    counts: { sessions: 1, offeredMs: 16_000, seenMs: 8_000 },
  };
  const event = { ...of, type: 'break' as const, atMs: startedAtMs, session: '', viewer: '', sums };
  const batch = foldEvents([event], { writer: 'w', seq: 1, segmentAtMs: startedAtMs });
  await createRollupStore(plane.database).apply(batch);
  await createBreakRecordStore(plane.database).write(
    details.map(([stage, detail], index) => ({
      ...{ id: `r${index}`, tenantId, channelId, breakId: 'b1', session: 'A'.repeat(22) },
      ...{ atMs: startedAtMs + index, stage, detail },
      ...(index === 0 && {
        head: { kept: 'monitor' as const, lostMs: 0, reason: undefined, keys: [] },
      }),
    })),
  );
}

beforeAll(async () => {
  plane = await startTestPlane({ clock });
  tenantId = await plane.tenant('Acme');
  const other = await plane.tenant('Other');
  [editor, foreigner] = await Promise.all([
    plane.user(tenantId, 'Editor', 'editor@example.org'),
    plane.user(other, 'Admin', 'foreigner@example.org'),
  ]);
  const channel = {
    sourceManifestUrl: `https://me:${planted.password}@origin.test/${planted.folder}/hdntl=exp=1~hmac=${planted.path}/master.m3u8?token=${planted.query}&st=${planted.signed}`,
    apiKey: planted.viewersKey,
    sourceHeaders: { authorization: `Bearer ${planted.header}`, cookie: `s=${planted.cookie}` },
    adSource: {
      system: 'gva' as const,
      params: {},
      url: `https://ads.test/v?apikey=${planted.adKey}`,
    },
  };
  channelId = (await addChannel(plane.database, tenantId, channel)).id;
  await createMonitorLeaseStore(plane.database).renew('m', 10);
  const writer = createMonitoringWriter(plane.database);
  const seen = new Set<string>();
  await watchFault({
    channel: { ...channel, id: channelId, tenantId },
    ...{ beforeBreakMs: 36_000, phasesMs: [30_000, 36_000] },
    fault: {
      answer: ({ host, pathname }) =>
        host === 'origin.test' && pathname.endsWith('v1.m3u8') ? { status: 503 } : undefined,
      change: (text) => text.replaceAll(/^(v\d-\d+\.ts)$/gm, `$1?token=${planted.query}`),
    },
    onFlush: async (flush, nowMs) => {
      clock.advance(nowMs - clock.now());
      await createMonitorLeaseStore(plane.database).renew('m', 10);
      await writer.flush('m', [flush]);
      for (const { id } of flush.findings) seen.add(id);
    },
  });
  findings = [...seen];
  await addBreak(clock.now() - 60_000);
});
afterAll(() => plane.stop());

function evidence(query: string, user: TestUser = editor): Promise<Response> {
  const headers = { authorization: `Bearer ${user.token}` };
  return fetch(`${plane.url}/api/v2/monitoring/evidence/${channelId}?${query}`, { headers });
}

test('MON-001 SEC-S93 the evidence of a finding is a zip without a secret that replays', async () => {
  const response = await evidence(`finding=${findings[0]}`);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="evidence-/);
  const zip = Buffer.from(await response.arrayBuffer());
  const report = await replayPack(zip);
  expect(report.findings).toMatchObject({ missing: [], added: [] });
  expect(report.findings.same.map(({ rule, owner }) => `${rule} ${owner}`)).toContain('T6 source');
  expect(report.isSame).toBe(true);
  expect(secretsIn(zip, Object.values(planted))).toEqual([]);
});

test('SEC-S93 the evidence of a break has its stages, its answers and its marker, and no secret', async () => {
  const zip = Buffer.from(await (await evidence('break=b1')).arrayBuffer());
  expect(secretsIn(zip, Object.values(planted))).toEqual([]);
  expect(
    secretsIn(zip, ['splice_insert', 'spliceInsert', 'ads.test', '<VAST version']).length,
  ).toBeGreaterThan(3);
  expect((await replayPack(zip)).about).toBe('break b1');
});

test('SEC-S93 a pack is given to members of the company alone, one at a time, and for what is kept', async () => {
  expect((await evidence('break=b1', foreigner)).status).toBe(404);
  expect((await evidence('finding=none')).status).toBe(404);
  expect((await evidence('break=none')).status).toBe(404);
  expect((await evidence('')).status).toBe(422);
  const both = await Promise.all([evidence('break=b1'), evidence('break=b1')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 429]);
  await Promise.all(both.map((response) => response.arrayBuffer()));
  expect((await evidence('break=b1')).status).toBe(200);
});
