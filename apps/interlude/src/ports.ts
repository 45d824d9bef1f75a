/** Checks ports before anything is started, so that an occupied one fails early. */
import { createServer, type Server } from 'node:net';
import type { Config, RoleName } from '@interlude/runtime';
import { listen } from '@interlude/runtime/launch';

interface RolePort {
  readonly role: RoleName;
  readonly variable: 'PORT' | 'STITCHER_PORT' | 'LAB_PORT';
  readonly key: 'port' | 'stitcherPort' | 'labPort';
}

const rolePorts: readonly RolePort[] = [
  { role: 'control-plane', variable: 'PORT', key: 'port' },
  { role: 'stitcher', variable: 'STITCHER_PORT', key: 'stitcherPort' },
  { role: 'lab', variable: 'LAB_PORT', key: 'labPort' },
];

const LOOPBACK = '127.0.0.1';

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** @throws {DomainError} PORT_IN_USE, CONFIG_INVALID naming the variable */
export async function checkPorts(config: Config, roles: readonly RoleName[]): Promise<void> {
  for (const { role, variable, key } of rolePorts) {
    if (!roles.includes(role)) continue;
    const server = createServer();
    const host = role === 'lab' ? LOOPBACK : config.host;
    await listen(server, { port: config[key], host, variable });
    await close(server);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A port given as 0 becomes a free one before the configuration is read, because addresses are made
 * from it that are printed and stored. All are held until the last is found, so they differ.
 */
export async function withFreePorts(env: Environment): Promise<Environment> {
  const held: Server[] = [];
  const chosen: Record<string, string> = {};
  for (const { variable } of rolePorts) {
    if (env[variable] !== '0') continue;
    const server = createServer();
    held.push(server);
    chosen[variable] = String(await listen(server, { port: 0, host: LOOPBACK, variable }));
  }
  await Promise.all(held.map(close));
  return { ...env, ...chosen };
}
