/**
 * Proxy addresses for the addresses of a source. They keep the path of the source, so relative URIs and templates in
 * manifests resolve without rewriting.
 */
import type { SecretKey } from '@interlude/runtime';
import { openOrigin, openTicket, type ProxiedTicket, sealOrigin } from './proxied-ticket.ts';

export const proxiedPath = '/api/v2/proxied-sources';

export interface ProxiedTarget {
  readonly ticket: ProxiedTicket;
  /** As it appears in the address. */
  readonly ticketText: string;
  readonly url: string;
}

/** The proxy address of a source address; schemes other than http(s) stay unchanged. */
export type Address = (url: string) => string;

export function addressesFor(key: SecretKey, publicUrl: string, ticketText: string): Address {
  const base = `${publicUrl.replace(/\/+$/, '')}${proxiedPath}/${ticketText}`;
  const origins = new Map<string, string>();
  return (url) => {
    const { protocol, origin, pathname, search } = new URL(url);
    if (protocol !== 'http:' && protocol !== 'https:') return url;
    const sealed = origins.get(origin) ?? sealOrigin(key, ticketText, origin);
    origins.set(origin, sealed);
    return `${base}/${sealed}${pathname}${search}`;
  };
}

/**
 * The source address in a proxy address; undefined when it is malformed, forged or expired.
 * @param path of the request as received, with its query
 */
export function openAddress(
  key: SecretKey,
  path: string,
  nowSeconds: number,
): ProxiedTarget | undefined {
  const match = /^\/([\w.-]+)\/([\w.-]+)(\/[^#]*)$/.exec(path.slice(proxiedPath.length));
  const [, ticketText = '', sealed = '', rest = ''] = match ?? [];
  const ticket = openTicket(key, ticketText, nowSeconds);
  const origin = ticket && openOrigin(key, ticketText, sealed);
  if (ticket === undefined || origin === undefined || !URL.canParse(rest, origin)) return undefined;
  // A path that begins with two slashes is a path, not a host.
  const url = new URL(origin + rest);
  return url.origin === origin ? { ticket, ticketText, url: url.href } : undefined;
}
