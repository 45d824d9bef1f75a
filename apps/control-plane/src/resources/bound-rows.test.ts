import { rowLimits } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failure, startTestPlane, type TestPlane } from '../testing/control-plane.suite.ts';

const { flows, medias, playlists, titles } = contract;
let plane: TestPlane;
beforeAll(async () => {
  plane = await startTestPlane();
});
afterAll(() => plane.stop());

it('SEC-S117 a company makes no more rows of a kind than its plan allows, and others go on', async () => {
  const [tenantId, otherId] = [await plane.tenant('Many'), await plane.tenant('Few')];
  const creations = async (tenant: string) => {
    const client = plane.client(await plane.user(tenant, 'SuperAdmin'));
    const media = { name: 'm', url: 'https://a.example/m.mp4' };
    return {
      workflows: () =>
        client(flows.create, { body: { name: 'w', taskTemplates: [{ type: 'download' }] } }),
      medias: () => client(medias.create, { body: media }),
      playlists: () => client(playlists.create, { body: { name: 'p' } }),
      assets: () => client(titles.create, { body: { name: 't', type: 'movie' } }),
    };
  };
  const [many, few] = [await creations(tenantId), await creations(otherId)];
  for (const create of Object.values(many)) await create();
  await sql`update row_counts set total = ${rowLimits.trial}
    where tenant_id = ${tenantId} and total > 0`.execute(plane.database.system);
  for (const [items, create] of Object.entries(many)) {
    expect(await failure(create())).toMatchObject({
      ...{ status: 409, code: 'ROWS_TOO_MANY' },
      message: `This company has the ${rowLimits.trial} ${items} of its plan. Delete some, or ask for a larger plan.`,
    });
  }
  for (const create of Object.values(few)) await create();
});
