/** Sends one hop of a request: straight to its origin, or in a tunnel of a proxy. Redirects are not followed here. */
import { Agent, type Dispatcher } from 'undici';
import { type Collected, type CollectOptions, collectAnswer } from './collect-answer.ts';
import type { EgressOptions } from './egress-types.ts';
import type { Guard } from './guard.ts';
import { guardedConnector, guardedResolver, resolveBySystem } from './guarded-connector.ts';
import { createProxied } from './proxied.ts';
import type { Hop } from './redirect.ts';

const KEEP_ALIVE_MS = 30_000;

export interface Transport {
  /** The answer with its body as a stream, which is the caller's to read or to destroy. */
  open(hop: Hop, proxy: URL | undefined, signal: AbortSignal): Promise<Dispatcher.ResponseData>;
  /** The answer with its body in memory. */
  collect(hop: Hop, proxy: URL | undefined, options: CollectOptions): Promise<Collected>;
  /** Ends kept connections, and the waiting for new ones. */
  close(): Promise<void>;
  /** Closes once its open requests have ended; accepts no new ones. */
  retire(): Promise<void>;
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
  const connecting = {
    guard,
    resolve: options.lookup ?? resolveBySystem,
    closing: closing.signal,
  };
  const agent = new Agent({ ...agentOptions, connect: guardedConnector(connecting) });
  const proxied = createProxied({
    ...{ agent, agentOptions, guard, closing: closing.signal },
    resolve: guardedResolver(connecting),
  });
  const userAgent = options.userAgent ?? 'Interlude';

  const dispatcherTo = (proxy: URL | undefined) =>
    proxy === undefined ? agent : proxied.tunnelsOf(proxy);

  function toRequest({ url, method, headers, body, acceptEncoding }: Hop) {
    return {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: { 'user-agent': userAgent, ...headers, 'accept-encoding': acceptEncoding },
      ...(body !== undefined && { body }),
    };
  }

  return {
    open: async (hop, proxy, signal) => dispatcherTo(proxy).request({ ...toRequest(hop), signal }),
    collect: async (hop, proxy, options) =>
      collectAnswer(dispatcherTo(proxy), toRequest(hop), options),
    close: async () => {
      closing.abort(new Error('the egress is closed'));
      await Promise.all([agent.destroy(), proxied.close()]);
    },
    retire: async () => {
      // A tunnel that is being opened is opened through the agent.
      await proxied.retire();
      await agent.close();
    },
  };
}
