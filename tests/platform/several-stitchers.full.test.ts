/**
 * Containerfile, compose.yaml, deploy/haproxy.cfg and deploy/nginx.conf on a machine without a container engine: the
 * steps of the image in a plain folder, the commands of the services as processes, and viewers behind the balancers.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '@interlude/contract/api';
import { emptyDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Answer, Caller } from '../../apps/stitcher/src/testing/soak-viewer.suite.ts';
import { freePorts } from '../../tools/free-ports.ts';
import { type SignedIn, signIn } from '../../tools/sign-in.ts';
import { exitCode, labMediaFolder, spawnedPassword } from '../../tools/spawn-platform.ts';
import { type JudgedViewer, judgedViewer } from '../simulated/judged-viewer.ts';
import { buildPlainImage, isInImage, type PlainImage } from './containers/container-file.ts';
import {
  type PlainBalancer,
  startPlainBalancer,
  startPlainNginx,
} from './containers/plain-balancer.ts';
import { PlainContainers } from './containers/plain-containers.ts';

const SESSIONS_OF_A_CHANNEL = 10;
/** More, behind nginx. */
const HASHED_OF_A_CHANNEL = 4;
/** Further sessions, each of whose requests goes to another stitcher than the one before. */
const TURNING_OF_A_CHANNEL = 4;
const LAB_READY_MS = 300_000;
/** Breaks of 11.52 s, one every 23.04 s: a session sees some whole, of which the lab's ads fill one at least. */
const WATCH_MS = 100_000;
const LOOK_EVERY_MS = 2_000;
const SCHEDULE = 'every=23.04&break=11.52';

const labStatus = z.object({ isChannelReady: z.boolean(), areAdsReady: z.boolean() });
const undos: (() => Promise<unknown>)[] = [];
const caller = new Caller();
/** Behind nginx. */
const hashedCaller = new Caller();

/** A balancer without stickiness: each request goes to the next stitcher that accepts a connection. */
class TurningCaller extends Caller {
  ports: readonly number[] = [];
  #turn = 0;

  override async get(path: string): Promise<Answer> {
    this.#turn += 1;
    const first = this.#turn;
    for (let tries = 1; ; tries += 1) {
      this.port = this.ports[(first + tries) % this.ports.length] ?? 0;
      try {
        return await super.get(path);
      } catch (error) {
        if (tries >= this.ports.length) throw error;
      }
    }
  }
}
const turningCaller = new TurningCaller();
let image: PlainImage;
let containers: PlainContainers;
let balancer: PlainBalancer;
let operator: SignedIn;
let lab: string;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'interlude-containers-'));
  undos.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  image = await buildPlainImage(join(folder, 'stages'));
  const database = await emptyDatabase();
  undos.push(() => database.drop());
  const ports = await freePorts(8);
  const [control = 0, first = 0, second = 0, worker = 0, labPort = 0, public_ = 0, peer = 0] =
    ports;
  hashedCaller.port = ports[7] ?? 0;
  const consoleUrl = `http://127.0.0.1:${control}`;
  lab = `http://127.0.0.1:${labPort}`;
  containers = await PlainContainers.read({
    image,
    folder,
    variables: {
      POSTGRES_PASSWORD: 'of-no-use-here',
      INTERLUDE_SECRET_KEY: Buffer.alloc(32, 9).toString('base64'),
      INTERLUDE_ADMIN_PASSWORD: spawnedPassword,
      PUBLIC_URL: consoleUrl,
      // The address that judged viewers expect; they connect to the balancer's port.
      STITCHER_PUBLIC_URL: 'http://viewers.test',
      EGRESS_ALLOW: `127.0.0.1:${labPort}`,
    },
    overrides: { DATABASE_URL: database.url },
  });
  undos.push(() => containers.stop());
  await containers.start('control-plane', control);
  await containers.start('lab', labPort, { LAB_MEDIA_FOLDER: labMediaFolder });
  await containers.start('worker', worker);
  await containers.start('stitcher-1', first);
  await containers.start('stitcher-2', second);
  turningCaller.ports = [first, second];
  balancer = await startPlainBalancer(folder, {
    'bind :3100': `bind 127.0.0.1:${public_}`,
    '127.0.0.1:10000': `127.0.0.1:${peer}`,
    'stitcher-1:3100': `127.0.0.1:${first}`,
    'stitcher-2:3100': `127.0.0.1:${second}`,
  });
  undos.push(() => balancer.stop());
  const nginx = await startPlainNginx(folder, {
    'listen 3100': `listen 127.0.0.1:${hashedCaller.port}`,
    'stitcher-1:3100': `127.0.0.1:${first}`,
    'stitcher-2:3100': `127.0.0.1:${second}`,
  });
  undos.push(() => nginx.stop());
  caller.port = public_;
  operator = await signIn({
    consoleUrl,
    adminEmail: 'admin@interlude.local',
    adminPassword: spawnedPassword,
  });
}, 600_000);
afterAll(async () => {
  caller.close();
  hashedCaller.close();
  turningCaller.close();
  for (const undo of undos.reverse()) await undo();
}, 120_000);

