/** Where clamd listens: `host:port`, `[::1]:3310`, or the path of a Unix socket. */
import type { NetConnectOpts } from 'node:net';

/** Of clamd when no port is named. */
const DEFAULT_PORT = 3310;

/** Undefined = not understood. */
export function parseScannerAddress(address: string): NetConnectOpts | undefined {
  if (address.startsWith('/')) return { path: address };
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i.exec(address);
  const host = match?.[1]?.replace(/^\[|\]$/g, '');
  const port = Number(match?.[2] ?? DEFAULT_PORT);
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port };
}
