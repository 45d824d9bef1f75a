import type { Channel } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure } from '../testing/control-plane.suite.ts';
import {
  clusterToken,
  keptSave,
  type Operators,
  type OtherInstallation,
  startAnswering,
  startOperators,
  startOther,
} from '../testing/installations.suite.ts';

const { channels, systems } = contract;
const sourceManifestUrl = 'https://origin.example/live/master.m3u8';
const texts = {
  CLUSTER_UNAUTHORIZED:
    'SSAI API endpoint is reachable but credentials were not accepted. Please check the SSAI-Cluster system config. (SuperAdmin group only)',
  CLUSTER_UNREACHABLE:
    'SSAI API endpoint is not accessible. Please check the SSAI-Cluster system config. (SuperAdmin group only)',
  CLUSTER_UNAVAILABLE:
    'No server is available to handle this request. The channel API service may be down. Please check the SSAI-Cluster system config. (SuperAdmin group only)',
};

let here: Operators;
let other: OtherInstallation;
beforeAll(async () => {
  here = await startOperators();
  other = await startOther();
});
afterAll(async () => {
  await here.plane.stop();
  await other.stop();
});

const create = (systemId: string, more: object = {}): Promise<Channel> =>
  keptSave(
    here.editor(channels.create, { body: { name: 'A', sourceManifestUrl, systemId, ...more } }),
  );
const atOther = (id: string) =>
  fetch(`${other.baseUrl}/cluster/v1/channels/${id}`, {
    headers: { authorization: `Bearer ${clusterToken}` },
  });

/**
 * The channel is saved although the cluster failed; the answer has the cluster's error, and another save is possible at
 * once.
 */
async function expectFault(systemId: string, errorCode: keyof typeof texts, code: number) {
  const made = await create(systemId);
  expect(made).toMatchObject({ code, errorCode, message: texts[errorCode] });
  const read = await here.editor(channels.read, { params: { id: made.id } });
  expect(read).toMatchObject({ name: 'A', systemId });
  expect(read.code).toBeUndefined();
  const body = { ...made, name: 'B' };
  const saving = here.editor(channels.update, { params: { id: made.id }, body });
  const saved = await keptSave(saving);
  expect(saved).toMatchObject({ name: 'B', code, errorCode });
  return made;
}

describe('what the SSAI API answers to a save', () => {
  it('CHE-044 credentials that are not accepted', async () => {
    const wrong = await here.cluster(other.baseUrl, 'some-other-token-of-mine');
    await expectFault(wrong.id, 'CLUSTER_UNAUTHORIZED', 502);
    const none = await here.cluster(other.baseUrl, '');
    await expectFault(none.id, 'CLUSTER_UNAUTHORIZED', 502);
    const unsendable = await here.cluster(other.baseUrl, 'a\r\nb: c');
    await expectFault(unsendable.id, 'CLUSTER_UNAUTHORIZED', 502);
    const gate = await startAnswering(403, 'Forbidden');
    await expectFault((await here.cluster(gate.baseUrl)).id, 'CLUSTER_UNAUTHORIZED', 502);
    gate.stop();
  });

  it('CHE-045 an address where nobody answers, that does not exist, or that is no SSAI API', async () => {
    const closed = await startAnswering(200, '');
    closed.stop();
    const page = await startAnswering(404, '<h1>Not Found</h1>');
    const moved = await startAnswering(301, '');
    for (const address of [
      closed.baseUrl,
      'http://no-such-name.invalid',
      page.baseUrl,
      moved.baseUrl,
    ]) {
      await expectFault((await here.cluster(address)).id, 'CLUSTER_UNREACHABLE', 502);
    }
    page.stop();
    moved.stop();
  });

  it('CHE-046 a balancer without a server behind it', async () => {
    const html = '<html><body><h1>503</h1>No server is available to handle this request.</html>';
    const balancer = await startAnswering(503, html);
    await expectFault((await here.cluster(balancer.baseUrl)).id, 'CLUSTER_UNAVAILABLE', 503);
    balancer.stop();
  });

  it('a refusal is reported with its reason, in one short line', async () => {
    const message = `Invalid fields: ${'x'.repeat(1_000)}\n`;
    const body = JSON.stringify({ code: 422, errorCode: 'INVALID_FIELDS', message });
    const picky = await startAnswering(422, body, 'application/json');
    const made = await create((await here.cluster(picky.baseUrl)).id);
    expect(made).toMatchObject({ code: 502, errorCode: 'CLUSTER_REFUSED' });
    expect(made.message).toContain('did not accept the channel: Invalid fields: xxx');
    expect(made.message?.length).toBeLessThan(400);
    picky.stop();
  });
});

describe('after a fault', () => {
  it('the channel reaches the cluster as soon as its system is set right', async () => {
    const system = await here.cluster(other.baseUrl, 'some-other-token-of-mine');
    const made = await expectFault(system.id, 'CLUSTER_UNAUTHORIZED', 502);
    expect((await atOther(made.id)).status).toBe(404);
    await here.superAdmin(systems.update, {
      params: { id: system.id },
      body: { ...system, settings: { baseUrl: other.baseUrl, apiToken: clusterToken } },
    });
    await expect.poll(async () => (await atOther(made.id)).status, { timeout: 8_000 }).toBe(200);
  });

  it('a cluster that was unavailable is updated automatically, including deletions meanwhile', async () => {
    const system = await here.cluster(other.baseUrl);
    const kept = await create(system.id);
    const deleted = await create(system.id);
    expect((await atOther(deleted.id)).status).toBe(200);
    const away = await startAnswering(200, '');
    away.stop();
    const move = (baseUrl: string) =>
      here.plane.database.system
        .updateTable('systems')
        .set({ settings: JSON.stringify({ baseUrl }) })
        .where('id', '=', system.id)
        .execute();
    await move(away.baseUrl);
    expect((await create(system.id)).errorCode).toBe('CLUSTER_UNREACHABLE');
    await here.editor(channels.remove, { params: { id: deleted.id } });
    const error = await failure(here.editor(channels.preview, { params: { id: kept.id } }));
    expect(error).toMatchObject({ status: 502, code: 'CLUSTER_UNREACHABLE' });
    await move(other.baseUrl);
    await expect
      .poll(async () => (await atOther(deleted.id)).status, { timeout: 15_000 })
      .toBe(404);
    expect((await atOther(kept.id)).status).toBe(200);
  }, 30_000);
});

it('a system that is no cluster, or of nobody here, is refused', async () => {
  const error = await failure(create('nothing'));
  expect(error).toMatchObject({ status: 422, code: 'INVALID_FIELDS' });
  expect(error.message).toBe('Invalid fields: systemId: There is no such SSAI cluster.');
  const [cdn] = await here.superAdmin(systems.list, { query: { type: 'cdn' } });
  expect((await failure(create(cdn?.id ?? ''))).code).toBe('INVALID_FIELDS');
});

it('a cluster without an address is this installation', async () => {
  const [shipped] = await here.superAdmin(systems.list, {
    query: { type: 'ssai-cluster', sort: 'createdAt' },
  });
  const made = await create(shipped?.id ?? '');
  expect(made.systemId).toBe(shipped?.id);
  expect(made.code).toBeUndefined();
  expect(made.outputUri).toContain('https://play.example/');
});

it('CHE-010 the states of a channel come from its model schema', async () => {
  const schema = await here.editor(channels.modelSchema, {});
  expect(schema['properties']).toMatchObject({
    state: { enum: ['enabled', 'disabled'], default: 'disabled' },
  });
});
