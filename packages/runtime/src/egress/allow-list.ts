/**
 * Private hosts, addresses and ranges that an operator opens to outbound requests: `media.intern`, `media.intern:8080`,
 * `10.1.2.3`, `[fd00::5]:80`, `10.0.0.0/8`. A name allows the addresses it resolves to; a bare address or range allows
 * every port.
 */
import ipaddr from 'ipaddr.js';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

export type AllowEntry =
  | { readonly kind: 'host'; readonly host: string; readonly port: number | undefined }
  | { readonly kind: 'range'; readonly range: Range };

function parseRange(text: string): AllowEntry | undefined {
  try {
    return { kind: 'range', range: ipaddr.parseCIDR(text) };
  } catch {
    return undefined;
  }
}

/** Host names in one form: lower case, without brackets and without the root's dot. */
export function normalHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

/** undefined = not understood. */
export function parseAllowEntry(entry: string): AllowEntry | undefined {
  if (entry.includes('/')) return parseRange(entry);
  const bare = normalHost(entry);
  if (ipaddr.IPv6.isValid(bare)) return { kind: 'host', host: bare, port: undefined };
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i.exec(entry);
  if (match?.[1] === undefined) return undefined;
  const port = match[2] === undefined ? undefined : Number(match[2]);
  if (port !== undefined && port > 65_535) return undefined;
  return { kind: 'host', host: normalHost(match[1]), port };
}

/** A sentence's rest for the configuration's error; undefined = fine. */
export function allowEntryProblem(entry: string): string | undefined {
  return parseAllowEntry(entry) === undefined
    ? `has an entry that is no host, host:port or CIDR range: ${entry}`
    : undefined;
}

/** True when the entry is this host (spelled as in the URL) and its port, if it has one, is this port. */
export function allowsHost(entry: AllowEntry, host: string, port: number): boolean {
  return (
    entry.kind === 'host' &&
    entry.host === normalHost(host) &&
    (entry.port === undefined || entry.port === port)
  );
}

/** True when the range contains the address; an IPv4 address mapped into IPv6 counts as IPv4. */
export function allowsAddress(entry: AllowEntry, address: string): boolean {
  if (entry.kind !== 'range' || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const [network, bits] = entry.range;
  return parsed.kind() === network.kind() && parsed.match([network, bits]);
}

function coversRange([network, bits]: Range, entry: AllowEntry): boolean {
  if (entry.kind === 'host') {
    return allowsAddress({ kind: 'range', range: [network, bits] }, entry.host);
  }
  const [inner, innerBits] = entry.range;
  return network.kind() === inner.kind() && innerBits >= bits && inner.match([network, bits]);
}

/**
 * True when one entry of `offered` allows all that `entry` allows. Malformed entries cover nothing and are not covered.
 */
export function isCovered(entry: string, offered: readonly string[]): boolean {
  const wanted = parseAllowEntry(entry);
  return (
    wanted !== undefined &&
    offered.map(parseAllowEntry).some((offer) => {
      if (offer === undefined) return false;
      if (offer.kind === 'range') return coversRange(offer.range, wanted);
      const isSameHost = wanted.kind === 'host' && wanted.host === offer.host;
      return isSameHost && (offer.port === undefined || offer.port === wanted.port);
    })
  );
}
