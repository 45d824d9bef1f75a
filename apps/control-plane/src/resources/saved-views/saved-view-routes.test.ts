import { savedViewLimits } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  failure,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';

const { savedViews } = contract;
let plane: TestPlane;
let editor: TestUser;
let viewer: TestUser;
beforeAll(async () => {
  plane = await startTestPlane();
  const tenant = await plane.tenant('Acme');
  editor = await plane.user(tenant, 'Editor');
  viewer = await plane.user(tenant, 'Viewer');
});
afterAll(() => plane.stop());

const state = { period: 'Last 7 days', compare: 'off', channels: 'all' };

describe('/api/v2/saved-views', () => {
  it('keeps a view of a person: listed, renamed, saved again, removed', async () => {
    const client = plane.client(viewer);
    const made = await client(savedViews.create, { body: { name: ' Week ', state } });
    expect(made).toMatchObject({ name: 'Week', scope: 'own', state, createdBy: viewer.email });
    const params = { id: made.id };
    const next = { ...state, period: 'Last month' };
    await client(savedViews.update, { params, body: { name: 'Month' } });
    await client(savedViews.update, { params, body: { state: next } });
    expect(await client(savedViews.list, {})).toMatchObject([{ name: 'Month', state: next }]);
    expect(await plane.client(editor)(savedViews.list, {})).toEqual([]);
    const others = plane.client(editor)(savedViews.remove, { params });
    expect((await failure(others)).code).toBe('SAVED_VIEW_NOT_FOUND');
    await client(savedViews.remove, { params });
    expect(await client(savedViews.list, {})).toEqual([]);
  });

  it('SEC-S106 those of the company are made and changed by those who may write, and seen by all', async () => {
    const body = { name: 'Board', scope: 'company' as const, state };
    const refused = await failure(plane.client(viewer)(savedViews.create, { body }));
    expect([refused.status, refused.code]).toEqual([403, 'ROLE_FORBIDDEN']);
    const { id } = await plane.client(editor)(savedViews.create, { body });
    expect(await plane.client(viewer)(savedViews.list, {})).toMatchObject([{ id, name: 'Board' }]);
    const params = { id };
    const renamed = plane.client(viewer)(savedViews.update, { params, body: { name: 'Mine' } });
    expect((await failure(renamed)).code).toBe('ROLE_FORBIDDEN');
    const removed = plane.client(viewer)(savedViews.remove, { params });
    expect((await failure(removed)).code).toBe('ROLE_FORBIDDEN');
    await plane.client(editor)(savedViews.remove, { params });
  });

  it('SEC-S106 a view is bounded in its name, its parts and their text, and a person in their number', async () => {
    const client = plane.client(editor);
    const save = (name: string, given: Record<string, string>) =>
      client(savedViews.create, { body: { name, state: given } });
    const many = Object.fromEntries(Array.from({ length: 161 }, (_none, part) => [`p${part}`, '']));
    const long = { channels: 'x'.repeat(savedViewLimits.partCharacters + 1) };
    const sum = Object.fromEntries(['a', 'b'].map((key) => [key, 'x'.repeat(35_000)]));
    for (const [name, given] of [
      ['', state],
      ['x'.repeat(61), state],
      ['two\nlines', state],
      ['parts', many],
      ['part', long],
      ['sum', sum],
      ['half', { period: '\ud800' }],
    ] as const) {
      expect((await failure(save(name, given))).status, name).toBe(422);
    }
    for (let made = 0; made < savedViewLimits.own; made += 1) await save(`view ${made}`, state);
    const tooMany = await failure(save('one more', state));
    expect([tooMany.status, tooMany.message]).toEqual([
      409,
      'There are 50 views already. Remove one first.',
    ]);
  });
});
