/**
 * What was decided of a break for a session, as it is stored: enough to show its ads, and to count them, in any process.
 * Creatives are named by the hash of what was read, and stored once.
 */
import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { AvailContext } from '@interlude/ad-requests';
import { openHourly, type SecretKey, sealHourly } from '@interlude/runtime';
import type { Creative, Placement, Pod } from '@interlude/stitching';
import type { InlineAd } from '@interlude/vast';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import { PackedAds } from '../sessions/packed-ads.ts';

const version = 1;

/** A decision without its creatives. Readers skip fields that they do not know. */
interface DecisionRecord {
  readonly v: number;
  /** Start of the break when it was decided, ms on the source clock. */
  readonly startMs: number;
  readonly avail: AvailContext;
  readonly pod: Pick<Pod, 'adMs' | 'occupiesMs' | 'remainder' | 'reason'>;
  readonly placements: readonly (Omit<Placement, 'creative'> & { readonly creative: string })[];
}

/** Hashes of creatives by object: they are immutable, and many sessions share one. */
const hashes = new WeakMap<Creative, string>();

/** @returns 22 characters of base64url; the same for the same segments everywhere */
export function creativeHash(creative: Creative): string {
  const known = hashes.get(creative);
  if (known !== undefined) return known;
  const hash = createHash('sha256').update(JSON.stringify(creative)).digest('base64url');
  const short = hash.slice(0, 22);
  hashes.set(creative, short);
  return short;
}

type Ads = readonly (readonly [number, InlineAd])[];

/** What a row holds. */
interface Entry {
  readonly decision: DecisionRecord;
  readonly ads: Ads;
}

/** Compressing less takes longer than writing it: most of the time goes into the compressor's own state. */
const leastPackedBytes = 4_096;
/** Every text here begins with it, and no compressed one does. */
const brace = 0x7b;

const purposes = { entry: 'session entries', creative: 'creative snapshots' } as const;

/** Seals and opens what is stored of one company. */
export class EntrySeal {
  readonly #key: SecretKey;

  constructor(key: SecretKey) {
    this.#key = key;
  }

  #seal(purpose: keyof typeof purposes, text: string, context: string, nowMs: number): Buffer {
    const plain = Buffer.from(text);
    const packed = plain.length > leastPackedBytes ? zstdCompressSync(plain) : plain;
    return sealHourly(this.#key, purposes[purpose], packed, { nowMs, context });
  }

  #open(purpose: keyof typeof purposes, sealed: Buffer, context: string): unknown {
    const packed = openHourly(this.#key, purposes[purpose], sealed, context);
    if (!packed) return undefined;
    const plain = packed[0] === brace ? packed : zstdDecompressSync(packed);
    return JSON.parse(plain.toString('utf8'));
  }

  entry(decided: DecidedPod, context: string, nowMs: number): Buffer {
    const { startMs, avail, pod, ads } = decided;
    const { adMs, occupiesMs, remainder, reason } = pod;
    const placements = pod.placements.map(({ creative, ...placement }) => ({
      ...placement,
      creative: creativeHash(creative),
    }));
    const decision: DecisionRecord = {
      ...{ v: version, startMs, avail, placements },
      pod: { adMs, occupiesMs, remainder, reason },
    };
    const adsText = ads instanceof PackedAds ? ads.json : JSON.stringify([...ads]);
    const text = `{"decision":${JSON.stringify(decision)},"ads":${adsText}}`;
    return this.#seal('entry', text, context, nowMs);
  }

  /** Undefined for what another version or installation wrote. */
  openEntry(sealed: Buffer, context: string): Entry | undefined {
    const entry = this.#open('entry', sealed, context) as Entry | undefined;
    return entry?.decision.v === version ? entry : undefined;
  }

  creative(creative: Creative, context: string, nowMs: number): Buffer {
    return this.#seal('creative', JSON.stringify(creative), context, nowMs);
  }

  openCreative(sealed: Buffer, context: string): Creative | undefined {
    return this.#open('creative', sealed, context) as Creative | undefined;
  }
}

/** Hashes of the creatives of a decision. */
export const creativesOf = ({ decision }: Entry): readonly string[] =>
  decision.placements.map(({ creative }) => creative);

/** Undefined when a creative of it is gone: then nothing of it can be shown. */
export function decidedOf(
  { decision, ads }: Entry,
  creativeOf: (hash: string) => Creative | undefined,
): DecidedPod | undefined {
  const placements = decision.placements.flatMap(({ creative: hash, ...placement }) => {
    const creative = creativeOf(hash);
    return creative ? [{ ...placement, creative }] : [];
  });
  if (placements.length < decision.placements.length) return undefined;
  const { startMs, avail, pod } = decision;
  return {
    ...{ avail, startMs },
    pod: { ...pod, placements, dropped: [] },
    ads: new PackedAds(ads),
    firedEvents: placements.map(() => 0),
  };
}
