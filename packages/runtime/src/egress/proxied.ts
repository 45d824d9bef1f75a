/**
 * Requests through an operator's HTTP proxy, each in a tunnel (CONNECT, RFC 9110 §9.3.6) to an address that the guard
 * has checked: the proxy resolves no name, so that none leads elsewhere behind it. Within the tunnel the origin gets
 * its own name, as Host and for its certificate, which is checked as ever. A request in absolute form would not do: a
 * proxy replaces its Host by the requested address (RFC 9112 §3.2.2). The proxy is reached through the guarded agent.
 */
import { isIP, Socket } from 'node:net';
import { type DomainError, domainError } from '@interlude/contract/errors';
import { Agent, buildConnector } from 'undici';
import { fetchFailure } from './fetch-failure.ts';
import type { Guard } from './guard.ts';
import { type AllowedAddresses, targetPort } from './guarded-connector.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** Proxies whose tunnels are kept; beyond it the least recently used proxy's are closed. */
const MAX_PROXIES = 100;

type Headers = Record<string, string>;

export interface Proxied {
  /** Requests to any origin, through tunnels of `proxy`. */
  tunnelsOf(proxy: URL): Agent;
  close(): Promise<void>;
  /** Closes once its open requests have ended. */
  retire(): Promise<void>;
}

export interface ProxiedOptions {
  /** Connects to proxies, guarded. */
  readonly agent: Agent;
  readonly agentOptions: Agent.Options;
  readonly guard: Guard;
  readonly resolve: AllowedAddresses;
  /** Aborted when the egress closes. */
  readonly closing: AbortSignal;
}

/** Malformed percent-encoding is kept as it is. */
function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** `user:password@` as basic authentication (RFC 7617); undefined when there is none. */
export function basicCredentials({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const pair = `${decodedPart(username)}:${decodedPart(password)}`;
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
}

function proxyHeaders(proxy: URL): Headers {
  const credentials = basicCredentials(proxy);
  return credentials === undefined ? {} : { 'proxy-authorization': credentials };
}

const otherCredentials = 407;

function refusal(host: string, proxy: URL, status: number): DomainError {
  const why = status === otherCredentials ? 'requires other credentials' : 'refuses the tunnel';
  return domainError('FETCH_FAILED', {
    host,
    reason: `its proxy ${proxy.host} ${why} (${status})`,
  });
}

/** The host in errors about a request through a proxy: either of the two may be at fault. */
export function hostThrough(host: string, proxy: URL | undefined): string {
  return proxy === undefined ? host : `${host} (through the proxy ${proxy.host})`;
}

type Placing = Pick<ProxiedOptions, 'guard' | 'resolve'>;

/**
 * Hosts that a proxy is asked to CONNECT to, in the order of trial: one address of each family, IPv4 first, as not
 * every proxy has both. A name that the operator allows stays a name: perhaps only the proxy can resolve it.
 * @throws {DomainError} URL_FORBIDDEN
 */
async function placesOf(hostname: string, port: number, { guard, resolve }: Placing) {
  if (guard.allowsName(hostname, port)) return [isIP(hostname) === 6 ? `[${hostname}]` : hostname];
  const family = isIP(hostname);
  const literal = [{ address: hostname, family }];
  const addresses = family === 0 ? await resolve(hostname, port) : literal;
  if (!addresses.every(({ address }) => guard.allowsAddress(address, port))) {
    throw domainError('URL_FORBIDDEN', { host: hostname });
  }
  const ofFamily = (wanted: number) => addresses.find(({ address }) => isIP(address) === wanted);
  const [four, six] = [ofFamily(4)?.address, ofFamily(6)?.address];
  return [...(four === undefined ? [] : [four]), ...(six === undefined ? [] : [`[${six}]`])];
}

/** Connects to an origin through the proxy; the agent above it keeps the connection. */
function tunnelConnector(proxy: URL, options: ProxiedOptions): buildConnector.connector {
  const { agent, closing } = options;
  const secure = buildConnector({ timeout: CONNECT_TIMEOUT_MS });

  /** Gives the status where the proxy opens none. */
  async function tunnel(place: string): Promise<Socket | number> {
    const request = {
      origin: proxy.origin,
      path: place,
      headers: { ...proxyHeaders(proxy), host: place },
      // Name in the certificate of the proxy; undici would use the host of the request.
      servername: proxy.hostname,
      signal: AbortSignal.any([closing, AbortSignal.timeout(CONNECT_TIMEOUT_MS)]),
    };
    const { socket, statusCode } = await agent.connect(request);
    if (statusCode < 300 && socket instanceof Socket) return socket;
    socket.on('error', () => undefined).destroy();
    return statusCode;
  }

  async function connected(hostname: string, port: number): Promise<Socket> {
    let failure: unknown;
    for (const place of await placesOf(hostname, port, options)) {
      try {
        const opened = await tunnel(`${place}:${port}`);
        if (opened instanceof Socket) return opened;
        failure = refusal(`${hostname}:${port}`, proxy, opened);
        // For any other address, too.
        if (opened === otherCredentials) break;
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  return (target, callback) => {
    const { hostname, protocol } = target;
    const port = targetPort(target);
    connected(hostname, port).then(
      (socket) => {
        if (protocol === 'https:') secure({ ...target, httpSocket: socket }, callback);
        else callback(null, socket);
      },
      // undici tries again and again after an error of its own kind.
      (error: unknown) =>
        callback(fetchFailure(error, hostThrough(`${hostname}:${port}`, proxy)), null),
    );
  };
}

export function createProxied(options: ProxiedOptions): Proxied {
  /** Least recently used first. */
  const tunnels = new Map<string, Agent>();

  function tunnelsOf(proxy: URL): Agent {
    const known = tunnels.get(proxy.href);
    const agent =
      known ?? new Agent({ ...options.agentOptions, connect: tunnelConnector(proxy, options) });
    tunnels.delete(proxy.href);
    tunnels.set(proxy.href, agent);
    for (const [oldest, unused] of tunnels) {
      if (tunnels.size <= MAX_PROXIES) break;
      tunnels.delete(oldest);
      void unused.close();
    }
    return agent;
  }

  return {
    tunnelsOf,
    close: async () => {
      await Promise.all([...tunnels.values()].map((agent) => agent.destroy()));
    },
    retire: async () => {
      await Promise.all([...tunnels.values()].map((agent) => agent.close()));
    },
  };
}
