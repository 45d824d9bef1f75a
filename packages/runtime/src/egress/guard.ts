/** Decides, from the allow list of the moment, whether a host, port and address may be connected to. */
import { isIP } from 'node:net';
import { domainError } from '@interlude/contract';
import {
  type AllowEntry,
  allowsAddress,
  allowsHost,
  normalHost,
  parseAllowEntry,
} from './allow-list.ts';
import { isForbiddenAddress } from './forbidden-address.ts';

export interface Guard {
  /** Adds an entry; gives a function that takes it back. */
  allow(entry: string): () => void;
  allowsName(host: string, port: number): boolean;
  allowsAddress(address: string, port: number): boolean;
  /** Parses and checks what can be known without resolving names. @throws {DomainError} URL_FORBIDDEN */
  parseUrl(text: string): URL;
  /**
   * Refuses names that are never public without resolving them.
   * @throws {DomainError} URL_FORBIDDEN
   */
  checkName(url: URL): void;
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

export function createGuard(allow: readonly string[]): Guard {
  const entries = new Set<AllowEntry>();

  function add(text: string): () => void {
    const entry = parseAllowEntry(text);
    if (entry === undefined) throw new TypeError(`not a host, host:port or CIDR range: ${text}`);
    entries.add(entry);
    return () => entries.delete(entry);
  }

  const allowsName = (host: string, port: number): boolean =>
    [...entries].some((entry) => allowsHost(entry, host, port));

  const allowsLiteral = (address: string, port: number): boolean =>
    !isForbiddenAddress(address) ||
    [...entries].some((entry) => allowsHost(entry, address, port) || allowsAddress(entry, address));

  for (const text of allow) add(text);
  return {
    allow: add,
    allowsName,
    allowsAddress: allowsLiteral,
    parseUrl(text) {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
        throw domainError('URL_FORBIDDEN', { host: text.slice(0, 200) });
      }
      // The URL parser has already turned every spelling of an IPv4 address into the dotted one.
      const host = normalHost(url.hostname);
      if (host === '' || (isIP(host) !== 0 && !allowsLiteral(host, portOf(url)))) {
        throw domainError('URL_FORBIDDEN', { host: url.host });
      }
      return url;
    },
    checkName(url) {
      const host = normalHost(url.hostname);
      if (isInnerName(host) && !allowsName(host, portOf(url))) {
        throw domainError('URL_FORBIDDEN', { host: url.host });
      }
    },
  };
}
