/**
 * Addresses that no outbound request may reach unless the operator allows them. Only plainly public unicast passes;
 * every other range, and addresses that embed an IPv4 address (NAT64, 6to4, Teredo, IPv4-mapped and -compatible), is
 * refused, because their destination depends on the network.
 * @see IANA special-purpose address registries (RFC 6890), RFC 6052 (NAT64), RFC 3056 (6to4)
 */
import ipaddr from 'ipaddr.js';

/** Reaches the platform's own control services although the registries call it public. */
const extraForbidden: readonly (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[] = [
  ipaddr.parseCIDR('168.63.129.16/32'), // Azure: WireServer, DNS, health probes
  ipaddr.parseCIDR('192.88.99.0/24'), // 6to4 relay anycast (RFC 7526)
  ipaddr.parseCIDR('64:ff9b::/96'), // NAT64 well-known prefix
  ipaddr.parseCIDR('64:ff9b:1::/48'), // NAT64 local use (RFC 8215)
  ipaddr.parseCIDR('2001::/23'), // IETF protocol assignments, Teredo, ORCHID
  ipaddr.parseCIDR('2002::/16'), // 6to4
  ipaddr.parseCIDR('2001:db8::/32'), // documentation
  ipaddr.parseCIDR('3fff::/20'), // documentation (RFC 9637)
  ipaddr.parseCIDR('5f00::/16'), // segment routing SIDs (RFC 9602)
  ipaddr.parseCIDR('::/96'), // IPv4-compatible, unspecified, loopback
  ipaddr.parseCIDR('fec0::/10'), // site-local, deprecated (RFC 3879)
];

/** IPv6 that is given out for use on the public Internet (RFC 4291 §2.4). */
const globalUnicast6 = ipaddr.parseCIDR('2000::/3');

/** `address` is an IP literal without brackets; anything else counts as forbidden. */
export function isForbiddenAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, ''); // zone index of a link-local address
  if (!ipaddr.isValid(bare)) return true;
  const parsed = ipaddr.process(bare); // ::ffff:a.b.c.d becomes a.b.c.d
  if (parsed.range() !== 'unicast') return true;
  if (parsed.kind() === 'ipv6' && !parsed.match(globalUnicast6)) return true;
  return extraForbidden.some(
    ([network, bits]) => network.kind() === parsed.kind() && parsed.match([network, bits]),
  );
}
