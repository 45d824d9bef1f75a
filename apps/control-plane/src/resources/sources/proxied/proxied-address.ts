/**
 * Addresses of this platform that stand for those of a source. The path of the source follows its origin, so that
 * relative addresses in manifests lead to where they should by themselves, templates included.
 */
import type { SecretKey } from '@interlude/runtime';
import { openOrigin, openTicket, type ProxiedTicket, sealOrigin } from './proxied-ticket.ts';

export const proxiedPath = '/api/v2/proxied-sources';

export interface ProxiedTarget {
  readonly ticket: ProxiedTicket;
  /** As it stands in the address. */
  readonly ticketText: string;
  readonly url: string;
}

/** Gives the address that stands for one of the source; others than http(s) stay as they are. */
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
 * What an address stands for; undefined when it is not one of ours, or its time is over.
 * @param path of the request as it came, with its query
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
