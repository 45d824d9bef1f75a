import { secretTextsOf } from '@interlude/contract';
import { type EvidencePack, encodedSpellings, redactText } from '@interlude/evidence';
import { createMask, monitorKey, monitorParameter } from '@interlude/runtime';
import { expect, test } from 'vitest';
import {
  channelEntry,
  startStitcher,
} from '../../apps/stitcher/src/testing/start-stitcher.suite.ts';
import { TestEnvironment } from '../../apps/stitcher/src/testing/test-environment.suite.ts';
import { TestPlayer } from '../../apps/stitcher/src/testing/test-player.suite.ts';
import { secretsIn } from '../../packages/evidence/src/redact/find-secrets.suite.ts';
import { zipOf } from '../../tools/replay/recorded-pack.suite.ts';
import { replayPack } from '../../tools/replay/replay-command.ts';
import { packOfSession, until } from './pack-of-session.ts';

const secrets = {
  header: 'Bearer header-secret-1',
  password: 'pass-word-2',
  sourceToken: 'query-secret-3',
  adKey: 'ad-server-key-4',
  mediaToken: 'media-secret-5',
  cookie: 'session=cookie-secret-6',
} as const;

test('MON-001 SEC-S93 what a stitcher has served a monitor is stitched again to the byte, and its pack has no secret', async () => {
  const environment = new TestEnvironment();
  await environment.start();
  environment.breaks = [{ at: 24, segments: 4 }];
  environment.ads = [
    {
      ...{ id: 'ad1', seconds: 3, creative: 'c-3-x' },
      mediaFile: `<MediaFile delivery="streaming" type="application/vnd.apple.mpegurl" width="640" height="360">${environment.base}/creative/c-3-x/master.m3u8?token=${secrets.mediaToken}</MediaFile>`,
    },
  ];
  const channel = channelEntry('c1', {
    name: 'News',
    sourceManifestUrl: `http://me:${secrets.password}@${environment.host}/live/master.m3u8?token=${secrets.sourceToken}`,
    sourceHeaders: { authorization: secrets.header, cookie: secrets.cookie },
    adSource: { system: 'gva', url: `${environment.base}/ads?apikey=${secrets.adKey}` },
  } as Parameters<typeof channelEntry>[1]);
  const stitcher = await startStitcher(environment, [channel]);
  const expires = Math.floor(Date.now() / 1000) + 60;
  const viewer = new TestPlayer(stitcher.port, 'c1');
  await viewer.open(`?${monitorParameter}=${monitorKey(Buffer.alloc(32, 7), 'c1', expires)}`);
  const mask = createMask(encodedSpellings(secretTextsOf(channel.settings)));
  const redact = (text: string) => redactText(mask(text));
  const manifests: EvidencePack['manifests'][number][] = [];
  const renditions = ['v0', 'v1', 'a0'];
  const read = async (text: string, lane: 'source' | 'output', playlist: number, uri: string) => {
    const loadedAtMs = environment.startMs + environment.edge * 1000;
    const key = `${lane.charAt(0)}${playlist}-${environment.edge}`;
    manifests.push({ key, lane, playlist, loadedAtMs, uri: redact(uri), text: redact(text) });
  };
  while (environment.edge < 44) {
    environment.edge += 1;
    const polled = environment.requested('/live/a0.m3u8');
    await until(() => environment.requested('/live/a0.m3u8') > polled + 1);
    for (const [index, name] of renditions.entries()) {
      await read(environment.media(name), 'source', index, `${environment.base}/live/${name}.m3u8`);
      const { text } = await viewer.reload(name);
      await read(text, 'output', index, `http://viewers.test${viewer.folder}/${name}.m3u8`);
    }
  }
  const isPublished = () => stitcher.records.some(({ stage }) => stage === 'published');
  await until(isPublished);
  await stitcher.stop();
  await environment.stop();
  const { settings } = channel;
  const { records } = stitcher;
  const { startMs } = environment;
  const pack = packOfSession({
    ...{ type: 'hls-live', settings, manifests, records, startMs, redact },
  });
  const zip = zipOf(pack);
  const { outputs, isSame } = await replayPack(zip);
  expect(outputs.filter(({ result }) => result !== 'equal')).toEqual([]);
  expect(outputs.length).toBe(3 * 24);
  expect(isSame).toBe(true);
  expect(manifests.filter(({ text }) => /^ad\//m.test(text)).length).toBeGreaterThan(10);
  const plain = zipOf({
    ...pack,
    breaks: [{ ...(pack.breaks[0] ?? expect.fail()), record: secrets }],
  });
  expect(secretsIn(plain, Object.values(secrets)).length).toBeGreaterThanOrEqual(6);
  expect(secretsIn(zip, [...Object.values(secrets), viewer.sessionId])).toEqual([]);
});
