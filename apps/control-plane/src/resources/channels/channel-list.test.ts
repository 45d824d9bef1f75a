import { type Client, contract } from '@interlude/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure, startTestPlane, type TestPlane } from '../../testing/control-plane.suite.ts';

const { channels } = contract;
const source = 'https://origin.example/live/master.m3u8';

let plane: TestPlane;
beforeAll(async () => {
  plane = await startTestPlane();
});
afterAll(() => plane.stop());

describe('GET /api/v2/channels', () => {
  let lists: Client;
  let others: Client;

  beforeAll(async () => {
    const here = await plane.tenant('Lists');
    const there = await plane.tenant('Others');
    const member = await plane.user(here, 'Editor');
    lists = plane.client(member);
    others = plane.client(await plane.user(there, 'Editor'));
    for (const name of ['Beta', 'alpha', 'Gamma 100%', 'Delta_x', 'epsilon']) {
      await lists(channels.create, { body: { name, sourceManifestUrl: source } });
    }
    for (let index = 0; index < 12; index += 1) {
      const body = { name: `Foreign ${index}`, sourceManifestUrl: source };
      await others(channels.create, { body });
    }
  });

  const names = async (query: object, from = lists) => {
    const rows = await from(channels.list, { query });
    return { names: rows.map(({ name }) => name), total: rows.totalCount };
  };

  it('API-015 LIST-002 answers ten, newest first, with the number of all', async () => {
    const answer = await names({}, others);
    expect(answer.names).toHaveLength(10);
    expect(answer.names[0]).toBe('Foreign 11');
    expect(answer.total).toBe(12);
  });

  it('API-014 limit -1 answers all, offset skips', async () => {
    expect((await names({ limit: -1 }, others)).names).toHaveLength(12);
    expect(await names({ limit: 2, offset: 3, sort: 'name' })).toEqual({
      names: ['epsilon', 'Gamma 100%'],
      total: 5,
    });
  });

  it('API-013 sorts both ways', async () => {
    const up = await names({ sort: 'name' });
    expect(up.names).toEqual(['alpha', 'Beta', 'Delta_x', 'epsilon', 'Gamma 100%']);
    expect((await names({ sort: '-name' })).names).toEqual(up.names.toReversed());
  });

  it('API-012 SEC-S4 DATA-039 searches the own tenant only, and % and _ are letters', async () => {
    expect(await names({ search: 'ALPH' })).toEqual({ names: ['alpha'], total: 1 });
    expect(await names({ search: '%' })).toEqual({ names: ['Gamma 100%'], total: 1 });
    expect(await names({ search: '_' })).toEqual({ names: ['Delta_x'], total: 1 });
    expect(await names({ search: 'Foreign', limit: -1, sort: 'name' })).toEqual({
      names: [],
      total: 0,
    });
    expect((await names({ search: "' or 1=1 --" })).total).toBe(0);
  });

  it('API-012 filters by type', async () => {
    expect((await names({ type: 'dash-vod' })).total).toBe(0);
    expect((await names({ type: 'hls-live' })).total).toBe(5);
  });

  it('API-013 an unknown column is 400 and lists the columns', async () => {
    const error = await failure(lists(channels.list, { query: { sort: 'settings' } }));
    expect(error).toMatchObject({ status: 400, code: 'SORT_UNKNOWN' });
    expect(error.message).toContain('createdAt');
  });

  it.each([{ limit: -2 }, { limit: 1e9 }, { offset: -1 }, { sort: 'a;b' }])(
    'API-012 refuses the query %o',
    async (query) => {
      const error = await failure(lists(channels.list, { query }));
      expect(error).toMatchObject({ status: 400, code: 'REQUEST_INVALID' });
    },
  );
});
