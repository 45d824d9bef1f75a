/**
 * Requests through an operator's HTTP proxy: `http:` requests have the absolute form (RFC 9112 §3.2.2),
 * `https:` ones through a tunnel (CONNECT, RFC 9110 §9.3.6), inside of which the origin's certificate is checked
 * as ever. The proxy is reached through the guarded agent, so that its own address meets the guard. What a name
 * resolves to behind the proxy only the proxy knows.
 */
import { Socket } from 'node:net';
import { type DomainError, domainError } from '@interlude/contract';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { fetchFailure } from './fetch-failure.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** Proxies whose tunnels are kept; the one that was used longest ago is closed first. */
const MAX_PROXIES = 100;

type Headers = Record<string, string>;

/** What is sent, to whom: the rest of a request is the caller's. */
export interface Envoy {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly path: string;
  readonly headers: Headers;
  /** Of the certificate of the peer. */
  readonly servername?: string;
}

export interface Proxied {
  /** How `url` is requested through `proxy`. */
  envoy(url: URL, proxy: URL): Envoy;
  close(): Promise<void>;
}

export interface ProxiedOptions {
  /** Connects to proxies, guarded. */
  readonly agent: Agent;
  readonly agentOptions: Agent.Options;
  /** Aborted when the egress closes. */
  readonly closing: AbortSignal;
}

/** Percent signs that encode no text stand for themselves. */
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

function refusal(host: string, proxy: URL, status: number): DomainError {
  const why = status === 407 ? 'requires other credentials' : 'refuses the tunnel';
  return domainError('FETCH_FAILED', {
    host,
    reason: `its proxy ${proxy.host} ${why} (${status})`,
  });
}

/** The host in errors about a request through a proxy: either of the two may be at fault. */
export function hostThrough(host: string, proxy: URL | undefined): string {
  return proxy === undefined ? host : `${host} (through the proxy ${proxy.host})`;
}

/** @throws {DomainError} FETCH_FAILED when it is the proxy who speaks, not the origin */
export function checkProxyAnswer(url: URL, proxy: URL | undefined, status: number): void {
  const isProxys = proxy !== undefined && url.protocol === 'http:' && status === 407;
  if (isProxys) throw refusal(url.host, proxy, status);
}

/** Connects to an origin through the proxy; the agent above it keeps the connection. */
function tunnelConnector(proxy: URL, { agent, closing }: ProxiedOptions): buildConnector.connector {
  const secure = buildConnector({ timeout: CONNECT_TIMEOUT_MS });

  async function tunnel(host: string) {
    const options = {
      origin: proxy.origin,
      path: host,
      headers: { ...proxyHeaders(proxy), host },
      // Of a proxy with a certificate; undici would take it from the host of the request.
      servername: proxy.hostname,
      signal: AbortSignal.any([closing, AbortSignal.timeout(CONNECT_TIMEOUT_MS)]),
    };
    const { socket, statusCode } = await agent.connect(options);
    if (statusCode < 300 && socket instanceof Socket) return socket;
    socket.on('error', () => undefined).destroy();
    throw refusal(host, proxy, statusCode);
  }

  return (target, callback) => {
    const host = target.host ?? target.hostname;
    const place = target.port === '' ? `${host}:443` : host;
    tunnel(place).then(
      (socket) => secure({ ...target, httpSocket: socket }, callback),
      // undici tries again and again after an error of its own kind.
      (error: unknown) => callback(fetchFailure(error, hostThrough(place, proxy)), null),
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
    envoy(url, proxy) {
      const { origin, pathname, search } = url;
      if (url.protocol === 'https:') {
        return { dispatcher: tunnelsOf(proxy), origin, path: pathname + search, headers: {} };
      }
      return {
        dispatcher: options.agent,
        origin: proxy.origin,
        path: origin + pathname + search,
        headers: { ...proxyHeaders(proxy), host: url.host },
        servername: proxy.hostname,
      };
    },
    close: async () => {
      await Promise.all([...tunnels.values()].map((agent) => agent.destroy()));
    },
  };
}
