/**
 * The connector of undici behind the guard: a name is resolved once, forbidden addresses are dropped, and the
 * connection is pinned to the remaining ones, so that the name cannot resolve differently between check and connection
 * (DNS rebinding). Address literals are checked too: they never reach a resolver.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { domainError } from '@interlude/contract/errors';
import { buildConnector } from 'undici';
import type { LookupAll } from './egress-types.ts';
import type { Guard } from './guard.ts';

type Addresses = Awaited<ReturnType<LookupAll>>;

/** The addresses of a name that may be connected to, as the resolver orders them. @throws {DomainError} URL_FORBIDDEN */
export type AllowedAddresses = (hostname: string, port: number) => Promise<Addresses>;

/** Longer waits are cut by the request's own time limit. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Addresses of a name beyond this are dropped. */
const MAX_ADDRESSES = 16;

export const resolveBySystem: LookupAll = (hostname) => systemLookup(hostname, { all: true });

const defaultPort = (protocol: string): number => (protocol === 'https:' ? 443 : 80);

/** Port of the connection; that of the protocol where the options name none. */
export function targetPort({ port, protocol }: buildConnector.Options): number {
  return port === '' ? defaultPort(protocol) : Number(port);
}

export interface ConnectorOptions {
  readonly guard: Guard;
  readonly resolve: LookupAll;
  /** Aborted when the egress closes: waiting for a name server ends then, too. */
  readonly closing: AbortSignal;
}

/** Addresses by `resolve`; rejects after CONNECT_TIMEOUT_MS, or when the egress closes. */
async function resolveInTime(hostname: string, options: ConnectorOptions): Promise<Addresses> {
  const stop = AbortSignal.any([options.closing, AbortSignal.timeout(CONNECT_TIMEOUT_MS)]);
  return new Promise((resolve, reject) => {
    stop.addEventListener('abort', () => reject(stop.reason), { once: true });
    options.resolve(hostname).then(resolve, reject);
  });
}

/** Names are resolved once for a connection; answers that the guard forbids are dropped. */
export function guardedResolver(options: ConnectorOptions): AllowedAddresses {
  const { guard } = options;
  return async (hostname, port) => {
    const found = (await resolveInTime(hostname, options)).slice(0, MAX_ADDRESSES);
    const trusted = guard.allowsName(hostname, port);
    const usable = found.filter((entry) => trusted || guard.allowsAddress(entry.address, port));
    if (usable.length === 0) throw domainError('URL_FORBIDDEN', { host: hostname });
    return usable;
  };
}

export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { guard } = options;
  const allowedAddresses = guardedResolver(options);
  const pinned = new Map<string, Addresses>();
  let pins = 0;

  const takePinned: LookupFunction = (name, options, callback) => {
    const addresses = pinned.get(name) ?? [];
    const first = addresses[0];
    if (first === undefined) {
      callback(new Error(`no address pinned for ${name}`), '');
    } else if (options.all === true) {
      callback(null, [...addresses]);
    } else {
      callback(null, first.address, first.family);
    }
  };
  const connect = buildConnector({ lookup: takePinned, timeout: CONNECT_TIMEOUT_MS });

  return (target, callback) => {
    const { hostname } = target;
    const port = targetPort(target);
    if (isIP(hostname) !== 0) {
      if (guard.allowsAddress(hostname, port)) connect(target, callback);
      else callback(domainError('URL_FORBIDDEN', { host: hostname }), null);
      return;
    }
    allowedAddresses(hostname, port).then(
      (addresses) => {
        pins += 1;
        const name = `pin-${pins}.invalid`; // never resolved: takePinned answers for it
        pinned.set(name, addresses);
        connect({ ...target, hostname: name }, (error, socket) => {
          pinned.delete(name);
          if (error !== null) callback(error, null);
          else if (socket !== null) callback(null, socket);
        });
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}
