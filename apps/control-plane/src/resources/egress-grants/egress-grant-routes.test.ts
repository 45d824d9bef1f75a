import { contract } from '@interlude/contract/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  failure,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';

const { egressGrants } = contract;
const offered = ['10.0.0.0/8', 'media.intern:8080'];
let plane: TestPlane;
let operator: TestUser;
let studio: string;

beforeAll(async () => {
  plane = await startTestPlane({ env: { EGRESS_ALLOW: offered.join() } });
  operator = await plane.user(await plane.tenant('Operator'), 'SuperAdmin');
  studio = await plane.tenant('Studio');
});
afterAll(() => plane.stop());

const grant = (tenant: string, entries: string[]) =>
  plane.client(operator)(egressGrants.update, { body: { tenant, entries } });
const read = () => plane.client(operator)(egressGrants.read, {});

it('SEC-S60 a SuperAdmin grants a company what EGRESS_ALLOW lists, and takes it back', async () => {
  expect(await read()).toEqual({ offered, grants: [] });
  const given = { tenantId: studio, name: 'Studio', entries: ['10.1.2.3:80', 'media.intern:8080'] };
  expect(await grant('studio', [...given.entries, '10.1.2.3:80'])).toEqual(given);
  expect((await read()).grants).toEqual([given]);
  expect((await grant(studio, ['*'])).entries).toEqual(['*']);
  await grant(studio, []);
  expect((await read()).grants).toEqual([]);
});

it('SEC-S60 what EGRESS_ALLOW does not list, or is no address, is refused with the entry', async () => {
  const refused = await failure(grant(studio, ['10.1.2.3', '192.168.0.1', 'http://media.intern']));
  expect(refused).toMatchObject({ code: 'INVALID_FIELDS', status: 422 });
  expect(refused.message).toContain('entries.1: EGRESS_ALLOW does not list 192.168.0.1');
  expect(refused.message).toContain('entries.2: This is no host');
  expect((await read()).grants).toEqual([]);
  expect((await failure(grant('nobody', []))).code).toBe('TENANT_NOT_FOUND');
});

it('SEC-S60 an Admin grants nothing', async () => {
  const admin = plane.client(await plane.user(studio, 'Admin'));
  const call = admin(egressGrants.update, { body: { tenant: studio, entries: ['*'] } });
  expect(await failure(call)).toMatchObject({ status: 403 });
});
