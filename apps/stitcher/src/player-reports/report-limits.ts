/** Limits of player reports, with units. */
export const reportLimits = {
  /** Body of one POST of events. */
  bodyBytes: 65_536,
  /** Bodies that are being read of one session, and of all: 16 MiB. */
  bodiesAtOnce: { session: 8, all: 256 },
  /** Events of one POST; further ones are ignored. */
  lines: 200,
  /** POSTs of one session: a player sends one at each change of its state. */
  session: { burst: 20, perSecond: 2 },
  /** POSTs from one network (IPv4 /24, IPv6 /56), and networks that are remembered. */
  network: { burst: 2_000, perSecond: 200, networks: 20_000 },
} as const;
