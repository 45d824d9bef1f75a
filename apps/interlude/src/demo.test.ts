import { channelSettings, listQuery } from '@interlude/contract';
import { createChannelStore, createTenantStore } from '@interlude/persistence';
import { createLogger } from '@interlude/runtime';
import { templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareDemo } from './demo.ts';

const logger = createLogger({ name: 'demo', level: 'silent' });

describe('the demo', () => {
  let template: Awaited<ReturnType<typeof templateDatabase>>;
  beforeAll(async () => {
    template = await templateDatabase();
  });
  afterAll(() => template.drop());

  const lab = 'http://127.0.0.1:3200';

  async function tenant(name: string) {
    const { database } = template;
    const { id } = await createTenantStore(database).create({ name, expiresAt: null });
    const store = createChannelStore(database);
    return {
      store,
      id,
      prepare: (address: string) => prepareDemo({ database, logger, tenantId: id, lab: address }),
      sources: async () => {
        const { rows } = await store.list(id, listQuery.parse({ limit: -1, sort: 'name' }));
        return rows.map(({ sourceManifestUrl }) => sourceManifestUrl);
      },
    };
  }

  it('makes enabled channels that play the lab, once', async () => {
    const demo = await tenant('Once');
    await demo.prepare(lab);
    await demo.prepare(lab);
    expect(await demo.sources()).toEqual([
      `${lab}/live/cmaf/cue/master.m3u8`,
      `${lab}/live/ts/daterange/master.m3u8`,
    ]);
    const enabled = await demo.store.listAllEnabled();
    expect(enabled.filter(({ tenantId }) => tenantId === demo.id)).toHaveLength(2);
  });

  it('does not come back after its channels were deleted', async () => {
    const demo = await tenant('Deleted');
    await demo.prepare(lab);
    const { rows } = await demo.store.list(demo.id, listQuery.parse({ limit: -1 }));
    for (const { id } of rows) await demo.store.remove(demo.id, id);
    await demo.prepare(lab);
    expect(await demo.sources()).toEqual([]);
  });

  it('follows the lab to another port, and touches nothing else', async () => {
    const demo = await tenant('Moved');
    await demo.prepare(lab);
    const own = channelSettings.parse({
      name: 'Own',
      sourceManifestUrl: 'http://127.0.0.1:8080/live/master.m3u8',
      adSource: { url: `${lab}/ads/vast` },
    });
    const { id } = await demo.store.create(demo.id, own);
    await demo.prepare('http://127.0.0.1:4200');
    expect(await demo.sources()).toEqual([
      'http://127.0.0.1:4200/live/cmaf/cue/master.m3u8',
      'http://127.0.0.1:4200/live/ts/daterange/master.m3u8',
      'http://127.0.0.1:8080/live/master.m3u8',
    ]);
    expect((await demo.store.find(demo.id, id))?.adSource.url).toBe(`${lab}/ads/vast`);
  });
});
