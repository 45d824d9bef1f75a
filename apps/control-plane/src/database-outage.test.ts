/** The database becomes unreachable and returns while the control plane runs. */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, startTestPlane, type TestPlane } from './testing/control-plane.suite.ts';

let plane: TestPlane;
/** Another database of the same server, from which the first is cut off. */
let beside: TestPlane;
beforeAll(async () => {
  plane = await startTestPlane();
  beside = await startTestPlane();
});
afterAll(async () => {
  await plane.stop();
  await beside.stop();
});

async function allowConnections(allow: boolean): Promise<void> {
  const name = new URL(plane.databaseUrl).pathname.slice(1);
  const { system } = beside.database;
  await sql`alter database ${sql.id(name)} allow_connections ${sql.raw(String(allow))}`.execute(
    system,
  );
  if (!allow) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(
      system,
    );
  }
}

describe('without a database', () => {
  it('answers 503 NOT_READY, keeps running, and recovers by itself', async () => {
    const user = await plane.user(await plane.tenant('Acme'), 'Editor');
    const list = () => fetch(`${plane.url}/api/v2/channels`, { headers: bearer(user.token) });
    expect((await list()).status).toBe(200);
    await allowConnections(false);
    const answer = await list();
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ errorCode: 'NOT_READY' });
    expect((await fetch(`${plane.url}/health/ready`)).status).toBe(503);
    expect((await fetch(`${plane.url}/health/live`)).status).toBe(200);
    await allowConnections(true);
    await expect.poll(async () => (await list()).status, { timeout: 10_000 }).toBe(200);
  });
});
