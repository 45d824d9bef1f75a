/**
 * The address of a client behind reverse proxies: X-Forwarded-For and Forwarded count only when the proxy that sent
 * them is one of TRUSTED_PROXIES, read from the nearest proxy to the farthest (RFC 7239 §7.4). Any other sender may
 * have invented them.
 */
import { BlockList, isIP } from 'node:net';

const namedRanges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Proxies in a row that are looked at; more is no real network. */
const maxHops = 20;

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** `::ffff:1.2.3.4` is the IPv4 address that it wraps. */
const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * The network by which limits count a client: an IPv4 address is one subscriber, of IPv6 a subscriber has a /64 at least
 * (RFC 6177) and could otherwise come from a new address each time.
 * @returns the address, or the first four groups of an IPv6 one as `2001:db8:0:7::/64`
 */
export function clientNetwork(address: string): string {
  const plain = plainAddress(address);
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail] = (plain.split('%')[0] ?? '').split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [
    ...groups(head),
    ...Array<string>(Math.max(0, missing)).fill('0'),
    ...groups(tail ?? ''),
  ];
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * The network that the audit log names: enough to tell an office from a stranger, not enough to name a person.
 * @returns the /24 of an IPv4 address, the /48 of an IPv6 one; empty when it is no address
 */
export function auditNetwork(address: string): string {
  const network = clientNetwork(address);
  if (isIP(network) === 4) return `${network.split('.').slice(0, 3).join('.')}.0/24`;
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : '';
}

/** One entry of a header: the port, quotes and brackets taken off; undefined when it is no address. */
function addressOf(entry: string): string | undefined {
  const text = entry.trim().replace(/^"|"$/g, '');
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1];
  const address = bracketed ?? (isIP(text) === 0 ? text.replace(/:\d+$/, '') : text);
  return isIP(address) === 0 ? undefined : plainAddress(address);
}

/** The `for=` of each element of a Forwarded header. */
function forwardedEntries(header: string): string[] {
  return header.split(',').map((element) => /(?:^|;)\s*for=([^;]+)/i.exec(element)?.[1] ?? '');
}

export interface ForwardedHeaders {
  readonly 'x-forwarded-for'?: string | string[] | undefined;
  readonly forwarded?: string | string[] | undefined;
}

export interface ClientAddresses {
  /** True when the address is one of TRUSTED_PROXIES. */
  isTrusted(address: string): boolean;
  /**
   * The client's address, IPv4 in its plain form. X-Forwarded-For counts before Forwarded. An entry that is no
   * address (`unknown`, `_hidden`) ends the search: the last address that was known for sure is answered.
   * @param remote the connection's other end
   */
  find(remote: string, headers: ForwardedHeaders): string;
}

const joined = (value: string | string[] | undefined) =>
  Array.isArray(value) ? value.join(',') : value;

/**
 * Reads the client's address behind trusted proxies.
 * @param trusted addresses, CIDR ranges (RFC 4632), or `loopback`, `linklocal`, `uniquelocal` (TRUSTED_PROXIES)
 */
export function createClientAddresses(trusted: readonly string[]): ClientAddresses {
  const list = new BlockList();
  for (const entry of trusted.flatMap((name) => namedRanges[name] ?? [name])) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) {
      list.addAddress(address, family(address));
    } else {
      list.addSubnet(address, Number(bits), family(address));
    }
  }
  function isTrusted(address: string): boolean {
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && list.check(plain, family(plain));
  }
  return {
    isTrusted,
    find(remote, headers) {
      let client = plainAddress(remote);
      if (!isTrusted(client)) {
        return client;
      }
      const chain = joined(headers['x-forwarded-for']);
      const forwarded = joined(headers.forwarded);
      const entries = chain?.split(',') ?? (forwarded ? forwardedEntries(forwarded) : []);
      for (const entry of entries.slice(-maxHops).toReversed()) {
        const address = addressOf(entry);
        if (address === undefined) {
          break;
        }
        client = address;
        if (!isTrusted(address)) {
          break;
        }
      }
      return client;
    },
  };
}
