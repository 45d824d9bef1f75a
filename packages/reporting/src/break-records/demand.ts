/** Requests to ad servers for one break, by server and wrapper hop. */

/**
 * Upper bounds of the latency histogram, ms, each included; one more place counts longer latencies. Histograms add
 * place by place.
 */
export const demandLatencyBoundsMs = [
  25, 50, 100, 200, 400, 800, 1_200, 1_800, 2_500, 4_000, 6_000, 10_000,
] as const;

export interface DemandSum {
  /** Host of the address, with its port when it names one. */
  readonly server: string;
  /** 0 = the ad server of the channel; wrappers from 1. */
  readonly hop: number;
  /** Requests: the sum of those in time, late and in error. */
  readonly asked: number;
  readonly inTime: number;
  readonly late: number;
  /** Of those in time: without an ad. */
  readonly empty: number;
  readonly error: number;
  /** Of answers in time or in error; by `demandLatencyBoundsMs`. */
  readonly latency: readonly number[];
}

/** One request to an ad server, as it ended. */
export interface AskedServer {
  readonly url: string;
  readonly hop: number;
  readonly outcome: 'inTime' | 'empty' | 'late' | 'error';
  /** Undefined: there was no answer. */
  readonly tookMs: number | undefined;
}

/** Largest hop that is stored: the column is a small integer. */
const maxHop = 30;

const maxKnownServers = 1_000;
/** Servers by scheme and authority: the same ones come with every session. */
const knownServers = new Map<string, string>();

/** Scheme and authority of an address as it is written. */
const originOf = /^[a-z]{1,10}:\/\/[^/?#]{1,300}/i;

/**
 * The ad server of an address.
 * @returns its host, with its port when the address names one; `unknown` for text that is no address
 */
export function serverOf(url: string): string {
  const origin = originOf.exec(url)?.[0] ?? '';
  const known = knownServers.get(origin);
  if (known !== undefined) return known;
  const server = URL.canParse(origin) ? new URL(origin).host : 'unknown';
  if (knownServers.size >= maxKnownServers) knownServers.clear();
  knownServers.set(origin, server);
  return server;
}

function histogramOf(tookMs: number | undefined): number[] {
  const counts = new Array<number>(demandLatencyBoundsMs.length + 1).fill(0);
  if (tookMs !== undefined) {
    const place = demandLatencyBoundsMs.findIndex((boundMs) => tookMs <= boundMs);
    counts[place < 0 ? demandLatencyBoundsMs.length : place] = 1;
  }
  return counts;
}

/** @returns the sums of one request */
export function demandOf({ url, hop, outcome, tookMs }: AskedServer): DemandSum {
  const isInTime = outcome === 'inTime' || outcome === 'empty';
  return {
    server: serverOf(url),
    hop: Math.max(0, Math.min(maxHop, hop)),
    asked: 1,
    inTime: isInTime ? 1 : 0,
    late: outcome === 'late' ? 1 : 0,
    empty: outcome === 'empty' ? 1 : 0,
    error: outcome === 'error' ? 1 : 0,
    latency: histogramOf(tookMs),
  };
}
