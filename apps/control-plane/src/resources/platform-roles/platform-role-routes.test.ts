import type { PlatformRole } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPlane, type TestPlane } from '../../testing/control-plane.suite.ts';

const running: PlatformRole = {
  role: 'worker',
  state: 'running',
  since: '2026-03-01T12:00:00.000Z',
  restarts: 0,
  nextStartAt: null,
  reason: '',
};
const down: PlatformRole = {
  role: 'stitcher',
  state: 'down',
  since: '2026-03-01T12:05:00.000Z',
  restarts: 2,
  nextStartAt: '2026-03-01T12:05:02.000Z',
  reason: 'was ended by SIGKILL',
};

let roles: readonly PlatformRole[] = [];
let plane: TestPlane;
let tenant: string;
beforeAll(async () => {
  plane = await startTestPlane({ platformRoles: () => roles });
  tenant = await plane.tenant('Acme');
});
afterAll(() => plane.stop());

async function seenBy(role: 'Editor' | 'SuperAdmin') {
  const user = await plane.user(tenant, role);
  return (await plane.client(user)(contract.platformRoles.list, {})).roles;
}

describe('GET /api/v2/platform-roles', () => {
  it('answers none where no launcher runs them', async () => {
    roles = [];
    expect(await seenBy('Editor')).toEqual([]);
  });

  it('SEC-S66 says which role is down, since when and when it starts again; why, to SuperAdmins alone', async () => {
    roles = [running, down];
    expect(await seenBy('SuperAdmin')).toEqual([running, down]);
    expect(await seenBy('Editor')).toEqual([running, { ...down, reason: '' }]);
  });
});
