import { createEgress, createLogger, systemClock } from '@interlude/runtime';
import { expect, test } from 'vitest';
import { SimulatedWorld } from '../testing/simulated-world.ts';
import { channelEntry } from '../testing/start-stitcher.ts';
import { ChannelSource } from './channel-source.ts';
import type { PollOutcome } from './poll-pace.ts';

const hourMs = 3_600_000;

test('the pace follows the rendition with the shortest segments', async () => {
  const world = new SimulatedWorld();
  await world.start();
  world.override('/live/v0.m3u8', (_request, response) => {
    const text = world.media('v0').replace('TARGETDURATION:1', 'TARGETDURATION:6');
    response.end(text.replaceAll('EXTINF:1.000', 'EXTINF:6.000'));
  });
  const logger = createLogger({ name: 'test', level: 'silent', pretty: false });
  const polls: PollOutcome[] = [];
  const source = new ChannelSource({
    channel: channelEntry('c1', {
      name: 'test',
      sourceManifestUrl: `${world.base}/live/master.m3u8`,
    }),
    egress: createEgress({ allow: [world.host], logger }),
    clock: systemClock,
    report: { polled: () => {}, state: () => {}, broken: () => {}, warnings: () => {} },
    pace: (_settings, poll) => {
      polls.push(poll);
      return hourMs;
    },
    onChange: () => {},
  });
  await source.open();
  source.stop();
  await world.stop();
  expect(polls).toEqual([expect.objectContaining({ targetDuration: 6, lastSegment: 1 })]);
});
