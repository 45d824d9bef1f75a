import { secretTextsOf } from '@interlude/contract';
import { type EvidencePack, encodedSpellings, redactText } from '@interlude/evidence';
import { createMask, monitorKey, monitorParameter } from '@interlude/runtime';
import { expect, test } from 'vitest';
import {
  dashManifest,
  dashManifestPath,
} from '../../apps/stitcher/src/testing/dash-environment.suite.ts';
import { LiveDash } from '../../apps/stitcher/src/testing/live-dash.suite.ts';
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

test('MON-001 SEC-S93 MPDs that a stitcher has served a monitor are stitched again to the byte, and their pack has no secret', async () => {
  const live = new LiveDash();
  await live.start();
  const { environment } = live;
  environment.breaks = [{ at: 24, segments: 5 }];
  environment.windowSegments = 25;
  environment.ads = [2, 3].map((seconds, index) => ({
    ...{ id: `ad${index}`, seconds },
    mediaFile: `<MediaFile delivery="streaming" type="application/dash+xml" width="640" height="360">${environment.base}/dash-creative/${seconds}/ad${index}.mpd?token=${secrets.mediaToken}</MediaFile>`,
  }));
  const source = `${environment.host}${dashManifestPath}`;
  const viewer = await live.viewerOf({
    sourceManifestUrl: `http://me:${secrets.password}@${source}?token=${secrets.sourceToken}`,
    sourceHeaders: { authorization: secrets.header, cookie: secrets.cookie },
    adSource: { system: 'gva', url: `${environment.base}/ads?apikey=${secrets.adKey}` },
  } as Parameters<LiveDash['viewerOf']>[0]);
  const [channel] = live.stitcher?.channels ?? [];
  if (!channel || !live.stitcher) throw new Error('a stitcher with a channel runs');
  const { records } = live.stitcher;
  const mask = createMask(encodedSpellings(secretTextsOf(channel.settings)));
  const redact = (text: string) => redactText(mask(text));
  const expires = Math.floor(Date.now() / 1000) + 60;
  await viewer.open(`?${monitorParameter}=${monitorKey(Buffer.alloc(32, 7), 'c1', expires)}`);
  const manifests: EvidencePack['manifests'][number][] = [];
  let sessionId = '';
  const keep = (lane: 'source' | 'output', uri: string, text: string) => {
    const loadedAtMs = environment.startMs + environment.edge * 1000;
    const key = `${lane.charAt(0)}0-${environment.edge}`;
    manifests.push({ key, lane, playlist: 0, loadedAtMs, uri: redact(uri), text: redact(text) });
  };
  const isPublished = () => records.some(({ stage }) => stage === 'published');
  await live.playUpTo(viewer, 44, async ({ text }) => {
    keep('source', `http://${source}?token=${secrets.sourceToken}`, dashManifest(environment));
    const [, address = ''] = /<Location>([^<]+)<\/Location>/.exec(text) ?? [];
    sessionId = /([^/]+)\.mpd$/.exec(address)?.[1] ?? '';
    keep('output', address, text);
    // The plan is recorded in real time, 10 s of the source behind the break; much later it has forgotten the break.
    if (environment.edge === 42) await until(isPublished);
  });
  const { settings } = channel;
  await live.stop();
  const { startMs } = environment;
  const pack = packOfSession({
    ...{ type: 'dash-live', settings, manifests, records, startMs, redact },
  });
  const zip = zipOf(pack);
  const { outputs, isSame } = await replayPack(zip);
  expect(outputs.filter(({ result }) => result !== 'equal')).toEqual([]);
  expect(outputs.length).toBe(manifests.length / 2);
  expect(outputs.length).toBeGreaterThan(20);
  expect(isSame).toBe(true);
  expect(manifests.filter(({ text }) => text.includes('/ad/')).length).toBeGreaterThan(5);
  const [first] = pack.breaks;
  if (!first) throw new Error('the pack has a break');
  const plain = zipOf({ ...pack, breaks: [{ ...first, record: secrets }] });
  expect(secretsIn(plain, Object.values(secrets)).length).toBeGreaterThanOrEqual(6);
  expect(sessionId.length).toBeGreaterThan(20);
  expect(secretsIn(zip, [...Object.values(secrets), sessionId])).toEqual([]);
});
