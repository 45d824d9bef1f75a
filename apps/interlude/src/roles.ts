/** Role name → how it is built: the one file that imports the other apps, each only when it is started. */
import { fileURLToPath } from 'node:url';
import type { PlatformRole } from '@interlude/contract';
import type { Database } from '@interlude/persistence';
import type { Clock, Config, Egress, Logger, Metrics, Role, RoleName } from '@interlude/runtime';
import { labAddress } from './terminal/banner.ts';

export interface PlatformParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly database: () => Database;
  readonly egress: Egress;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly version: string;
  readonly consoleFolder: string;
  /** How the roles of the launcher are; left out where all are in this process. */
  readonly platformRoles?: (() => readonly PlatformRole[]) | undefined;
}

/** Of the built console; absolute. */
export const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url));

/**
 * The order of starting; stopping runs in reverse. The lab starts before the monitor, which reads the demo sources, and
 * after the stitcher, so that it does not encode its media while operators and viewers wait.
 */
export const startOrder: readonly RoleName[] = [
  'control-plane',
  'stitcher',
  'lab',
  'worker',
  'monitor',
];

/**
 * Roles that neither a viewer nor an operator waits for, since jobs are queued: with processes of their own they start
 * when the others are ready, and a start that fails is tried again like that of a role that has ended.
 */
export const startsBehind: readonly RoleName[] = ['worker', 'monitor'];

/** The lab is the one role that needs no database. */
export function needsDatabase(roles: readonly RoleName[]): boolean {
  return roles.some((role) => role !== 'lab');
}

const modules = {
  lab: () => import('@interlude/lab'),
  'control-plane': () => import('@interlude/control-plane'),
  stitcher: () => import('@interlude/stitcher'),
  worker: () => import('@interlude/worker'),
  monitor: () => import('@interlude/monitor'),
} as const satisfies Record<RoleName, () => Promise<unknown>>;

const builders: Readonly<Record<RoleName, (parts: PlatformParts) => Promise<Role>>> = {
  lab: async (parts) => {
    const { createLab } = await modules.lab();
    return createLab(partsFor(parts, 'lab'));
  },
  'control-plane': async (parts) => {
    const { createControlPlane } = await modules['control-plane']();
    return createControlPlane({
      ...partsFor(parts, 'control-plane'),
      database: parts.database(),
      platformRoles: parts.platformRoles,
    });
  },
  stitcher: async (parts) => {
    const { createStitcher } = await modules.stitcher();
    return createStitcher({ ...partsFor(parts, 'stitcher'), database: parts.database() });
  },
  worker: async (parts) => {
    const { createWorker } = await modules.worker();
    return createWorker({ ...partsFor(parts, 'worker'), database: parts.database() });
  },
  monitor: async (parts) => {
    const { createMonitor } = await modules.monitor();
    return createMonitor({ ...partsFor(parts, 'monitor'), database: parts.database() });
  },
};

/** For `--replay-events`. */
export async function loadReplay() {
  const { replaySetAside } = await import('@interlude/stitcher');
  return replaySetAside;
}

function partsFor(parts: PlatformParts, role: RoleName) {
  const { config, logger, egress, metrics, clock, version, consoleFolder: folder } = parts;
  const named = logger.child({ role });
  return { config, logger: named, egress, metrics, clock, version, consoleFolder: folder };
}

/** Loads the modules of a role, which takes most of its start. */
export async function loadRole(name: RoleName): Promise<void> {
  await modules[name]();
}

/** Where a role answers, for people; undefined for one without an address. */
function roleAddress(name: RoleName, config: Config): string | undefined {
  if (name === 'control-plane') return config.publicUrl;
  if (name === 'stitcher') return config.stitcherPublicUrl;
  return name === 'lab' ? labAddress(config) : undefined;
}

/** The step of its start that a person sees. */
export function roleStep(name: RoleName, config: Config) {
  const address = roleAddress(name, config);
  return {
    doing: `starting the ${name}`,
    done: () => (address === undefined ? `${name} ready` : `${name} ready at ${address}`),
  };
}

export function buildRole(name: RoleName, parts: PlatformParts): Promise<Role> {
  return builders[name](parts);
}
