/** Decides, from the allow list of the moment, whether a host, port and address may be connected to. */
import { isIP } from 'node:net';
import { domainError } from '@interlude/contract/errors';
import {
  type AllowEntry,
  allowsAddress,
  allowsHost,
  normalHost,
  parseAllowEntry,
} from './allow-list.ts';
import { isForbiddenAddress } from './forbidden-address.ts';

export interface Guard {
  allowsName(host: string, port: number): boolean;
  allowsAddress(address: string, port: number): boolean;
  /** Parses an address and makes the checks that need no name resolution. @throws {DomainError} URL_FORBIDDEN */
  parseUrl(text: string): URL;
  /**
   * Refuses names that are never public without resolving them.
   * @throws {DomainError} URL_FORBIDDEN
   */
  checkName(url: URL): void;
}

/** A guard by a list of its own. */
export interface ListGuard extends Guard {
  /** Adds an entry. @returns a function that removes it */
  allow(entry: string): () => void;
  /** True when an entry allows this name or address at this port. */
  lists(host: string, port: number): boolean;
}

/** Reserved for inside of networks, or used there and not given out (RFC 6761, 6762, 8375, 9476, ICANN). */
const innerNames =
  /(?:^|\.)(?:localhost|local|internal|home\.arpa|alt|corp|home|mail|lan|intranet|private)$/;

function isInnerName(host: string): boolean {
  return isIP(host) === 0 && (!host.includes('.') || innerNames.test(host));
}

/** The port a URL leads to. */
function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** Tests whether a non-public host may be reached: a name, or an address without brackets. */
type Lists = (host: string, port: number) => boolean;

function guardBy(lists: Lists): Guard {
  const allowsAddress = (address: string, port: number): boolean =>
    !isForbiddenAddress(address) || lists(address, port);
  return {
    allowsName: lists,
    allowsAddress,
    parseUrl(text) {
      const url = URL.parse(text);
      if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
        throw domainError('URL_FORBIDDEN', { host: text.slice(0, 200) });
      }
      // The URL parser has already turned every spelling of an IPv4 address into the dotted one.
      const host = normalHost(url.hostname);
      if (host === '' || (isIP(host) !== 0 && !allowsAddress(host, portOf(url)))) {
        throw domainError('URL_FORBIDDEN', { host: url.host });
      }
      return url;
    },
    checkName(url) {
      const host = normalHost(url.hostname);
      if (isInnerName(host) && !lists(host, portOf(url))) {
        throw domainError('URL_FORBIDDEN', { host: url.host });
      }
    },
  };
}

const listedIn = (entries: Iterable<AllowEntry>, host: string, port: number): boolean =>
  [...entries].some((entry) => allowsHost(entry, host, port) || allowsAddress(entry, host));

export function createGuard(allow: readonly string[]): ListGuard {
  const entries = new Set<AllowEntry>();

  function add(text: string): () => void {
    const entry = parseAllowEntry(text);
    if (entry === undefined) throw new TypeError(`not a host, host:port or CIDR range: ${text}`);
    entries.add(entry);
    return () => entries.delete(entry);
  }

  for (const text of allow) add(text);
  const lists: Lists = (host, port) => listedIn(entries, host, port);
  return { ...guardBy(lists), allow: add, lists };
}

/** Grants of one company; `all` = everything that the operator offers. */
export type Granted = readonly AllowEntry[] | 'all';

/**
 * The guard of one company.
 * @param everyone entries that all companies may reach
 * @param offered entries that may be granted; a grant ends when its entry is no longer offered
 */
export function tenantGuard(
  everyone: ListGuard,
  offered: ListGuard,
  granted: () => Granted,
): Guard {
  const isGranted: Lists = (host, port) => {
    const entries = granted();
    return entries === 'all' || listedIn(entries, host, port);
  };
  return guardBy(
    (host, port) =>
      everyone.lists(host, port) || (offered.lists(host, port) && isGranted(host, port)),
  );
}