async function createChannel(protocol: 'hls' | 'dash'): Promise<string> {
  const path = protocol === 'hls' ? '/live/cmaf/cue/master.m3u8' : '/dash/timeline/manifest.mpd';
  const slate = protocol === 'hls' ? '/slate/cmaf/master.m3u8' : '/slate/dash/manifest.mpd';
  const { id } = await operator.client(contract.channels.create, {
    body: {
      name: `Balanced ${protocol}`,
      type: `${protocol}-live`,
      state: 'enabled',
      sourceManifestUrl: `${lab}${path}?${SCHEDULE}`,
      adSource: { system: 'gva', url: `${lab}/ads/vast`, params: {} },
      adSlateManifestUrl: lab + slate,
    },
  });
  return id;
}

const stitchers = ['stitcher-1', 'stitcher-2'] as const;

/** Until every stitcher has read the channel. */
async function channelIsKnown(protocol: 'hls' | 'dash', id: string): Promise<void> {
  for (const name of stitchers) {
    const url = `http://127.0.0.1:${containers.find(name).port}/${protocol}/view/${id}`;
    await expect.poll(async () => (await fetch(url)).status, { timeout: 30_000 }).toBe(200);
  }
}

/** Names of the stitchers that answered each session, by the session, from a request on. */
function answeredBy(from = 0): Map<string, string[]> {
  const inSession = balancer.requests.slice(from).filter(({ session }) => session !== '');
  const groups = Map.groupBy(inSession, ({ session }) => session);
  return new Map([...groups].map(([id, of]) => [id, [...new Set(of.map((each) => each.server))]]));
}

const refused = (from = 0) => balancer.requests.slice(from).filter(({ status }) => status >= 400);

it('an image holds what production needs and nothing else, and does not run as root', async () => {
  const [needed, notNeeded] = [
    ['apps/console/dist/index.html', 'packages/persistence/migrations', 'node_modules/fastify'],
    [
      'apps/console/src',
      'packages/testkit/src',
      'apps/stitcher/src/testing',
      'node_modules/vitest',
    ],
  ];
  const are = (paths: readonly string[]) =>
    Promise.all(paths.map((path) => isInImage(image, path)));
  expect(await are(needed)).toEqual([true, true, true]);
  expect(await are(notNeeded)).toEqual([false, false, false, false]);
  expect(await are(['node_modules/vite', 'apps/stitcher/src/sessions.test.ts'])).toEqual([
    false,
    false,
  ]);
  expect(image.user).toBe('node');
});

it('compose.yaml starts every role', () => {
  expect(containers.roles).toEqual(['control-plane', 'worker', ...stitchers, 'monitor', 'lab']);
});

const viewers: JudgedViewer[] = [];
/** Sessions behind nginx, which selects the stitcher by the hash of the session id alone. */
const hashed: JudgedViewer[] = [];
/** Served by both stitchers in turns. */
const turning: JudgedViewer[] = [];
const watchAll = () =>
  Promise.all([...viewers, ...hashed, ...turning].map((viewer) => viewer.watch()));
/** The sessions of the viewers, as the balancer logs them. */
let watched: ReadonlySet<string> = new Set();

it(
  'H1 H3 H35 D1 D11 plays 36 sessions over breaks without a finding: at one stitcher each, and eight at both in turns',
  async () => {
    const isLabReady = async () => {
      const status = labStatus.parse(await (await fetch(`${lab}/status`)).json());
      return status.isChannelReady && status.areAdsReady;
    };
    await expect.poll(isLabReady, { timeout: LAB_READY_MS, interval: 1_000 }).toBe(true);
    for (const protocol of ['hls', 'dash'] as const) {
      const id = await createChannel(protocol);
      await channelIsKnown(protocol, id);
      const open = (by: Caller) => judgedViewer(protocol, by, id, Date.now, protocol === 'dash');
      viewers.push(...Array.from({ length: SESSIONS_OF_A_CHANNEL }, () => open(caller)));
      hashed.push(...Array.from({ length: HASHED_OF_A_CHANNEL }, () => open(hashedCaller)));
      turning.push(...Array.from({ length: TURNING_OF_A_CHANNEL }, () => open(turningCaller)));
    }
    const opened = balancer.requests.length;
    const all = [...viewers, ...hashed, ...turning];
    for (const viewer of all) await viewer.join();
    for (const endMs = Date.now() + WATCH_MS; Date.now() < endMs; await sleep(LOOK_EVERY_MS)) {
      await watchAll();
    }
    expect(all.flatMap(({ findings }) => [...findings])).toEqual([]);
    expect(all.filter(({ ads }) => ads.size === 0)).toEqual([]);
    expect(all.filter(({ jumps }) => jumps > 0)).toEqual([]);
    expect(refused(opened)).toEqual([]);
    const sessions = answeredBy(opened);
    expect(sessions.size).toBe(2 * SESSIONS_OF_A_CHANNEL);
    watched = new Set(sessions.keys());
    expect([...sessions.values()].filter((servers) => servers.length > 1)).toEqual([]);
    expect(new Set([...sessions.values()].flat())).toEqual(new Set(stitchers));
  },
  LAB_READY_MS + WATCH_MS + 120_000,
);

