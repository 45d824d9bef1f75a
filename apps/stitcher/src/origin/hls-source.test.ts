import { createEgress, createLogger, SourceBudgets, systemClock } from '@interlude/runtime';
import { expect, test } from 'vitest';
import { channelEntry } from '../testing/start-stitcher.suite.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';
import { HlsSource } from './hls/hls-source.ts';
import type { PollOutcome } from './poll-pace.ts';

const hourMs = 3_600_000;
const owner = { tenantId: 't1', tier: 'enterprise' } as const;

test('the pace follows the rendition with the shortest segments', async () => {
  const environment = new TestEnvironment();
  await environment.start();
  environment.override('/live/v0.m3u8', (_request, response) => {
    const text = environment.media('v0').replace('TARGETDURATION:1', 'TARGETDURATION:6');
    response.end(text.replaceAll('EXTINF:1.000', 'EXTINF:6.000'));
  });
  const logger = createLogger({ name: 'test', level: 'silent' });
  const polls: PollOutcome[] = [];
  const source = new HlsSource({
    channel: channelEntry('c1', {
      name: 'test',
      sourceManifestUrl: `${environment.base}/live/master.m3u8`,
    }),
    egress: createEgress({ allow: [environment.host], logger }),
    budget: new SourceBudgets().open(owner),
    clock: systemClock,
    report: {
      polled: () => {},
      state: () => {},
      reconfigured: () => {},
      broken: () => {},
      warnings: () => {},
    },
    pace: (_settings, poll) => {
      polls.push(poll);
      return hourMs;
    },
    scheduledBreaks: () => [],
    onChange: () => {},
  });
  await source.open();
  source.stop();
  await environment.stop();
  expect(polls).toEqual([expect.objectContaining({ targetDuration: 6, lastSegment: 1 })]);
});

test('dynamicConfiguration takes over what changes in the multivariant playlist', async () => {
  const environment = new TestEnvironment();
  await environment.start();
  const egress = createEgress({ allow: [environment.host] });
  let nowMs = Date.now();
  const reported: number[] = [];
  const open = async (dynamicConfiguration: boolean) => {
    const source = new HlsSource({
      channel: channelEntry('c1', {
        name: 'test',
        sourceManifestUrl: `${environment.base}/live/master.m3u8`,
        dynamicConfiguration,
      }),
      egress,
      budget: new SourceBudgets().open(owner),
      clock: { now: () => nowMs },
      report: {
        polled: () => {},
        state: () => {},
        reconfigured: (renditions) => void reported.push(renditions),
        broken: () => {},
        warnings: () => {},
      },
      pace: () => 5,
      scheduledBreaks: () => [],
      onChange: () => {},
    });
    await source.open();
    return source;
  };
  const polls = async (count: number) => {
    const until = environment.requested('/live/v0.m3u8') + count;
    while (environment.requested('/live/v0.m3u8') < until) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const idsOf = async (source: HlsSource) =>
    (await source.open()).renditions.map(
      ({ renditionId, bandwidth }) => `${renditionId} ${bandwidth}`,
    );
  const [frozen, dynamic] = [await open(false), await open(true)];
  const before = ['v0 2000000', 'v1 800000', 'a0 0'];
  expect(await idsOf(dynamic)).toEqual(before);
  // One variant less, a new one before the others, and another bandwidth.
  const changed = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aud",NAME="en",URI="a0.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=5000000,AUDIO="aud"
v2.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=2500000,AUDIO="aud"
v0.m3u8?token=2
`;
  environment.override('/live/master.m3u8', (_request, response) => response.end(changed));
  environment.override('/live/v2.m3u8', (_request, response) =>
    response.end(environment.media('v2')),
  );
  nowMs += 60_000;
  await polls(6);
  expect(await idsOf(dynamic)).toEqual(['v2 5000000', 'v0 2500000', 'a0 0']);
  expect(reported).toEqual([3]);
  await polls(4);
  expect(dynamic.windows.map(({ renditionId }) => renditionId)).toContain('v2');
  expect(await idsOf(frozen)).toEqual(before);
  frozen.stop();
  dynamic.stop();
  await egress.close();
  await environment.stop();
});
