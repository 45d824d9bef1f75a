/** The platform with its lab in real time: the splices of its live channels are decoded, within their budget. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChannelInput, MonitoringSplice } from '@interlude/contract';
import { contract, routeUrl } from '@interlude/contract/api';
import { afterAll, expect, test } from 'vitest';
import { signIn } from '../../tools/sign-in.ts';
import { spawnPlatform } from '../../tools/spawn-platform.ts';

const undos: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const undo of undos.reverse()) await undo();
}, 60_000);

const { monitoring } = contract;
const labWithinMs = 5 * 60_000;
/** Time for two breaks of 23.04 s every 46.08 s, and for the monitor to begin. */
const splicesWithinMs = 4 * 60_000;
const schedule = 'every=46.08&break=23.04';

const sources = {
  'HLS with CMAF': { path: 'live/cmaf/cue/master.m3u8', slate: 'cmaf/master.m3u8' },
  'HLS with MPEG-TS': { path: 'live/ts/cue/master.m3u8', slate: 'ts/master.m3u8' },
  DASH: { path: 'dash/timeline/manifest.mpd', slate: 'dash/manifest.mpd' },
} as const;

test('the splices of HLS and DASH of the lab have a picture of each side, and break no rule', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'interlude-splices-'));
  undos.push(() =>
    rm(dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  );
  const platform = await spawnPlatform({ dataFolder });
  undos.push(() => platform.stop());
  const { consoleUrl, labUrl } = platform;
  const { client, headers } = await signIn(platform);
  const labState = async () => {
    const status: unknown = await (await fetch(`${labUrl}/status`)).json();
    return { state: '', ...(status as object) }.state;
  };
  await expect.poll(labState, { timeout: labWithinMs, interval: 1_000 }).toBe('ready');
  for (const { id } of await client(contract.channels.list, { query: { limit: 100 } }))
    await client(contract.channels.setState, { params: { id }, body: { state: 'disabled' } });
  const ids = new Map<string, string>();
  for (const [name, { path, slate }] of Object.entries(sources)) {
    const body: ChannelInput = {
      ...{ name, state: 'enabled', type: name === 'DASH' ? 'dash-live' : 'hls-live' },
      sourceManifestUrl: `${labUrl}/${path}?${schedule}`,
      adSource: { system: 'gva', url: `${labUrl}/ads/vast`, params: {} },
      adSlateManifestUrl: `${labUrl}/slate/${slate}`,
    };
    ids.set(name, (await client(contract.channels.create, { body })).id);
  }
  const splicesOf = async (channel: string): Promise<readonly MonitoringSplice[]> =>
    (await client(monitoring.splices, { query: { channel } })).values;
  const isWhole = ({ before, after }: MonitoringSplice) =>
    before.hasThumbnail && after.hasThumbnail;
  for (const [name, channel] of ids) {
    const kinds = async () =>
      (await splicesOf(channel))
        .filter(isWhole)
        // A break ends with an ad or with the slate, as its ads fill it.
        .map(({ before, after }) =>
          after.kind === 'content' ? 'break content' : `${before.kind} ${after.kind}`,
        );
    await expect
      .poll(kinds, { timeout: splicesWithinMs, interval: 5_000, message: name })
      .toEqual(expect.arrayContaining(['content ad', 'break content']));
    const splices = await splicesOf(channel);
    expect(splices.flatMap(({ rules }) => rules)).toEqual([]);
    const left = splices.filter(({ skipped }) => !['BUDGET', 'BUSY', null].includes(skipped));
    expect(left).toEqual([]);
    const read = splices.filter(({ skipped }) => skipped === null);
    expect(read.every(({ cpuMs }) => cpuMs > 0 && cpuMs < 5_000)).toBe(true);
    const spliceId = splices.find(isWhole)?.id ?? '';
    for (const side of ['before', 'after'] as const) {
      const params = { channelId: channel, spliceId, side };
      const url = consoleUrl + routeUrl(monitoring.thumbnail.path, params, {});
      const answer = await fetch(url, { headers });
      expect(answer.headers.get('content-type')).toBe('image/jpeg');
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(bytes.subarray(0, 2).toString('hex')).toBe('ffd8');
    }
  }
}, 900_000);
