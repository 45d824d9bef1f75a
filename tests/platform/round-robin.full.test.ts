/**
 * Three stitchers behind a balancer that knows no sessions: each request goes to another one. One of them is killed every
 * minute, one is rolled every two minutes, and the database is killed twice. No viewer is to see any of it.
 * `ROUND_ROBIN_SESSIONS` (500) and `ROUND_ROBIN_SECONDS` (480) set how many watch, and for how long.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '@interlude/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Answer, Caller } from '../../apps/stitcher/src/testing/soak-viewer.suite.ts';
import { processTree } from '../../tools/bench/process-figures.ts';
import { type SignedIn, signIn } from '../../tools/sign-in.ts';
import {
  endSpawned,
  exitCode,
  type SpawnedPlatform,
  spawnPlatform,
} from '../../tools/spawn-platform.ts';
import { type JudgedViewer, judgedViewer } from '../simulated/judged-viewer.ts';
import { freePorts } from './containers/free-port.ts';
import { killHard, killPostgres } from './postgres-processes.ts';

const sessions = Number(process.env['ROUND_ROBIN_SESSIONS'] ?? 500);
const watchMs = 1_000 * Number(process.env['ROUND_ROBIN_SECONDS'] ?? 480);
const filmsOfAProtocol = 10;
const stitcherCount = 3;
/** Before the first fault: what the others are compared with. */
const quietMs = 60_000;
const lookEveryMs = 6_000;
const killEveryMs = 60_000;
const rollEveryMs = 120_000;
const killDatabaseAtMs = [150_000, 330_000];
/** Breaks of 11.52 s, one every 23.04 s. */
const schedule = 'every=23.04&break=11.52';
const labReadyMs = 300_000;
/** A balancer gives a server up that has not answered by then. */
const answerWithinMs = 30_000;

const labStatus = z.object({ isChannelReady: z.boolean(), areAdsReady: z.boolean() });

/** Request by request to the next stitcher that can be connected, as a balancer does that knows no sessions. */
class TurningCaller extends Caller {
  readonly ports: readonly number[];
  /** Milliseconds that answers took, tries at stitchers that are gone included. */
  took: number[] = [];
  #turn = 0;

  constructor(ports: readonly number[]) {
    super();
    this.ports = ports;
  }

  override async get(path: string): Promise<Answer> {
    this.#turn += 1;
    const first = this.#turn;
    const startedMs = performance.now();
    for (let tries = 1; ; tries += 1) {
      this.port = this.ports[(first + tries) % this.ports.length] ?? 0;
      try {
        const answer = await super.get(path);
        // As the manual says: one that is in doubt sends the request on.
        if (answer.status === 503 && tries < this.ports.length) continue;
        this.took.push(performance.now() - startedMs);
        return answer;
      } catch (error) {
        if (performance.now() - startedMs > answerWithinMs) throw error;
        if (tries % this.ports.length === 0) await sleep(50);
      }
    }
  }
}

/** Reads all playlists of a film again and again: they never change. */
class FilmViewer {
  readonly findings = new Set<string>();
  readonly #caller: Caller;
  readonly #paths: readonly string[];
  readonly #first = new Map<string, string>();

  constructor(caller: Caller, paths: readonly string[]) {
    this.#caller = caller;
    this.#paths = paths;
  }

  async watch(): Promise<void> {
    for (const path of this.#paths) {
      const { status, text } = await this.#caller.get(path);
      const first = this.#first.get(path) ?? text;
      this.#first.set(path, first);
      if (status !== 200) this.findings.add(`${path} was answered with ${status}: ${text}`);
      else if (text !== first) this.findings.add(`H35 ${path} is another one`);
    }
  }
}

const films = [
  {
    protocol: 'hls',
    manifest: 'master.m3u8?marks=cue',
    paths: (folder: string) => ['v0', 'v1', 'a0'].map((name) => `${folder}/${name}.m3u8`),
  },
  {
    protocol: 'dash',
    manifest: 'manifest.mpd?events=xmlbin',
    paths: (folder: string) => [`${folder}.mpd`],
  },
] as const;

interface Stitcher {
  readonly folder: string;
  readonly port: number;
  platform: SpawnedPlatform;
}

const folders: string[] = [];
const stitchers: Stitcher[] = [];
let home: string;
let first: SpawnedPlatform;
let operator: SignedIn;
let caller: TurningCaller;
let env: Readonly<Record<string, string>>;

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'interlude-turns-'));
  folders.push(folder);
  return folder;
}

const startStitcher = (folder: string, port: number) =>
  spawnPlatform({
    dataFolder: folder,
    args: ['--roles', 'stitcher'],
    env: {
      ...env,
      INTERLUDE_DEMO: 'off',
      PROCESSES: 'one',
      DATABASE_URL: `postgres://interlude_owner@localhost/interlude?host=${encodeURIComponent(join(home, 'run'))}`,
      STITCHER_PORT: String(port),
    },
  });