it('a session of the view address stays where it was opened', async () => {
  const { rows } = await operator.client(contract.channels.list, { query: {} }).then((all) => ({
    rows: all.filter(({ type }) => type === 'hls-live'),
  }));
  const from = balancer.requests.length;
  for (let index = 0; index < 4; index += 1) {
    const { text } = await caller.get(`/hls/view/${rows[0]?.id}`);
    const { mediaURL } = z.object({ mediaURL: z.string() }).parse(JSON.parse(text));
    const { pathname, search } = new URL(mediaURL);
    for (let again = 0; again < 3; again += 1) await caller.get(pathname + search);
  }
  const sessions = [...answeredBy(from).values()];
  expect(sessions.map((servers) => servers.length)).toEqual([1, 1, 1, 1]);
  expect(new Set(sessions.flat())).toEqual(new Set(stitchers));
});

const vodAssets = [
  {
    protocol: 'hls',
    manifest: 'master.m3u8?marks=cue',
    ofAds: /^ad\//gm,
    paths: (folder: string) => ['v0', 'v1', 'a0'].map((name) => `${folder}/${name}.m3u8`),
  },
  {
    protocol: 'dash',
    manifest: 'manifest.mpd?events=xmlbin',
    ofAds: /<Period /g,
    paths: (folder: string) => [`${folder}.mpd`],
  },
] as const;

it.each(vodAssets)(
  'H35 H36 D20 a $protocol asset is the same at stitchers that serve it in turns, also when both decide it',
  async ({ protocol, manifest, ofAds, paths }) => {
    const ports = stitchers.map((name) => containers.find(name).port);
    const { id } = await operator.client(contract.channels.create, {
      body: {
        name: `Asset in turns, ${protocol}`,
        type: `${protocol}-vod`,
        state: 'enabled',
        sourceManifestUrl: `${lab}/vod/${protocol}/${manifest}&length=34.56&every=23.04&break=11.52`,
        adSource: { system: 'gva', url: `${lab}/ads/vast`, params: {} },
        stitcher: { useScte35: true, replaceInsteadOfInsert: true },
      },
    });
    await channelIsKnown(protocol, id);
    for (let round = 0; round < 5; round += 1) {
      const opened = await fetch(`http://127.0.0.1:${ports[round % 2]}/${protocol}/view/${id}`);
      const { mediaURL } = z.object({ mediaURL: z.string() }).parse(await opened.json());
      const { pathname, searchParams } = new URL(mediaURL);
      const session = searchParams.get('sid') ?? pathname.replace(/^.*\/|\.mpd$/g, '');
      for (const path of paths(`/${protocol}/${id}/${session}`)) {
        // At both at one time, so that in the first path both decide.
        const bodies = await Promise.all(
          ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()),
        );
        expect(bodies[0]?.match(ofAds)?.length).toBeGreaterThan(2);
        expect(bodies[1]).toBe(bodies[0]);
      }
    }
  },
  120_000,
);

it('H1 H3 H35 D1 when a stitcher dies its sessions go on at the other one, and the others stay', async () => {
  // In the midst of a break: all of it is to be the same at the other one.
  const shown = () => viewers.reduce((sum, { ads }) => sum + ads.size, 0);
  for (const known = shown(); shown() < known + viewers.length; await sleep(LOOK_EVERY_MS)) {
    await watchAll();
  }
  const before = answeredBy();
  const from = balancer.requests.length;
  const dying = containers.find('stitcher-1').process;
  dying.kill('SIGKILL');
  await exitCode(dying);
  for (let look = 0; look < 10; look += 1) {
    await watchAll();
    await sleep(LOOK_EVERY_MS);
  }
  expect(refused(from)).toEqual([]);
  // D11 is allowed: the time at which the last MPD was published died with its stitcher.
  const all = [...viewers, ...hashed, ...turning];
  const findings = all.flatMap((viewer) => [...viewer.findings]);
  expect(findings.filter((one) => !one.startsWith('D11'))).toEqual([]);
  expect(all.filter(({ jumps }) => jumps > 0)).toEqual([]);
  const after = new Map([...answeredBy(from)].filter(([session]) => watched.has(session)));
  expect(after.size).toBe(2 * SESSIONS_OF_A_CHANNEL);
  expect(new Set([...after.values()].flat())).toEqual(new Set(['stitcher-2']));
  expect(
    [...after.keys()].filter((id) => before.get(id)?.[0] === 'stitcher-1').length,
  ).toBeGreaterThan(0);
}, 180_000);
