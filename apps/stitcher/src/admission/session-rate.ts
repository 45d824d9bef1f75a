/**
 * Limits how fast sessions are opened from one network (IPv4 /24, IPv6 /56), with a token bucket for each. It keeps one
 * machine from filling the memory with sessions, and is far above what a block of flats needs at kick-off. An address
 * of a trusted proxy stands for many viewers and is not limited.
 */
import { isIPv4, isIPv6 } from 'node:net';
import { domainError } from '@interlude/contract/errors';
import type { ClientAddresses, Clock } from '@interlude/runtime';

export const sessionRate = {
  /** Sessions at once. */
  burst: 1_000,
  perSecond: 20,
  /** Networks that are remembered; the one that was quiet longest is forgotten first. */
  networks: 20_000,
} as const;

/** Size and filling of a token bucket. */
export interface Rate {
  /** Turns that can be taken at once. */
  readonly burst: number;
  readonly perSecond: number;
}

/** A token bucket: the turns that are left in it. */
export interface Bucket {
  tokens: number;
  /** Epoch ms of the last filling. */
  filledMs: number;
}

/** Fills a bucket up to now and takes a turn. @returns false when there is none */
export function takeTurn(bucket: Bucket, { burst, perSecond }: Rate, nowMs: number): boolean {
  const gained = (Math.max(0, nowMs - bucket.filledMs) * perSecond) / 1000;
  bucket.tokens = Math.min(burst, bucket.tokens + gained);
  bucket.filledMs = nowMs;
  if (bucket.tokens < 1) {
    return false;
  }
  bucket.tokens -= 1;
  return true;
}

const groupsOfSubnet = 3;

/** All eight groups of an IPv6 address, as numbers. */
function groups(address: string): number[] {
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const numbers = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [left, right] = [numbers(head), numbers(tail ?? '')];
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: gap }, () => 0), ...right];
}

/** The network of an address as a key; a text that is no IP address as it is. */
export function networkOf(address: string): string {
  if (isIPv4(address)) {
    return address.slice(0, address.lastIndexOf('.'));
  }
  if (!isIPv6(address)) {
    return address;
  }
  const all = groups(address);
  return [...all.slice(0, groupsOfSubnet), (all[groupsOfSubnet] ?? 0) >> 8].join(':');
}

export class SessionRate {
  readonly #clock: Clock;
  readonly #addresses: ClientAddresses;
  readonly #rate: Rate & { readonly networks: number };
  /** Least recently used first. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    clock: Clock,
    addresses: ClientAddresses,
    rate: Rate & { readonly networks: number } = sessionRate,
  ) {
    this.#clock = clock;
    this.#addresses = addresses;
    this.#rate = rate;
  }

  /** @throws {DomainError} TOO_MANY_REQUESTS */
  take(address: string): void {
    if (this.#addresses.isTrusted(address)) {
      return;
    }
    const network = networkOf(address);
    const nowMs = this.#clock.now();
    const { burst, networks } = this.#rate;
    const bucket = this.#buckets.get(network) ?? { tokens: burst, filledMs: nowMs };
    this.#buckets.delete(network);
    this.#buckets.set(network, bucket);
    if (!takeTurn(bucket, this.#rate, nowMs)) {
      throw domainError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 });
    }
    for (const oldest of this.#buckets.keys()) {
      if (this.#buckets.size <= networks) {
        break;
      }
      this.#buckets.delete(oldest);
    }
  }
}
