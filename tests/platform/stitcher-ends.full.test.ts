/** Each role in a process of its own: the effect of one's end on the others, and that none outlives the launcher. */
import type { PlatformRole } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { expect, it } from 'vitest';
import { type SignedIn, signIn } from '../../tools/sign-in.ts';
import { exitCode, type SpawnedPlatform, spawnPlatform } from '../../tools/spawn-platform.ts';
import { launcherRuns } from './launcher-runs.suite.ts';
import { killHard, postmasterPid } from './postgres-processes.ts';
import { isAlive, pidOf, rolePids, variableOf } from './role-processes.ts';

const here = launcherRuns();

/** Without the lab, so that nothing is encoded. */
const start = () => spawnPlatform({ dataFolder: here.dataFolder, env: { INTERLUDE_DEMO: 'off' } });

async function stitcherState({ client }: SignedIn): Promise<PlatformRole | undefined> {
  const { roles } = await client(contract.platformRoles.list, {});
  return roles.find(({ role }) => role === 'stitcher');
}

const isReady = (platform: SpawnedPlatform) =>
  fetch(`${platform.stitcherUrl}/health/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );

it('SEC-S66 SEC-S67 the end of the stitcher leaves the console working, which says so; the end of the launcher ends all', async () => {
  const platform = await start();
  const operator = await signIn(platform);
  const before = await rolePids(platform.pid);
  expect([...before.keys()].sort()).toEqual(['control-plane', 'monitor', 'stitcher', 'worker']);
  expect(await stitcherState(operator)).toMatchObject({ state: 'running', restarts: 0 });

  killHard(await pidOf(platform.pid, 'stitcher'));
  await expect
    .poll(() => stitcherState(operator), { interval: 20, timeout: 5_000 })
    .toMatchObject({ state: 'down', reason: 'was ended by SIGKILL' });
  const down = await stitcherState(operator);
  expect(Date.parse(down?.since ?? '')).toBeLessThanOrEqual(Date.now());
  expect((await operator.client(contract.channels.list, {})).totalCount).toBe(0);

  await expect.poll(() => isReady(platform), { timeout: 20_000 }).toBe(true);
  await expect.poll(() => stitcherState(operator)).toMatchObject({ restarts: 1, reason: '' });
  const after = await rolePids(platform.pid);
  expect(after.get('stitcher')).not.toBe(before.get('stitcher'));
  for (const role of ['control-plane', 'monitor', 'worker'])
    expect(after.get(role)).toBe(before.get(role));
  // a role gets the secrets that it uses
  const password = 'INTERLUDE_ADMIN_PASSWORD';
  expect(await variableOf(after.get('control-plane') ?? 0, password)).not.toBeUndefined();
  expect(await variableOf(after.get('stitcher') ?? 0, password)).toBeUndefined();

  killHard(platform.pid);
  expect(await exitCode(platform.child)).toBeNull();
  const living = async () =>
    (await Promise.all([...after.values()].map(isAlive))).filter((alive) => alive);
  await expect.poll(living, { timeout: 12_000 }).toEqual([]);
  expect(await postmasterPid(here.dataFolder)).toBeUndefined();
});
