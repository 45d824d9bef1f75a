/**
 * A live playlist with a break, own session, from the stitcher against bare node:http sending the same bytes. Rounds
 * take turns, so that other load on the machine hits both; the decisive figure is the processor time of the server's
 * process per request.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '@interlude/contract/api';
import { signIn } from '../sign-in.ts';
import { type SpawnedPlatform, spawnPlatform } from '../spawn-platform.ts';
import { startBareServer } from './bare-peer.ts';
import { type BenchRow, median } from './bench-row.ts';
import { type Load, load } from './load.ts';

const ROUNDS = 8;
const ROUND_MS = 2_000;
const CONNECTIONS = 32;
const WINDOW_SEGMENTS = 30;
/** The lab makes its media at the first start, then a break must come by. */
const BREAK_WAIT_MS = 240_000;

/** Of design: requests per second of ours / bare, and p99 of ours / bare. */
const THROUGHPUT_TARGET = 0.8;
const P99_TARGET = 3;

async function text(url: string): Promise<{ text: string; url: string }> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return { text: await answer.text(), url: answer.url };
}

/** The first variant's playlist of a new session on the channel. */
async function openSession(stitcherUrl: string, channelId: string): Promise<string> {
  const master = await text(`${stitcherUrl}/hls/${channelId}/master.m3u8`);
  const uri = master.text.split('\n').find((line) => line !== '' && !line.startsWith('#'));
  if (uri === undefined) throw new Error('the multivariant playlist has no variant');
  return new URL(uri, master.url).href;
}

/** Polls as a player does until the session's playlist carries ad segments. */
async function playlistWithBreak(stitcherUrl: string, channelId: string): Promise<string> {
  const startedAt = performance.now();
  let media: string | undefined;
  while (performance.now() - startedAt < BREAK_WAIT_MS) {
    try {
      media ??= await openSession(stitcherUrl, channelId);
      if ((await text(media)).text.includes('\nad/')) return media;
    } catch {
      media = undefined; // the lab is still making its media
    }
    await sleep(2_000);
  }
  throw new Error(`no break within ${BREAK_WAIT_MS / 1_000} s`);
}

function rows(ours: readonly Load[], bare: readonly Load[], bytes: number): BenchRow[] {
  const figure = (rounds: readonly Load[], of: (round: Load) => number) => median(rounds.map(of));
  const compare = (
    what: string,
    of: (round: Load) => number,
    unit: string,
    target: { ratio: number; better: 'higher' | 'lower' },
  ): BenchRow => {
    const [mine, theirs] = [figure(ours, of), figure(bare, of)];
    const ratio = mine / theirs;
    const shown = (value: number) => (value >= 100 ? Math.round(value) : value.toFixed(1));
    return {
      what,
      ours: `${shown(mine)} ${unit}`,
      peer: `${shown(theirs)} ${unit} (node:http)`,
      ratio,
      better: target.better,
      isTargetMet: target.better === 'higher' ? ratio >= target.ratio : ratio <= target.ratio,
    };
  };
  const higher = { ratio: THROUGHPUT_TARGET, better: 'higher' } as const;
  return [
    compare(
      `requests/s of one core (processor time), ${bytes} bytes`,
      (round) => 1e6 / round.cpuUs,
      'requests/s',
      higher,
    ),
    compare('processor time of a request', (round) => round.cpuUs, 'us', {
      ratio: 1 / THROUGHPUT_TARGET,
      better: 'lower',
    }),
    compare('requests/s seen by the client', (round) => round.perSecond, 'requests/s', higher),
    compare('p99', (round) => round.p99Ms, 'ms', { ratio: P99_TARGET, better: 'lower' }),
  ];
}

async function measure(stitcher: SpawnedPlatform, media: string, folder: string) {
  const body = await text(media);
  const file = join(folder, 'playlist.m3u8');
  await writeFile(file, body.text);
  const bare = await startBareServer(file);
  const own: Load[] = [];
  const peer: Load[] = [];
  const common = { connections: CONNECTIONS, durationMs: ROUND_MS };
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const ours = await load({ ...common, url: media, pid: stitcher.pid });
      const theirs = await load({
        ...common,
        url: `http://127.0.0.1:${bare.port}/`,
        pid: bare.child.pid ?? 0,
      });
      if (round === 0) continue; // warms up
      own.push(ours);
      peer.push(theirs);
    }
  } finally {
    bare.child.kill('SIGTERM');
  }
  return rows(own, peer, Buffer.byteLength(body.text));
}

export async function benchServe(): Promise<BenchRow[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'interlude-bench-'));
  const platform = await spawnPlatform({
    dataFolder,
    args: ['--roles', 'control-plane,worker,lab'],
  });
  const labHost = new URL(platform.labUrl).host;
  const stitcher = await spawnPlatform({
    dataFolder,
    args: ['--roles', 'stitcher'],
    env: { EGRESS_ALLOW: labHost, LAB_PORT: new URL(platform.labUrl).port },
  });
  try {
    const { client } = await signIn(platform);
    const channels = await client(contract.channels.list, {});
    const demo = channels.find(({ profile }) => profile.muxingType === 'cmaf');
    if (demo === undefined) throw new Error('there is no demo channel');
    const sourceManifestUrl = `${demo.sourceManifestUrl}?win=${WINDOW_SEGMENTS}`;
    const channel = await client(contract.channels.create, {
      body: { ...demo, name: 'Bench', sourceManifestUrl, state: 'enabled' },
    });
    const media = await playlistWithBreak(stitcher.stitcherUrl, channel.id);
    return await measure(stitcher, media, dataFolder);
  } finally {
    await stitcher.stop();
    await platform.stop();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
