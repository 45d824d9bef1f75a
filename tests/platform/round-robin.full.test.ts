/**
 * Three stitchers behind HAProxy without stickiness: each request goes to the next one. One of them is killed every
 * minute, one is restarted in order every two minutes, and the database is killed twice. No viewer may notice any of
 * it. `ROUND_ROBIN_SESSIONS` (500) and `ROUND_ROBIN_SECONDS` (480) set the number of viewers and the time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Answer, Caller } from '../../apps/stitcher/src/testing/soak-viewer.suite.ts';
import { type JudgedViewer, judgedViewer } from '../simulated/judged-viewer.ts';
import { type Fault, type PlannedFault, TurningStitchers } from './turning-stitchers.ts';

const sessions = Number(process.env['ROUND_ROBIN_SESSIONS'] ?? 500);
const watchMs = 1_000 * Number(process.env['ROUND_ROBIN_SECONDS'] ?? 480);
const filmsOfAProtocol = 10;
/** Time before the first fault, with which the later times are compared. */
const quietMs = 60_000;
const lookEveryMs = 6_000;
const killEveryMs = 60_000;
const rollEveryMs = 120_000;
const killDatabaseAtMs = [150_000, 330_000];
/** Breaks of 11.52 s, one every 23.04 s. */
const schedule = 'every=23.04&break=11.52';

/** Records the time of its answers, ms. */
class TimedCaller extends Caller {
  took: number[] = [];

  override async get(path: string): Promise<Answer> {
    const startedMs = performance.now();
    const answer = await super.get(path);
    this.took.push(performance.now() - startedMs);
    return answer;
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

let three: TurningStitchers;
const caller = new TimedCaller();

beforeAll(async () => {
  // The address that judged viewers expect; they connect to the balancer themselves.
  three = await TurningStitchers.start({ publicUrl: 'http://viewers.test' });
  caller.port = three.port;
}, 600_000);

afterAll(async () => {
  caller.close();
  await three?.stop();
}, 120_000);

async function openFilm(film: (typeof films)[number], id: string): Promise<FilmViewer> {
  const { text } = await caller.get(`/${film.protocol}/view/${id}`);
  const { mediaURL } = z.object({ mediaURL: z.string() }).parse(JSON.parse(text));
  const { pathname, searchParams } = new URL(mediaURL);
  const session = searchParams.get('sid') ?? pathname.replace(/^.*\/|\.mpd$/g, '');
  return new FilmViewer(caller, film.paths(`/${film.protocol}/${id}/${session}`));
}

function plannedFaults(): PlannedFault[] {
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

/** Watches for duplicate beacons until `isOver`; resolves with a sentence for each increase. */
async function watchBeacons(startMs: number, isOver: () => boolean): Promise<string[]> {
  const said: string[] = [];
  for (let known = 0; !isOver(); await sleep(2_000)) {
    const { again } = await three.beacons();
    if (again > known) {
      said.push(`${Math.round((Date.now() - startMs) / 1_000)} s: ${again - known} beacons again`);
    }
    known = again;
  }
  return said;
}

const percentile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

it(
  `H1 H3 H35 D1 D11 REL-R1 ${sessions} sessions in turns at three stitchers, through kills, rolls and restarts of the database`,
  async () => {
    const live = {
      hls: await three.createChannel({
        ...{ type: 'hls-live', path: `/live/cmaf/cue/master.m3u8?${schedule}` },
        slate: '/slate/cmaf/master.m3u8',
      }),
      dash: await three.createChannel({
        ...{ type: 'dash-live', path: `/dash/timeline/manifest.mpd?${schedule}` },
        slate: '/slate/dash/manifest.mpd',
      }),
    };
    const filmViewers: FilmViewer[] = [];
    for (const film of films) {
      const path = `/vod/${film.protocol}/${film.manifest}&length=34.56&every=23.04&break=11.52`;
      const id = await three.createChannel({ type: `${film.protocol}-vod`, path, slate: '' });
      for (let index = 0; index < filmsOfAProtocol; index += 1) {
        filmViewers.push(await openFilm(film, id));
      }
    }
    const viewers: JudgedViewer[] = [];
    const startMs = Date.now();
    const endMs = startMs + watchMs;
    const isOver = () => Date.now() >= endMs;
    /** The first finding of each viewer, with its time. */
    const firsts: string[] = [];
    const watch = async (viewer: JudgedViewer | FilmViewer) => {
      while (!isOver()) {
        const lookMs = Date.now();
        const known = viewer.findings.size;
        await viewer.watch();
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
      const viewer = judgedViewer(protocol, caller, live[protocol], Date.now);
      viewers.push(viewer);
      await viewer.join();
      await watch(viewer);
    });
    const quiet = sleep(quietMs).then(() => caller.took.splice(0));
    const [said, quietTook, again] = await Promise.all([
      three.disturb(startMs, plannedFaults()),
      quiet,
      watchBeacons(startMs, isOver),
      ...watching,
      ...filmViewers.map(watch),
    ]);
    const beacons = await three.beacons();
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
  watchMs + 240_000,
);
