/** A live HLS source with an origin of its own, in this process. */
import { type Egress, SourceBudgets, type SourceMemory } from '@interlude/runtime';
import { HlsSource } from '../origin/hls/hls-source.ts';
import type { StoredSource } from '../origin/stored-source.ts';
import { channelEntry } from './start-stitcher.suite.ts';

const host = 'https://origin.test/';

const multivariant = (renditions: number) =>
  `#EXTM3U\n${Array.from({ length: renditions }, (_, index) => `#EXT-X-STREAM-INF:BANDWIDTH=${index + 1}\nv${index}.m3u8\n`).join('')}`;

export const media = (segments: number, from = 0) =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:${from}\n${'#EXTINF:1,\n0.ts\n'.repeat(segments)}`;

/**
 * A source of a trial company whose media playlists `answers` gives by name.
 * @param stored its snapshot
 * @param resets of its channel
 */
export function sourceOf(
  renditions: number,
  answers: (name: string) => string,
  memory?: SourceMemory,
  stored?: StoredSource,
  resets = 0,
) {
  const requested: string[] = [];
  const clock = { nowMs: 0, now: () => clock.nowMs };
  const egress: Pick<Egress, 'request'> = {
    async request({ url }) {
      const name = url.slice(host.length);
      requested.push(name);
      const text = name === 'master.m3u8' ? multivariant(renditions) : answers(name);
      return { status: 200, url, headers: {}, body: Buffer.from(text) };
    },
  };
  const input = { name: 'test', sourceManifestUrl: `${host}master.m3u8` };
  const channel = { ...channelEntry('c1', input), tier: 'trial' as const, resets };
  const budgets = new SourceBudgets(memory);
  const polls: string[] = [];
  const broken: unknown[] = [];
  const budget = budgets.open(channel);
  const source = new HlsSource({
    ...{ channel, egress, clock, budget },
    report: {
      polled: (outcome) => void polls.push(outcome),
      state: () => undefined,
      reconfigured: () => undefined,
      broken: (error) => void broken.push(error),
      warnings: () => undefined,
    },
    pace: () => 1,
    scheduledBreaks: () => [],
    findStored: async () => stored,
    onChange: () => undefined,
  });
  const polled = async (count: number) => {
    const until = polls.length + count;
    while (polls.length < until) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { source, requested, clock, budgets, budget, polled, broken };
}
