/** Services of compose.yaml as processes of this machine: their commands, environment, volumes and health checks, on free ports. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '../../../tools/root.ts';
import { exitCode } from '../../../tools/spawn-platform.ts';
import { readServices, type Service } from './compose-file.ts';
import type { PlainImage } from './container-file.ts';

const execute = promisify(execFile);

/** Ports that compose.yaml writes, by the variable of the role that listens there. */
const portVariables: Readonly<Record<string, string>> = {
  '3000': 'PORT',
  '3100': 'STITCHER_PORT',
  '3200': 'LAB_PORT',
  '3300': 'WORKER_PORT',
};

export interface PlainService {
  readonly name: string;
  readonly port: number;
  readonly process: ChildProcess;
  /** Its last lines. */
  readonly said: () => string;
}

export interface PlainOptions {
  readonly image: PlainImage;
  /** Below it the volumes are made. */
  readonly folder: string;
  /** Values of the variables of compose.yaml. */
  readonly variables: Readonly<Record<string, string>>;
  /** Override the values of compose.yaml, for every service. */
  readonly overrides: Readonly<Record<string, string>>;
}

export class PlainContainers {
  readonly #options: PlainOptions;
  readonly #services: ReadonlyMap<string, Service>;
  readonly #running: PlainService[] = [];

  private constructor(options: PlainOptions, text: string) {
    this.#options = options;
    this.#services = readServices(text, options.variables);
  }

  static async read(options: PlainOptions): Promise<PlainContainers> {
    return new PlainContainers(options, await readFile(join(root, 'compose.yaml'), 'utf8'));
  }

  /** Names of the services that run the image. */
  get roles(): readonly string[] {
    return [...this.#services.values()]
      .filter(({ command }) => command.includes('--roles'))
      .map(({ name }) => name);
  }

  #service(name: string): Service {
    const service = this.#services.get(name);
    if (service === undefined) throw new Error(`compose.yaml has no service ${name}`);
    return service;
  }

  /** The data folder of a service, with the volumes that it shares with other services below it. */
  async #volumes(service: Service): Promise<string> {
    const { folder } = this.#options;
    const places = await Promise.all(
      Object.entries(service.volumes).map(async ([volume, path]) => {
        const made = join(folder, 'volumes', volume);
        await mkdir(made, { recursive: true });
        return { made, path };
      }),
    );
    const data = places.find(({ path }) => path === '/data')?.made;
    if (data === undefined) throw new Error(`${service.name} has no volume at /data`);
    for (const { made, path } of places) {
      if (path !== '/data') await symlink(made, join(data, path.slice('/data/'.length)));
    }
    return data;
  }

  /** Starts it and waits until its health check of compose.yaml passes. */
  async start(
    name: string,
    port: number,
    more: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const { image, overrides } = this.#options;
    const service = this.#service(name);
    const written = service.healthcheck.at(-1) ?? '';
    const data = await this.#volumes(service);
    const environment = {
      PATH: process.env['PATH'] ?? '',
      ...image.environment,
      ...service.environment,
      ...overrides,
      HOST: '127.0.0.1',
      INTERLUDE_DATA: data,
      [portVariables[written] ?? '']: String(port),
      ...more,
    };
    const [, ...args] = image.entrypoint;
    const child = spawn(process.execPath, [...args, ...service.command], {
      cwd: image.workFolder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    const keep = (chunk: Buffer): void => {
      said = (said + chunk.toString('utf8')).slice(-4_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    this.#running.push({ name, port, process: child, said: () => said });
    const [, ...check] = service.healthcheck.slice(0, -1);
    const passes = (): Promise<boolean> =>
      execute(process.execPath, [...check, String(port)], { cwd: image.workFolder }).then(
        () => true,
        () => false,
      );
    while (!(await passes())) {
      if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`);
      await sleep(500);
    }
  }

  find(name: string): PlainService {
    const found = this.#running.find((each) => each.name === name);
    if (found === undefined) throw new Error(`${name} was not started`);
    return found;
  }

  async stop(): Promise<void> {
    for (const { process: child } of this.#running.toReversed()) {
      child.kill('SIGTERM');
      await exitCode(child);
    }
  }
}
