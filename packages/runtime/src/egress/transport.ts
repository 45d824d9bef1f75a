/** Sends one hop of a request: straight to its origin, or through a proxy. Redirects are not followed here. */
import { Agent, type Dispatcher } from 'undici';
import type { EgressOptions } from './egress-types.ts';
import type { Guard } from './guard.ts';
import { guardedConnector, resolveBySystem } from './guarded-connector.ts';
import { checkProxyAnswer, createProxied, type Envoy } from './proxied.ts';
import type { Hop } from './redirect.ts';

const KEEP_ALIVE_MS = 30_000;

export interface Transport {
  send(hop: Hop, proxy: URL | undefined, signal: AbortSignal): Promise<Dispatcher.ResponseData>;
  /** Ends kept connections, and the waiting for new ones. */
  close(): Promise<void>;
}

export function createTransport(guard: Guard, options: EgressOptions): Transport {
  const closing = new AbortController();
  const agentOptions: Agent.Options = {
    connections: options.connectionsPerOrigin ?? 64,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // 0 = none: the signal of each request is the one time limit
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const agent = new Agent({
    ...agentOptions,
    connect: guardedConnector({
      guard,
      resolve: options.lookup ?? resolveBySystem,
      closing: closing.signal,
    }),
  });
  const proxied = createProxied({ agent, agentOptions, closing: closing.signal });
  const userAgent = options.userAgent ?? 'Interlude';

  function direct({ url }: Hop): Envoy {
    return { dispatcher: agent, origin: url.origin, path: url.pathname + url.search, headers: {} };
  }

  return {
    async send(hop, proxy, signal) {
      const envoy = proxy === undefined ? direct(hop) : proxied.envoy(hop.url, proxy);
      const { dispatcher, headers, ...where } = envoy;
      const { acceptEncoding } = hop;
      const requested = {
        'user-agent': userAgent,
        ...hop.headers,
        'accept-encoding': acceptEncoding,
      };
      const response = await dispatcher.request({
        ...where,
        method: hop.method,
        headers: { ...requested, ...headers },
        ...(hop.body !== undefined && { body: hop.body }),
        signal,
      });
      checkProxyAnswer(hop.url, proxy, response.statusCode);
      return response;
    },
    close: async () => {
      closing.abort(new Error('the egress is closed'));
      await Promise.all([agent.destroy(), proxied.close()]);
    },
  };
}