beforeAll(async () => {
  home = await newFolder();
  const [labPort = 0, ...ports] = await freePorts(1 + stitcherCount);
  env = {
    INTERLUDE_SECRET_KEY: Buffer.alloc(32, 9).toString('base64'),
    // As judged viewers know it; they come to the ports themselves.
    STITCHER_PUBLIC_URL: 'http://viewers.test',
    EGRESS_ALLOW: `127.0.0.1:${labPort}`,
    LAB_PORT: String(labPort),
  };
  first = await spawnPlatform({
    dataFolder: home,
    // With the demo: without it there is no lab.
    env,
    args: ['--roles', 'control-plane,worker,lab'],
  });
  operator = await signIn(first);
  for (const port of ports) {
    const folder = await newFolder();
    stitchers.push({ folder, port, platform: await startStitcher(folder, port) });
  }
  caller = new TurningCaller(ports);
}, 300_000);

afterAll(async () => {
  caller?.close();
  await endSpawned();
  await killPostgres(home);
  for (const folder of folders) {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}, 120_000);

async function createChannel(body: {
  readonly type: 'hls-live' | 'dash-live' | 'hls-vod' | 'dash-vod';
  readonly path: string;
  readonly slate: string;
}): Promise<string> {
  const { type, path, slate } = body;
  const isFilm = type.endsWith('vod');
  const { id } = await operator.client(contract.channels.create, {
    body: {
      name: `In turns ${type}`,
      type,
      state: 'enabled',
      sourceManifestUrl: first.labUrl + path,
      adSource: { system: 'gva', url: `${first.labUrl}/ads/vast`, params: {} },
      ...(isFilm
        ? { stitcher: { useScte35: true, replaceInsteadOfInsert: true } }
        : { adSlateManifestUrl: first.labUrl + slate }),
    },
  });
  const view = `/${type.split('-')[0]}/view/${id}`;
  for (const { port } of stitchers) {
    const url = `http://127.0.0.1:${port}${view}`;
    await expect.poll(async () => (await fetch(url)).status, { timeout: 30_000 }).toBe(200);
  }
  return id;
}

async function openFilm(film: (typeof films)[number], id: string): Promise<FilmViewer> {
  const { text } = await caller.get(`/${film.protocol}/view/${id}`);
  const { mediaURL } = z.object({ mediaURL: z.string() }).parse(JSON.parse(text));
  const { pathname, searchParams } = new URL(mediaURL);
  const session = searchParams.get('sid') ?? pathname.replace(/^.*\/|\.mpd$/g, '');
  return new FilmViewer(caller, film.paths(`/${film.protocol}/${id}/${session}`));
}

async function kill({ platform }: Stitcher): Promise<void> {
  const gone = exitCode(platform.child);
  for (const pid of await processTree(platform.pid)) killHard(pid);
  await gone;
}

type Fault = 'stitcher killed' | 'stitcher rolled' | 'database killed';

/** When what happens, after the start. */
function plannedFaults(): { readonly atMs: number; readonly fault: Fault }[] {
  const every = (firstMs: number, stepMs: number, fault: Fault) =>
    Array.from({ length: Math.max(0, Math.ceil((watchMs - firstMs) / stepMs)) }, (_, index) => ({
      atMs: firstMs + index * stepMs,
      fault,
    }));
  return [
    ...every(quietMs, killEveryMs, 'stitcher killed'),
    ...every(quietMs + killEveryMs / 2, rollEveryMs, 'stitcher rolled'),
    ...killDatabaseAtMs.map((atMs) => ({ atMs, fault: 'database killed' as const })),
  ]
    .filter(({ atMs }) => atMs < watchMs)
    .sort((a, b) => a.atMs - b.atMs);
}

/** Stitchers in turn; each is started again as it ended. @returns what was done */
async function disturb(startMs: number): Promise<string[]> {
  const said: string[] = [];
  let turn = 0;
  for (const { atMs, fault } of plannedFaults()) {
    await sleep(Math.max(0, startMs + atMs - Date.now()));
    const began = Math.round((Date.now() - startMs) / 1_000);
    if (fault === 'database killed') {
      await killPostgres(home);
    } else {
      const stitcher = stitchers[turn % stitchers.length];
      if (!stitcher) throw new Error('there is no stitcher');
      turn += 1;
      await (fault === 'stitcher killed' ? kill(stitcher) : stitcher.platform.stop());
      stitcher.platform = await startStitcher(stitcher.folder, stitcher.port);
    }
    said.push(`${began} s: ${fault}, done at ${Math.round((Date.now() - startMs) / 1_000)} s`);
  }
  return said;
}

/** Whenever there are more that came again, until it is over. */
async function watchBeacons(startMs: number, isOver: () => boolean): Promise<string[]> {
  const said: string[] = [];
  for (let known = 0; !isOver(); await sleep(2_000)) {
    const { again } = await duplicateBeacons();
    if (again > known) {
      said.push(`${Math.round((Date.now() - startMs) / 1_000)} s: ${again - known} beacons again`);
    }
    known = again;
  }
  return said;
}

async function duplicateBeacons(): Promise<{ once: number; again: number }> {
  const text = await (await fetch(`${first.labUrl}/metrics`)).text();
  const count = (isAgain: boolean) =>
    Number(
      new RegExp(`interlude_lab_beacons_total\\{duplicate="${isAgain}"\\} (\\d+)`).exec(
        text,
      )?.[1] ?? 0,
    );
  return { once: count(false), again: count(true) };
}

const percentile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

it(
  `H1 H3 H35 D1 D11 R1 ${sessions} sessions in turns at three stitchers, through kills, rolls and restarts of the database`,
  async () => {
    const isLabReady = async () => {
      const status = labStatus.parse(await (await fetch(`${first.labUrl}/status`)).json());
      return status.isChannelReady && status.areAdsReady;
    };
    await expect.poll(isLabReady, { timeout: labReadyMs, interval: 1_000 }).toBe(true);
    const live = {
      hls: await createChannel({
        ...{ type: 'hls-live', path: `/live/cmaf/cue/master.m3u8?${schedule}` },
        slate: '/slate/cmaf/master.m3u8',
      }),
      dash: await createChannel({
        ...{ type: 'dash-live', path: `/dash/timeline/manifest.mpd?${schedule}` },
        slate: '/slate/dash/manifest.mpd',
      }),
    };
    const filmViewers: FilmViewer[] = [];
    for (const film of films) {
      const path = `/vod/${film.protocol}/${film.manifest}&length=34.56&every=23.04&break=11.52`;
      const id = await createChannel({ type: `${film.protocol}-vod`, path, slate: '' });
      for (let index = 0; index < filmsOfAProtocol; index += 1) {
        filmViewers.push(await openFilm(film, id));
      }
    }
    const viewers: JudgedViewer[] = [];
    const startMs = Date.now();
    const endMs = startMs + watchMs;
    const isOver = () => Date.now() >= endMs;
    /** What was found first of each viewer, and when. */
    const firsts: string[] = [];
    const watch = async (viewer: JudgedViewer | FilmViewer) => {
      while (!isOver()) {
        const lookMs = Date.now();
        const known = viewer.findings.size;
        await viewer.watch(lookMs);
        if (known === 0 && viewer.findings.size > 0) {
          const [first = ''] = viewer.findings;
          firsts.push(`${Math.round((Date.now() - startMs) / 1_000)} s: ${first}`);
        }
        await sleep(Math.max(0, lookMs + lookEveryMs - Date.now()));
      }
    };
    const watching = Array.from({ length: sessions }, async (_, index) => {
      await sleep((index * quietMs) / 2 / sessions);
      const protocol = index % 2 === 0 ? 'hls' : 'dash';
      const viewer = judgedViewer(protocol, caller, live[protocol], false);
      viewers.push(viewer);
      await viewer.join(Date.now());
      await watch(viewer);
    });
    const quiet = sleep(quietMs).then(() => caller.took.splice(0));
    const [said, quietTook, again] = await Promise.all([
      disturb(startMs),
      quiet,
      watchBeacons(startMs, isOver),
      ...watching,
      ...filmViewers.map(watch),
    ]);
    const beacons = await duplicateBeacons();
    const findings = [...viewers, ...filmViewers].flatMap((viewer) => [...viewer.findings]);
    const byRule = Map.groupBy(findings, (finding) => finding.split(' ')[0]);
    process.stdout.write(
      `${[...said, ...again].join('\n')}\n${viewers.reduce((sum, { outputs }) => sum + outputs, 0)} outputs; p99 quiet ` +
        `${percentile(quietTook, 0.99).toFixed()} ms, then ${percentile(caller.took, 0.99).toFixed()} ms ` +
        `(median ${percentile(quietTook, 0.5).toFixed(1)}, ${percentile(caller.took, 0.5).toFixed(1)}); ` +
        `beacons ${JSON.stringify(beacons)}; findings ${JSON.stringify([...byRule].map(([rule, of]) => [rule, of.length]))}\n` +
        `first of ${firsts.length} viewers:\n${firsts.slice(0, 40).join('\n')}\n`,
    );
    expect(findings).toEqual([]);
    expect(viewers.filter(({ jumps }) => jumps > 0)).toEqual([]);
    expect(viewers.filter(({ ads }) => ads.size === 0)).toEqual([]);
    expect(beacons.again).toBe(0);
    expect(beacons.once).toBeGreaterThan(sessions);
    expect(percentile(caller.took, 0.99)).toBeLessThanOrEqual(3 * percentile(quietTook, 0.99));
  },
  labReadyMs + watchMs + 240_000,
);
