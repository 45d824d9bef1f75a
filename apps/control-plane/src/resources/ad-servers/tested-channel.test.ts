import { channelSettings } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { expect, it } from 'vitest';
import { testedChannel } from './tested-channel.ts';

const request = contract.adServers.test.body.parse({ channelId: 'c1' });

async function secretsWith(httpProxyUrl: string): Promise<readonly string[]> {
  const settings = channelSettings.parse({
    ...{ name: 'News', sourceManifestUrl: 'http://origin.test/m.m3u8' },
    stitcher: { httpProxyUrl },
  });
  const stored = {
    ...settings,
    id: 'c1',
    tenantId: 't1',
    state: 'enabled' as const,
    resetCount: 0,
  };
  const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
  const find = async () => ({ ...stored, ...times });
  return (await testedChannel({ find }, 't1', request)).secrets;
}

it('OP-30 the password of a proxy is hidden as it is written and as it is sent', async () => {
  expect(await secretsWith('http://me:pass%2Fword@proxy.test:3128')).toEqual([
    ...['pass%2Fword', 'pass/word'],
  ]);
});

it('API-050 a password that is no text keeps nobody from testing', async () => {
  expect(await secretsWith('http://me:50%ff%@proxy.test:3128')).toEqual(['50%ff%']);
});
