/** Role name → how it is built: the one file that imports the other apps, each only when it is started. */
import type { Database } from '@interlude/persistence';
import type { Clock, Config, Egress, Logger, Metrics, Role, RoleName } from '@interlude/runtime';
import { labAddress } from './banner.ts';

export interface PlatformParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly database: () => Database;
  readonly egress: Egress;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly version: string;
  readonly consoleFolder: string;
}

/** The order of starting; stopping goes backwards. The lab is first, so that demo sources answer. */
export const startOrder: readonly RoleName[] = ['lab', 'control-plane', 'stitcher', 'worker'];

/** The lab is the one role that needs no database. */
export function needsDatabase(roles: readonly RoleName[]): boolean {
  return roles.some((role) => role !== 'lab');
}

const builders: Readonly<Record<RoleName, (parts: PlatformParts) => Promise<Role>>> = {
  lab: async (parts) => {
    const { createLab } = await import('@interlude/lab');
    return createLab(partsFor(parts, 'lab'));
  },
  'control-plane': async (parts) => {
    const { createControlPlane } = await import('@interlude/control-plane');
    return createControlPlane({ ...partsFor(parts, 'control-plane'), database: parts.database() });
  },
  stitcher: async (parts) => {
    const { createStitcher } = await import('@interlude/stitcher');
    return createStitcher({ ...partsFor(parts, 'stitcher'), database: parts.database() });
  },
  worker: async (parts) => {
    const { createWorker } = await import('@interlude/worker');
    return createWorker({ ...partsFor(parts, 'worker'), database: parts.database() });
  },
};

/** For `--replay-events`. */
export async function loadReplay() {
  const { replaySetAside } = await import('@interlude/stitcher');
  return replaySetAside;
}

function partsFor(parts: PlatformParts, role: RoleName) {
  const { config, logger, egress, metrics, clock, version, consoleFolder } = parts;
  const named = logger.child({ role });
  return { config, logger: named, egress, metrics, clock, version, consoleFolder };
}

/** Where a role answers, for people; undefined for one without an address. */
export function roleAddress(name: RoleName, config: Config): string | undefined {
  if (name === 'control-plane') return config.publicUrl;
  if (name === 'stitcher') return config.stitcherPublicUrl;
  return name === 'lab' ? labAddress(config) : undefined;
}

export function buildRole(name: RoleName, parts: PlatformParts): Promise<Role> {
  return builders[name](parts);
}
