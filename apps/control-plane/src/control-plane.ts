/** The role: listens first (so that its port is known), then builds the app on that address. */
import { listen, type Role } from '@interlude/runtime';
import { buildApp, type ControlPlaneApp } from './app.ts';
import { createLimitedServer } from './http/server-limits.ts';
import type { ControlPlaneDeps } from './services.ts';

export interface ControlPlane extends Role {
  readonly name: 'control-plane';
  /** Base URL for users: PUBLIC_URL, with the real port when PORT is 0. Known after `start`. */
  readonly publicUrl: string;
  /** The bound port; 0 before `start`. */
  readonly port: number;
}

/** Running requests are aborted after this time. */
const stopWithinMs = 5_000;

const starting = JSON.stringify({
  code: 503,
  name: 'ServiceUnavailableError',
  errorCode: 'NOT_READY',
  message: 'The service is starting or its database cannot be reached. Try again shortly.',
});

/**
 * API, sign-in, API description and console on one port.
 * @throws {DomainError} from `start`: PORT_IN_USE
 */
export function createControlPlane(deps: ControlPlaneDeps): ControlPlane {
  const { config, logger } = deps;
  let built: ControlPlaneApp | undefined;
  let port = 0;
  let publicUrl = config.publicUrl;
  const server = createLimitedServer((request, response) => {
    if (built) {
      built.listener(request, response);
      return;
    }
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
    response.end(starting);
  });

  async function stop(): Promise<void> {
    const stopping = built;
    stopping?.services.streams.endAll();
    await stopping?.services.uploads.stop();
    await stopping?.services.clusters.stop();
    const force = setTimeout(() => server.closeAllConnections(), stopWithinMs);
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
    clearTimeout(force);
    await stopping?.app.close();
    stopping?.services.feed.stop();
  }

  return {
    name: 'control-plane',
    get publicUrl() {
      return publicUrl;
    },
    get port() {
      return port;
    },
    start: async () => {
      port = await listen(server, { port: config.port, host: config.host, variable: 'PORT' });
      publicUrl = config.publicUrl.replace(/:0$/, `:${port}`);
      built = await buildApp(deps, server, publicUrl);
      built.services.clusters.start();
      logger.info({ port, publicUrl }, 'control plane is ready');
    },
    stop,
  };
}
