import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { type Platform, startPlatform } from '@interlude/interlude';
import { createLogger, roleNames } from '@interlude/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type SignedIn, signIn } from '../../tools/sign-in.ts';
import { spawnedPassword } from '../../tools/spawn-platform.ts';
import { openChannel, type Played, playBreak } from './plain-player.ts';

const PREPARE_MS = 300_000;
/** Two periods of the lab's breaks. */
const BREAK_MS = 150_000;

const labStatus = z.object({ isChannelReady: z.boolean(), areAdsReady: z.boolean() });
const recorded = z.object({
  beacons: z.array(
    z.object({
      event: z.string(),
      session: z.string(),
      breakId: z.string(),
      ad: z.string(),
      position: z.string(),
      isDuplicate: z.boolean(),
    }),
  ),
});
type Beacon = z.output<typeof recorded>['beacons'][number];

const expectedEvents = [
  'complete',
  'firstQuartile',
  'impression',
  'midpoint',
  'start',
  'thirdQuartile',
];

/** Repeats a read until its answer is good; resolves with the last answer in any case. */
async function eventually<T>(
  read: () => Promise<T>,
  isGood: (answer: T) => boolean,
  withinMs: number,
): Promise<T> {
  const until = performance.now() + withinMs;
  for (;;) {
    const answer = await read();
    if (isGood(answer) || performance.now() > until) return answer;
    await sleep(500);
  }
}

describe('every role in one process, played against the lab', () => {
  let dataFolder: string;
  let platform: Platform;
  let operator: SignedIn;
  let lab: string;
  let channels: Channel[];

  const getJson = async <S extends z.ZodType>(url: string, schema: S): Promise<z.output<S>> =>
    schema.parse(await (await fetch(url)).json());

  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'interlude-platform-'));
    platform = await startPlatform({
      env: {
        PORT: '0',
        STITCHER_PORT: '0',
        LAB_PORT: '0',
        INTERLUDE_DATA: dataFolder,
        INTERLUDE_ADMIN_PASSWORD: spawnedPassword,
        PROCESSES: 'one',
      },
      cwd: dataFolder,
      roles: roleNames,
      logger: createLogger({ name: 'platform', level: 'error' }),
    });
    operator = await signIn({
      consoleUrl: platform.config.publicUrl,
      adminEmail: platform.config.adminEmail,
      adminPassword: spawnedPassword,
    });
    channels = await operator.client(contract.channels.list, {});
    lab = `http://127.0.0.1:${platform.config.labPort}`;
  }, 180_000);
  afterAll(async () => {
    await platform.stop();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });

  it('every role says that it is ready, and counts', async () => {
    const { publicUrl, stitcherPublicUrl } = platform.config;
    for (const base of [publicUrl, stitcherPublicUrl, lab]) {
      expect((await fetch(`${base}/health/live`)).status).toBe(200);
      expect((await fetch(`${base}/health/ready`)).status).toBe(200);
      expect(await (await fetch(`${base}/metrics`)).text()).toContain('process_cpu_seconds_total');
    }
  });

  it(
    'prepares the lab, without anybody waiting for it',
    async () => {
      const isReady = (status: z.output<typeof labStatus>) =>
        status.isChannelReady && status.areAdsReady;
      const status = await eventually(
        () => getJson(`${lab}/status`, labStatus),
        isReady,
        PREPARE_MS,
      );
      expect(isReady(status)).toBe(true);
    },
    PREPARE_MS,
  );

  describe.each(['cmaf', 'ts'])('%s', (container) => {
    let mark = '';
    let played: Played[] = [];

    it(
      'H1 H2 H3 plays a whole break in every rendition without a breach',
      async () => {
        const channel = channels.find(({ profile }) => profile.muxingType === container);
        const opened = await openChannel(channel?.outputUri ?? '');
        mark = opened.mark;
        expect(opened.renditions.length).toBeGreaterThanOrEqual(3);
        played = await Promise.all(opened.renditions.map((url) => playBreak(url, BREAK_MS)));
        expect(played.flatMap(({ breaches }) => breaches)).toEqual([]);
      },
      BREAK_MS + 30_000,
    );

    it('H18 gives a segment the same discontinuity number in every rendition', () => {
      const [first, ...others] = played;
      const differing = others.flatMap((other) =>
        [...other.discontinuities].filter(([msn, number]) => {
          const wanted = first?.discontinuities.get(msn);
          return wanted !== undefined && wanted !== number;
        }),
      );
      expect(differing).toEqual([]);
    });

    it('fires impression, start, quartiles and complete of every ad once', async () => {
      const read = async (): Promise<Beacon[]> => {
        const { beacons } = await getJson(`${lab}/beacons.json?session=${mark}`, recorded);
        return beacons.filter(({ event }) => expectedEvents.includes(event));
      };
      const ads = (beacons: Beacon[]) =>
        Map.groupBy(beacons, ({ breakId, ad, position }) => `${breakId} ${position} ${ad}`);
      const isWhole = (beacons: Beacon[]) =>
        beacons.length > 0 &&
        [...ads(beacons).values()].every((ofAd) => ofAd.length >= expectedEvents.length);
      const beacons = await eventually(read, isWhole, 30_000);
      expect(beacons.length).toBeGreaterThan(0);
      for (const ofAd of ads(beacons).values()) {
        expect(ofAd.map(({ event }) => event).sort()).toEqual(expectedEvents);
      }
      expect(beacons.filter(({ isDuplicate }) => isDuplicate)).toEqual([]);
    }, 60_000);
  });

  it('counts what was played for the line above the channel list', async () => {
    const summary = await eventually(
      () => operator.client(contract.channels.summary, {}),
      ({ adsToday, completedToday, sessionsToday }) =>
        adsToday >= 2 && completedToday >= 2 && sessionsToday >= 2,
      120_000,
    );
    expect(summary.channels).toBe(2);
    expect(summary.sessionsToday).toBeGreaterThanOrEqual(2);
    expect(summary.adsToday).toBeGreaterThanOrEqual(2);
    expect(summary.completedToday).toBeGreaterThanOrEqual(2);
  }, 150_000);
});
