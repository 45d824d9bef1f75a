import type { ReportData } from '@interlude/contract';
import { type Client, contract } from '@interlude/contract/api';
import { createRollupStore, createUserStore } from '@interlude/persistence';
import { foldEvents, type StitcherEvent } from '@interlude/reporting';
import { addChannel } from '@interlude/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  failure,
  postJson,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';

const { shareLinks, systems } = contract;
const dayMs = 86_400_000;
const nowMs = Date.now();
const today = Math.floor(nowMs / dayMs) * dayMs;

let plane: TestPlane;
let editor: TestUser;
let client: Client;
let system: string;
let channel: string;
let seq = 0;

async function count(parts: readonly Partial<StitcherEvent>[]): Promise<void> {
  seq += 1;
  const events = parts.map((part) => ({
    ...{ type: 'impression' as const, atMs: today - 1, session: 's', viewer: 'v' },
    ...{ tenant: editor.tenantId, channel, durationMs: 30_000, campaign: 'spring' },
    ...part,
  }));
  const batch = foldEvents(events, { writer: 'test', seq, segmentAtMs: nowMs });
  await createRollupStore(plane.database).apply(batch);
}

beforeAll(async () => {
  plane = await startTestPlane();
  editor = await plane.user(await plane.tenant('Acme Broadcasting'), 'Editor');
  client = plane.client(editor);
  const found = await client(systems.listSummary, {});
  system = found.find(({ type }) => type === 'ssai-cluster')?.id ?? '';
  channel = (await addChannel(plane.database, editor.tenantId, { name: 'News' })).id;
  await count([{}, { type: 'complete' }, { atMs: today - dayMs - 1 }]);
});
afterAll(() => plane.stop());
beforeEach(() => plane.database.system.deleteFrom('rate_limits').execute());

const share = (more: object = {}) =>
  client(shareLinks.create, {
    body: {
      ...{ name: 'For the board', kind: 'live' as const, system, chart: 'ad-views-over-time' },
      ...{ zone: 'UTC', channelIds: [channel] },
      timePeriods: [{ type: 'Last day' }, { type: 'Previous period', compareWith: true }],
      ...more,
    },
  });
const open = (token: string) => plane.client()(shareLinks.open, { body: { token } });
const adViews = (data: ReportData | undefined) => data?.series[0]?.data;

describe('a shared card', () => {
  it('SEC-S106 frozen shows the figures of its moment without sign-in, live those of now', async () => {
    const frozen = await share({ kind: 'frozen' });
    const live = await share();
    await count([{}]);
    const first = await open(frozen.token);
    expect(first).toMatchObject({ title: 'Ad views over time', kind: 'frozen', viewOption: null });
    expect(first.instances.map(({ data }) => adViews(data))).toEqual([[1], [1]]);
    expect(first.instances[0]?.range).toMatchObject({ startMs: today - dayMs, endMs: today });
    expect((await open(live.token)).instances.map(({ data }) => adViews(data))).toEqual([[2], [1]]);
    await count([{}]);
    expect(adViews((await open(live.token)).instances[0]?.data)).toEqual([2]);
    const lastsMs = Date.parse(frozen.expiresAt) - Date.parse(frozen.createdAt);
    expect(Math.round(lastsMs / dayMs)).toBe(30);
  });

  it('SEC-S106 says nothing beyond the card: no company, no ids, no campaigns, no sheets', async () => {
    for (const kind of ['frozen', 'live']) {
      const text = JSON.stringify(await open((await share({ kind })).token));
      for (const hidden of ['Acme', editor.email, editor.tenantId, channel, system, 'spring']) {
        expect(text, hidden).not.toContain(hidden);
      }
      expect(text).not.toContain('Period 1');
    }
  });

  it('SEC-S106 ended, revoked, unknown and malformed tokens answer alike, to the byte', async () => {
    const revoked = await share();
    await client(shareLinks.remove, { params: { id: revoked.id } });
    const ended = await share();
    await plane.database.system
      .updateTable('share_links')
      .set({ expires_at: new Date(nowMs - 1) })
      .where('id', '=', ended.id)
      .execute();
    const gone = await share();
    await plane.database.system
      .updateTable('share_links')
      .set({ query: JSON.stringify(query('gone')) })
      .where('id', '=', gone.id)
      .execute();
    const texts: string[] = [];
    for (const token of [revoked.token, ended.token, gone.token, 'x'.repeat(43), '', '%00', 'ü']) {
      const answer = await postJson(`${plane.url}${shareLinks.open.path}`, { token });
      // The id of the request is each one's own.
      const text = (await answer.text()).replace(answer.headers.get('x-request-id') ?? '', '');
      texts.push(`${answer.status} ${text}`);
    }
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toMatch(/^404 .*SHARED_CARD_NOT_FOUND/);
  });

  it('SEC-S106 a link ends with the membership of who shared the card', async () => {
    const leaver = await plane.user(editor.tenantId, 'Editor');
    const by = plane.client(leaver);
    const { token } = await by(shareLinks.create, {
      body: { ...query(system), name: 'x', kind: 'live' },
    });
    expect((await open(token)).title).toBe('Ad views over time');
    await createUserStore(plane.database).remove(leaver.tenantId, leaver.userId);
    expect((await failure(open(token))).code).toBe('SHARED_CARD_NOT_FOUND');
  });

  it('SEC-S106 a network that tries tokens is slowed down; the token stands in no log line', async () => {
    const { token } = await share();
    const codes: unknown[] = [];
    for (let tries = 0; tries < 61; tries += 1) codes.push((await failure(open('guess'))).code);
    expect(codes.slice(59)).toEqual(['SHARED_CARD_NOT_FOUND', 'TOO_MANY_REQUESTS']);
    expect((await open(token)).kind).toBe('live');
    await plane.database.system.updateTable('rate_limits').set({ points: 600 }).execute();
    expect((await failure(open(token))).code).toBe('TOO_MANY_REQUESTS');
    expect(plane.logLines.join('\n')).not.toContain(token);
  });
});

const query = (of: string) => ({
  ...{ system: of, chart: 'ad-views-over-time', zone: 'UTC' },
  timePeriods: [{ type: 'Last day' }],
});

describe('/api/v2/share-links', () => {
  it('lists the links of the company without their tokens, and revokes one', async () => {
    const { token, ...made } = await share();
    const listed = await client(shareLinks.list, {});
    expect(listed[0]).toEqual(made);
    expect(made).toMatchObject({ name: 'For the board', createdBy: editor.email, kind: 'live' });
    expect(JSON.stringify(listed)).not.toContain(token);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('SEC-S106 makes no link to a card that shows nothing, of another company, or without end', async () => {
    const codeOf = async (more: object) => (await failure(share(more))).code;
    const abroad = await plane.user(await plane.tenant('Beta'), 'Editor');
    const theirs = await plane.client(abroad)(systems.listSummary, {});
    expect(await codeOf({ system: theirs.find(({ type }) => type === 'ssai-cluster')?.id })).toBe(
      'SYSTEM_NOT_FOUND',
    );
    expect(await codeOf({ chart: 'unknown' })).toBe('REPORT_NOT_FOUND');
    const years = [{ type: 'User defined', dateA: '2024-10-01', dateB: '2026-11-01' }];
    expect(await codeOf({ timePeriods: years, interval: 3_600_000 })).toBe('REPORT_TOO_LARGE');
    for (const more of [{ days: 0 }, { days: 366 }, { zone: '+05:30' }, { kind: 'open' }]) {
      expect(await codeOf(more)).toBe('INVALID_FIELDS');
    }
  });
});
