import { contract } from '@interlude/contract/api';
import { createIdempotencyStore } from '@interlude/persistence';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearer,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../testing/control-plane.suite.ts';

let plane: TestPlane;
let user: TestUser;
const body = {
  name: 'Once',
  sourceManifestUrl: 'https://origin.example/a.m3u8',
  apiKey: 'a-secret',
};

beforeAll(async () => {
  plane = await startTestPlane();
  user = await plane.user(await plane.tenant('Acme'), 'SuperAdmin');
});
afterAll(() => plane.stop());

async function post(key: string, sent: object = body, as = user, path = '/api/v2/channels') {
  const answer = await fetch(plane.url + path, {
    method: 'POST',
    headers: { ...bearer(as.token), 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(sent),
  });
  const text = await answer.text();
  const replayed = answer.headers.get('idempotency-replayed') === 'true';
  return { status: answer.status, replayed, json: JSON.parse(text) };
}
const count = async () => (await plane.client(user)(contract.channels.list, {})).totalCount;

describe('Idempotency-Key', () => {
  it('SEC-S116 the same request again gets the same answer and is not carried out again', async () => {
    const before = await count();
    const first = await post('one');
    const again = await post('"one"');
    expect([first.status, first.replayed]).toEqual([201, false]);
    expect(again).toEqual({ ...first, replayed: true });
    expect(await count()).toBe(before + 1);
  });

  it('SEC-S116 of twenty at the same moment one is carried out', async () => {
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('many')));
    const made = answers.filter(({ status, replayed }) => status === 201 && !replayed);
    expect(made).toHaveLength(1);
    for (const { status, json } of answers.filter((one) => one.status !== 201)) {
      expect([status, json.errorCode]).toEqual([409, 'IDEMPOTENCY_UNANSWERED']);
    }
    expect(await count()).toBe(before + 1);
  });

  it('SEC-S116 another body or address is refused; another person has keys of their own', async () => {
    await post('two');
    expect((await post('two', { ...body, name: 'Other' })).json.errorCode).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    const elsewhere = await post('two', { name: 'T', type: 'movie' }, user, '/api/v2/titles');
    expect([elsewhere.status, elsewhere.json.errorCode]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    const colleague = await plane.user(user.tenantId, 'Editor');
    expect(await post('two', body, colleague)).toMatchObject({ status: 201, replayed: false });
    const stranger = await plane.user(await plane.tenant('Beta'), 'Editor');
    expect(await post('two', body, stranger)).toMatchObject({ status: 201, replayed: false });
  });

  it('SEC-S116 a request that failed may be sent again', async () => {
    expect((await post('three', { ...body, systemId: 'no-cluster' })).status).toBe(422);
    expect(await post('three')).toMatchObject({ status: 201, replayed: false });
  });

  it('SEC-S116 a key that is too long or has control characters is refused', async () => {
    for (const key of ['k'.repeat(256), 'ä', '""']) {
      expect((await post(key)).json.errorCode).toBe('IDEMPOTENCY_KEY_INVALID');
    }
  });

  it('SEC-S116 answers are sealed, end after a day, and a company has a bounded number of keys', async () => {
    await post('four');
    const { system } = plane.database;
    const stored = await system.selectFrom('idempotent_requests').select('answer').execute();
    for (const { answer } of stored) expect(String(answer)).not.toContain('a-secret');
    await sql`insert into idempotent_requests (tenant_id, id, body_hash, created_at)
      select ${user.tenantId}, 'filler-' || n, '', now() - interval '25 hours'
      from generate_series(1, 10000) n`.execute(system);
    expect((await post('five')).status).toBe(429);
    expect((await post('four')).replayed).toBe(true);
    expect(await createIdempotencyStore(plane.database).purge(Date.now() - 86_400_000)).toBe(
      10_000,
    );
    expect((await post('five')).status).toBe(201);
  });
});
