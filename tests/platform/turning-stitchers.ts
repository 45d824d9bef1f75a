/**
 * Three stitchers behind HAProxy without stickiness, request by request in turns, with the faults that they have to bear: kills,
 * rolls, and a database that is killed. One platform beside them has the other roles and the database.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '@interlude/contract/api';
import { expect } from 'vitest';
import { z } from 'zod';
import { processTree } from '../../tools/bench/process-figures.ts';
import { freePorts } from '../../tools/free-ports.ts';
import { type SignedIn, signIn } from '../../tools/sign-in.ts';
import {
  endSpawned,
  exitCode,
  type SpawnedPlatform,
  spawnPlatform,
} from '../../tools/spawn-platform.ts';
import { type PlainBalancer, startTurningBalancer } from './containers/plain-balancer.ts';
import { killHard, killPostgres } from './postgres-processes.ts';

const stitcherCount = 3;
const labReadyMs = 300_000;

const labStatus = z.object({ isChannelReady: z.boolean(), areAdsReady: z.boolean() });

interface Stitcher {
  readonly folder: string;
  readonly port: number;
  platform: SpawnedPlatform;
}

export type Fault = 'stitcher killed' | 'stitcher rolled' | 'database killed';

/** A fault and its time, ms after the start. */
export interface PlannedFault {
  readonly atMs: number;
  readonly fault: Fault;
}

export interface TurningOptions {
  /** As viewers see the stitchers; left out: that of the balancer. */
  readonly publicUrl?: string;
  /** Of the stitchers, see `SpawnOptions`. */
  readonly priority?: number;
}

async function kill({ platform }: Stitcher): Promise<void> {
  const gone = exitCode(platform.child);
  for (const pid of await processTree(platform.pid)) killHard(pid);
  await gone;
}

export class TurningStitchers {
  readonly port: number;
  readonly #folders: string[] = [];
  readonly #stitchers: Stitcher[] = [];
  readonly #env: Readonly<Record<string, string>>;
  readonly #ports: readonly number[];
  readonly #peerPort: number;
  readonly #priority: number;
  #home = '';
  #first: SpawnedPlatform | undefined;
  #operator: SignedIn | undefined;
  #balancer: Pick<PlainBalancer, 'stop'> | undefined;

