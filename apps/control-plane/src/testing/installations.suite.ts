/** Two installations for tests: a control plane, and the stitcher of another one with its own database and key. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Channel, channel, type System } from '@interlude/contract';
import { ApiError, type Client, contract } from '@interlude/contract/api';
import { openDatabase } from '@interlude/persistence';
import {
  createEgress,
  createLogger,
  createMetrics,
  listen,
  parseConfig,
  systemClock,
} from '@interlude/runtime';
import { createStitcher } from '@interlude/stitcher';
import { templateDatabase } from '@interlude/testkit';
import { startTestPlane, type TestPlane } from './control-plane.suite.ts';

export const clusterToken = 'token-of-the-cluster';

export interface OtherInstallation {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** The stitcher of an installation to which others may push channels. */
export async function startOther(): Promise<OtherInstallation> {
  const folder = await mkdtemp(join(tmpdir(), 'interlude-cluster-'));
  const secretKey = Buffer.alloc(32, 9);
  const { url: databaseUrl, drop } = await templateDatabase();
  const env = { STITCHER_PORT: '0', INTERLUDE_DATA: folder, SSAI_API_TOKEN: clusterToken };
  const egress = createEgress({ allow: ['127.0.0.1'] });
  const logger = createLogger({ name: 'other', level: 'silent' });
  const clock = systemClock;
  const opened = { databaseUrl, dataFolder: folder, logger, clock, secretKey };
  const database = await openDatabase({ ...opened, pools: { system: 3, requests: 2 } });
  const stitcher = createStitcher({
    config: parseConfig(env, folder),
    logger,
    metrics: createMetrics(),
    egress,
    clock,
    database,
  });
  await stitcher.start();
  return {
    baseUrl: `http://127.0.0.1:${stitcher.port}`,
    async stop() {
      await stitcher.stop();
      await egress.close();
      await database.stop();
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Answers everything alike; the address without a slash at its end. */
export async function startAnswering(
  status: number,
  body: string,
  type = 'text/html',
): Promise<{ baseUrl: string; stop(): void }> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  const port = await listen(server, { port: 0, host: '127.0.0.1', variable: 'PORT' });
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const playlist = `#EXTM3U
#EXT-X-VERSION:6
#EXT-X-TARGETDURATION:4
#EXT-X-MEDIA-SEQUENCE:7
${[7, 8, 9, 10, 11].map((n) => `#EXTINF:4,\nsegment${n}.ts`).join('\n')}
`;
const multivariant = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.4d401f,mp4a.40.2",RESOLUTION=640x360
video.m3u8
`;

/** A live source whose playlist does not advance. */
export async function startOrigin(): Promise<{ sourceManifestUrl: string; stop(): void }> {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' });
    response.end(request.url?.startsWith('/master') ? multivariant : playlist);
  });
  const port = await listen(server, { port: 0, host: '127.0.0.1', variable: 'PORT' });
  return {
    sourceManifestUrl: `http://127.0.0.1:${port}/master.m3u8`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * The channel of a save that was kept although the cluster failed: the client throws an error with the channel in it.
 */
export async function keptSave(saving: Promise<Channel>): Promise<Channel> {
  try {
    return await saving;
  } catch (error) {
    if (error instanceof ApiError && error.status < 300) return channel.parse(error.error);
    throw error;
  }
}

export interface Operators {
  readonly plane: TestPlane;
  readonly editor: Client;
  readonly superAdmin: Client;
  /** A system of type ssai-cluster. */
  cluster(baseUrl: string, apiToken?: string): Promise<System>;
}

export async function startOperators(): Promise<Operators> {
  const env = { STITCHER_PUBLIC_URL: 'https://play.example', EGRESS_ALLOW: '127.0.0.1' };
  const plane = await startTestPlane({ env });
  const tenantId = await plane.tenant('Acme');
  const editor = plane.client(await plane.user(tenantId, 'Editor'));
  const superAdmin = plane.client(await plane.user(tenantId, 'SuperAdmin'));
  return {
    plane,
    editor,
    superAdmin,
    cluster: (baseUrl, apiToken = clusterToken) =>
      superAdmin(contract.systems.create, {
        body: { name: 'Elsewhere', type: 'ssai-cluster', settings: { baseUrl, apiToken } },
      }),
  };
}
