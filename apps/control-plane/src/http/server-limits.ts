/** What a client may take of the server before it is heard (S12): time, header bytes, connections. */
import { createServer, type RequestListener, type Server } from 'node:http';

export const maxHeaderBytes = 16 * 1024;
/** Until all headers are there; ends slowloris. */
const headersTimeoutMs = 10_000;
/** Until the whole request is there. */
const requestTimeoutMs = 30_000;
const keepAliveMs = 65_000;
const checkEveryMs = 2_000;

export function createLimitedServer(listener: RequestListener): Server {
  return createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: checkEveryMs,
      insecureHTTPParser: false,
    },
    listener,
  );
}