  private constructor(ports: readonly number[], options: TurningOptions) {
    const { publicUrl, priority = 0 } = options;
    this.#priority = priority;
    const [labPort = 0, port = 0, peerPort = 0, ...stitchers] = ports;
    this.port = port;
    this.#peerPort = peerPort;
    this.#ports = stitchers;
    this.#env = {
      INTERLUDE_SECRET_KEY: Buffer.alloc(32, 9).toString('base64'),
      STITCHER_PUBLIC_URL: publicUrl ?? `http://127.0.0.1:${port}`,
      EGRESS_ALLOW: `127.0.0.1:${labPort}`,
      LAB_PORT: String(labPort),
    };
  }

  static async start(options: TurningOptions = {}): Promise<TurningStitchers> {
    const three = new TurningStitchers(await freePorts(3 + stitcherCount), options);
    try {
      await three.#startAll();
    } catch (error) {
      await three.stop();
      throw error;
    }
    return three;
  }

  async #startAll(): Promise<void> {
    this.#home = await this.#newFolder();
    this.#first = await spawnPlatform({
      dataFolder: this.#home,
      // With the demo: without it there is no lab.
      env: this.#env,
      args: ['--roles', 'control-plane,worker,lab'],
    });
    this.#operator = await signIn(this.#first);
    for (const port of this.#ports) {
      const folder = await this.#newFolder();
      this.#stitchers.push({ folder, port, platform: await this.#startStitcher(folder, port) });
    }
    this.#balancer = await startTurningBalancer(
      this.#home,
      [this.port, this.#peerPort],
      this.#ports,
    );
    await this.#untilLabIsReady();
  }

  get labUrl(): string {
    return this.#first?.labUrl ?? '';
  }

  async #newFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'interlude-turns-'));
    this.#folders.push(folder);
    return folder;
  }

  #startStitcher(folder: string, port: number): Promise<SpawnedPlatform> {
    const socket = encodeURIComponent(join(this.#home, 'run'));
    return spawnPlatform({
      dataFolder: folder,
      args: ['--roles', 'stitcher'],
      priority: this.#priority,
      env: {
        ...this.#env,
        INTERLUDE_DEMO: 'off',
        PROCESSES: 'one',
        DATABASE_URL: `postgres://interlude_owner@localhost/interlude?host=${socket}`,
        STITCHER_PORT: String(port),
      },
    });
  }

  async #untilLabIsReady(): Promise<void> {
    for (const untilMs = Date.now() + labReadyMs; Date.now() < untilMs; await sleep(500)) {
      const status = labStatus.parse(await (await fetch(`${this.labUrl}/status`)).json());
      if (status.isChannelReady && status.areAdsReady) return;
    }
    throw new Error('the lab has no media');
  }

  /** Resolves when every stitcher has the channel. @returns its id */
  async createChannel(body: {
    readonly type: 'hls-live' | 'dash-live' | 'hls-vod' | 'dash-vod';
    readonly path: string;
    readonly slate: string;
  }): Promise<string> {
    const { type, path, slate } = body;
    if (!this.#operator) throw new Error('nobody is signed in');
    const { id } = await this.#operator.client(contract.channels.create, {
      body: {
        name: `In turns ${type}`,
        type,
        state: 'enabled',
        sourceManifestUrl: this.labUrl + path,
        adSource: { system: 'gva', url: `${this.labUrl}/ads/vast`, params: {} },
        ...(type.endsWith('vod')
          ? { stitcher: { useScte35: true, replaceInsteadOfInsert: true } }
          : { adSlateManifestUrl: this.labUrl + slate }),
      },
    });
    const view = `/${type.split('-')[0]}/view/${id}`;
    for (const { port } of this.#stitchers) {
      const url = `http://127.0.0.1:${port}${view}`;
      await expect.poll(async () => (await fetch(url)).status, { timeout: 30_000 }).toBe(200);
    }
    return id;
  }

  /** Causes the faults, stitcher by stitcher; each is started again after its end. @returns the faults as sentences */
  async disturb(startMs: number, faults: readonly PlannedFault[]): Promise<string[]> {
    const said: string[] = [];
    let turn = 0;
    for (const { atMs, fault } of faults) {
      await sleep(Math.max(0, startMs + atMs - Date.now()));
      const began = Math.round((Date.now() - startMs) / 1_000);
      if (fault === 'database killed') {
        await killPostgres(this.#home);
      } else {
        const stitcher = this.#stitchers[turn % this.#stitchers.length];
        if (!stitcher) throw new Error('there is no stitcher');
        turn += 1;
        await (fault === 'stitcher killed' ? kill(stitcher) : stitcher.platform.stop());
        stitcher.platform = await this.#startStitcher(stitcher.folder, stitcher.port);
      }
      said.push(`${began} s: ${fault}, done at ${Math.round((Date.now() - startMs) / 1_000)} s`);
    }
    return said;
  }

  /** Beacons that the lab was sent, and how many of them it had before. */
  async beacons(): Promise<{ once: number; again: number }> {
    const text = await (await fetch(`${this.labUrl}/metrics`)).text();
    const count = (isAgain: boolean) =>
      Number(
        new RegExp(`interlude_lab_beacons_total\\{duplicate="${isAgain}"\\} (\\d+)`).exec(
          text,
        )?.[1] ?? 0,
      );
    return { once: count(false), again: count(true) };
  }

  async stop(): Promise<void> {
    await this.#balancer?.stop();
    await endSpawned();
    await killPostgres(this.#home);
    for (const folder of this.#folders) {
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    }
  }
}
