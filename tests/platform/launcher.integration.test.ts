/** The launcher as its user meets it: an orderly end, data that stay. */
import { contract } from '@interlude/contract/api';
import { describe, expect, it } from 'vitest';
import { signIn } from '../../tools/sign-in.ts';
import { spawnPlatform } from '../../tools/spawn-platform.ts';
import { launcherRuns } from './launcher-runs.suite.ts';
import { postmasterPid } from './postgres-processes.ts';

const here = launcherRuns();

describe('start and stop', () => {
  const args = ['--roles', 'control-plane'];

  it('stops in order on SIGTERM, the database last, and keeps its data; demo channels follow the lab to another port', async () => {
    const lines: string[] = [];
    const first = await spawnPlatform({
      dataFolder: here.dataFolder,
      args,
      onLine: (line) => lines.push(line),
    });
    const { client } = await signIn(first);
    const before = await client(contract.channels.list, {});
    expect(before.totalCount).toBe(2);
    expect(await first.stop()).toBe(0);
    expect(await postmasterPid(here.dataFolder)).toBeUndefined();

    const entries = lines.map((line): Record<string, unknown> => JSON.parse(line));
    expect(entries.every((entry) => typeof entry['msg'] === 'string')).toBe(true);
    const stopped = entries.filter((entry) => entry['msg'] === 'stopped');
    expect(stopped.map((entry) => entry['what'])).toEqual([
      'control-plane',
      'egress grants',
      'database',
      'outbound connections',
    ]);

    const second = await spawnPlatform({ dataFolder: here.dataFolder, args });
    const again = await signIn(second);
    const after = await again.client(contract.channels.list, {});
    await second.stop();
    expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
    expect(first.labUrl).not.toBe(second.labUrl);
    for (const channel of after) {
      expect(channel.sourceManifestUrl.startsWith(`${second.labUrl}/live/`)).toBe(true);
      expect(channel.adSource.url).toBe(`${second.labUrl}/ads/vast`);
      expect(channel.adSlateManifestUrl.startsWith(`${second.labUrl}/slate/`)).toBe(true);
      expect(channel.state).toBe('enabled');
    }
  });
});
