import { annotationLimits } from '@interlude/contract';
import { addChannel, addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChannelStore } from '../channels/channel-store.ts';
import { type AnnotationStore, createAnnotationStore } from './annotation-store.ts';
import { keepIncidents } from './keep-incidents.ts';

const hourMs = 3_600_000;
const start = Date.UTC(2026, 10, 20);
const iso = (hours: number) => new Date(start + hours * hourMs).toISOString();
let made: TemplateDatabase;
let store: AnnotationStore;
let tenantId: string;
let channelId: string;
let otherChannel: string;
beforeAll(async () => {
  made = await templateDatabase();
  store = createAnnotationStore(made.database);
});
afterAll(() => made.drop());
beforeEach(async () => {
  tenantId = await addTenant(made.database);
  channelId = (await addChannel(made.database, tenantId)).id;
  otherChannel = (await addChannel(made.database, tenantId)).id;
});

const period = (from: number, to: number, channelIds: string[] = []) => ({
  ...{ fromMs: start + from * hourMs, toMs: start + to * hourMs, channelIds },
});
const mark = (
  text: string,
  at: number,
  more: { end?: number; channelId?: string } = {},
  most = 9,
) =>
  store.create(
    tenantId,
    {
      ...{ text, atMs: start + at * hourMs, createdBy: 'ci', channelId: more.channelId },
      endsAtMs: more.end === undefined ? undefined : start + more.end * hourMs,
    },
    most,
  );
const texts = async (of: ReturnType<typeof period>) =>
  (await store.marks(tenantId, of)).map(({ text }) => text);

describe('marks', () => {
  test('of a period: those within it, and those that reach into it', async () => {
    await mark('before', -1);
    await mark('reaches in', -2, { end: 1 });
    await mark('first', 0);
    await mark('at the end', 10);
    expect(await texts(period(0, 10))).toEqual(['reaches in', 'first']);
    expect((await store.marks(tenantId, period(0, 10)))[0]).toMatchObject({
      ...{
        kind: 'mark',
        at: iso(-2),
        endsAt: iso(1),
        isOpen: false,
        channelIds: [],
        createdBy: 'ci',
      },
    });
  });

  test('of channels: theirs and those of all; they go with their channel', async () => {
    await mark('all', 1);
    await mark('one', 2, { channelId });
    await mark('other', 3, { channelId: otherChannel });
    expect(await texts(period(0, 10, [channelId]))).toEqual(['all', 'one']);
    await createChannelStore(made.database).remove(tenantId, channelId);
    expect(await texts(period(0, 10))).toEqual(['all', 'other']);
  });

  test('SEC-S106 DATA-039 are neither seen nor removed by another company, nor tied to its channels', async () => {
    const { id = '' } = (await mark('mine', 1)) ?? {};
    const abroad = await addTenant(made.database);
    expect(await store.marks(abroad, period(0, 10))).toEqual([]);
    expect(await store.remove(abroad, id)).toBe(false);
    const foreign = (await addChannel(made.database, abroad)).id;
    await expect(mark('foreign', 1, { channelId: foreign })).rejects.toMatchObject({
      code: 'CHANNEL_NOT_FOUND',
    });
    expect(await store.remove(tenantId, id)).toBe(true);
  });

  test('SEC-S106 are bounded, and go with the figures', async () => {
    await mark('a', 1, {}, 2);
    await mark('b', 2, {}, 2);
    expect(await mark('c', 3, {}, 2)).toBeUndefined();
    expect(await store.purge(start + 2 * hourMs)).toBeGreaterThan(0);
    expect(await texts(period(0, 10))).toEqual(['b']);
  });
});

let findings = 0;
async function finding(of: {
  channelId: string;
  from: number;
  to: number;
  severity?: string;
  open?: boolean;
  cause?: string;
}): Promise<void> {
  findings += 1;
  await made.database.system
    .insertInto('monitoring_findings')
    .values({
      ...{ tenant_id: tenantId, channel_id: of.channelId, id: `f${findings}`, owner: 'cdn' },
      ...{ severity: of.severity ?? 'error', cause: of.cause ?? 'cdn edge.test' },
      ...{ first_seen: new Date(iso(of.from)), last_seen: new Date(iso(of.to)) },
      closed_at: of.open ? null : new Date(iso(of.to)),
      body: JSON.stringify({ title: 'Segments are missing' }),
    })
    .execute();
}

describe('incidents', () => {
  test('are findings of one cause and hour over all channels; warnings are none', async () => {
    await finding({ channelId, from: 1, to: 2 });
    await finding({ channelId: otherChannel, from: 1.5, to: 3, open: true });
    await finding({ channelId, from: 5, to: 6, severity: 'warning' });
    expect(await store.incidents(tenantId, period(0, 10))).toEqual([
      {
        ...{ id: expect.any(String), kind: 'incident', at: iso(1), endsAt: null, isOpen: true },
        ...{ text: 'Segments are missing (cdn edge.test)', createdBy: '' },
        channelIds: [channelId, otherChannel].toSorted(),
      },
    ]);
    expect(await store.incidents(tenantId, period(4, 10))).toEqual([]);
    expect(await store.incidents(await addTenant(made.database), period(0, 10))).toEqual([]);
  });

  test('stay when their findings go, once, also when these go one after another', async () => {
    await finding({ channelId, from: 1, to: 2 });
    await finding({ channelId: otherChannel, from: 1.5, to: 4 });
    const before = await store.incidents(tenantId, period(0, 10));
    for (const hours of [3, 5, 5]) {
      await keepIncidents(made.database.system, new Date(iso(hours)));
      expect(await store.incidents(tenantId, period(0, 10))).toEqual(before);
    }
    const left = made.database.system.selectFrom('monitoring_findings').selectAll();
    expect(await left.where('tenant_id', '=', tenantId).execute()).toEqual([]);
    expect(await store.incidents(tenantId, period(0, 10, [otherChannel]))).toHaveLength(1);
  });

  test('SEC-S106 of a company the newest 5,000 stay', async () => {
    const most = annotationLimits.incidents;
    const rows = Array.from({ length: most + 3 }, (_none, index) => ({
      ...{ tenant_id: tenantId, id: `i${index}`, title: 't', cause: 'c', channel_ids: [] },
      ...{ began_at: new Date(start + index), ended_at: new Date(start + index) },
    }));
    for (const at of [0, 2_000, 4_000]) {
      const some = rows.slice(at, at + 2_000);
      await made.database.system.insertInto('past_incidents').values(some).execute();
    }
    await keepIncidents(made.database.system, new Date(start));
    const kept = await made.database.system
      .selectFrom('past_incidents')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .execute();
    expect(kept).toHaveLength(most);
    expect(kept.map(({ id }) => id)).not.toContain('i2');
  });
});
