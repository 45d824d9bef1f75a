/**
 * Decisions of a session as they are stored: of one live break, or of all breaks of a VOD asset. An entry is enough to
 * show the ads, and to count them, in any process. Creatives are stored once, and named by a hash of their content.
 */
import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { AvailContext } from '@interlude/ad-requests';
import { openHourly, type SecretKey, sealHourly } from '@interlude/runtime';
import type { Creative, Placement, Pod, VodPlan } from '@interlude/stitching';
import type { InlineAd, MrssItem } from '@interlude/vast';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import { PackedAds } from '../sessions/packed-ads.ts';

const version = 1;

/** A placement that names its creative by hash. */
type PlacementRecord = Omit<Placement, 'creative'> & { readonly creative: string };

/** A decision without its creatives. Readers skip fields that they do not know. */
interface DecisionRecord {
  readonly v: number;
  /** Start of the break when it was decided, ms on the source clock. */
  readonly startMs: number;
  readonly avail: AvailContext;
  readonly pod: Pick<Pod, 'adMs' | 'occupiesMs' | 'remainder' | 'reason'>;
  readonly placements: readonly PlacementRecord[];
}

function versionOf(entry: Entry): number | undefined {
  if ('vod' in entry) return entry.vod.v;
  return 'start' in entry ? entry.start.v : entry.decision?.v;
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

/** Row of a live break. */
interface BreakRecord {
  readonly decision: DecisionRecord;
  readonly ads: Ads;
}

/**
 * Duration and number of segment boundaries of an asset: read again, it must have the same, or its plan does not fit.
 */
export interface AssetCuts {
  readonly durationMs: number;
  readonly count: number;
}

/** Decisions of a session of a VOD asset. */
export interface DecidedVod {
  readonly cuts: AssetCuts;
  readonly plan: VodPlan;
  /** Pods of the planned breaks with ads; breaks with clips of a feed have none. */
  readonly pods: readonly DecidedPod[];
  /** Clips of the feed by the id of their break. */
  readonly clips: ReadonlyMap<string, MrssItem>;
}

type VodBreakRecord = Omit<VodPlan['breaks'][number], 'placements'> & {
  readonly placements: readonly PlacementRecord[];
  /** Left out for clips of a feed. */
  readonly decided?: Pick<DecisionRecord, 'avail' | 'pod'>;
};

/** Row of a VOD asset. */
interface VodRecord {
  readonly vod: {
    readonly v: number;
    readonly cuts: AssetCuts;
    readonly plan: Omit<VodPlan, 'breaks'> & { readonly breaks: readonly VodBreakRecord[] };
    readonly clips: readonly (readonly [string, MrssItem])[];
  };
  /** Ads by the id of their break. */
  readonly ads: readonly (readonly [string, Ads])[];
}

/** Row of a live session: that it plays, and how it began, as plain data. */
interface StartRecord {
  readonly start: { readonly v: number; readonly began?: unknown };
}

/** Any row but the claim of an ad request (`AskRecord`). */
export type Entry = BreakRecord | VodRecord | StartRecord;

/** Break id of the row of a whole session. */
export const wholeSessionId = '';

/** Shorter texts are not compressed: setting up the compressor takes longer than writing them. */
const leastPackedBytes = 4_096;
/** First byte of every plain text here, and of no compressed one. */
const brace = 0x7b;

const purposes = { entry: 'session entries', creative: 'creative snapshots' } as const;

/** Seals and opens rows and creatives. `context` binds the sealed bytes to their row. */
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

  /** @param text as `breakText`, `vodText` or `startText` writes it */
  entry(text: string, context: string, nowMs: number): Buffer {
    return this.#seal('entry', text, context, nowMs);
  }

  /** Undefined for a row of another version or installation. */
  openEntry(sealed: Buffer, context: string): Entry | undefined {
    const entry = this.#open('entry', sealed, context) as Entry | undefined;
    return entry && versionOf(entry) === version ? entry : undefined;
  }

  /** Epoch ms until which another process has claimed the ad request of a break; undefined for any other row. */
  openAsk(sealed: Buffer, context: string): number | undefined {
    const record = this.#open('entry', sealed, context) as Partial<AskRecord> | undefined;
    return record?.ask?.untilMs;
  }

  creative(creative: Creative, context: string, nowMs: number): Buffer {
    return this.#seal('creative', JSON.stringify(creative), context, nowMs);
  }

  openCreative(sealed: Buffer, context: string): Creative | undefined {
    return this.#open('creative', sealed, context) as Creative | undefined;
  }
}

const recordOf = ({ creative, ...placement }: Placement): PlacementRecord => ({
  ...placement,
  creative: creativeHash(creative),
});

const figuresOf = ({ adMs, occupiesMs, remainder, reason }: Pod): DecisionRecord['pod'] => ({
  ...{ adMs, occupiesMs, remainder, reason },
});

const adsText = ({ ads }: DecidedPod): string =>
  ads instanceof PackedAds ? ads.json : JSON.stringify([...ads]);

/** The start of a live session as JSON. @param began plain data */
export function startText(began: unknown): string {
  const record: StartRecord = { start: { v: version, began } };
  return JSON.stringify(record);
}

/** Break id of the row with which a process claims the ad request of a break. */
export const askId = (breakId: string): string => `ask ${breakId}`;

/** Row of such a claim. */
interface AskRecord {
  readonly ask: {
    readonly v: number;
    /** The process has decided by then, or never will; epoch ms. */
    readonly untilMs: number;
  };
}

/** The claim of an ad request as JSON. @param untilMs epoch ms */
export function askText(untilMs: number): string {
  const record: AskRecord = { ask: { v: version, untilMs } };
  return JSON.stringify(record);
}

/** How the session of a row has begun; undefined when the row is of something else. */
export const beganOf = (entry: Entry): unknown =>
  'start' in entry ? entry.start.began : undefined;

/** A decision of a live break as JSON. */
export function breakText(decided: DecidedPod): string {
  const { startMs, avail, pod } = decided;
  const placements = pod.placements.map(recordOf);
  const decision: DecisionRecord = {
    ...{ v: version, startMs, avail, placements },
    pod: figuresOf(pod),
  };
  return `{"decision":${JSON.stringify(decision)},"ads":${adsText(decided)}}`;
}

/** Decisions of a VOD asset as JSON. */
export function vodText({ cuts, plan, pods, clips }: DecidedVod): string {
  const byBreak = new Map(pods.map((decided) => [decided.avail.breakId, decided]));
  const breaks = plan.breaks.map(({ placements, ...one }): VodBreakRecord => {
    const { avail, pod } = byBreak.get(one.breakId) ?? {};
    const records = { ...one, placements: placements.map(recordOf) };
    return avail && pod ? { ...records, decided: { avail, pod: figuresOf(pod) } } : records;
  });
  const vod: VodRecord['vod'] = {
    ...{ v: version, cuts, clips: [...clips] },
    plan: { ...plan, breaks },
  };
  const ads = [...byBreak].map(
    ([breakId, decided]) => `[${JSON.stringify(breakId)},${adsText(decided)}]`,
  );
  return `{"vod":${JSON.stringify(vod)},"ads":[${ads.join(',')}]}`;
}

/** Hashes of the creatives of a row. */
export function creativesOf(entry: Entry): readonly string[] {
  if ('start' in entry) return [];
  const all = 'vod' in entry ? entry.vod.plan.breaks : [entry.decision];
  return all.flatMap(({ placements }) => placements.map(({ creative }) => creative));
}

type FindCreative = (hash: string) => Creative | undefined;

/** Undefined when a creative is gone: then nothing of the break can be shown. */
function placementsOf(
  records: readonly PlacementRecord[],
  creativeOf: FindCreative,
): readonly Placement[] | undefined {
  const placements = records.flatMap(({ creative: hash, ...placement }) => {
    const creative = creativeOf(hash);
    return creative ? [{ ...placement, creative }] : [];
  });
  return placements.length < records.length ? undefined : placements;
}

/** Undefined when it is not of a live break, or cannot be shown. */
export function decidedOf(entry: Entry, creativeOf: FindCreative): DecidedPod | undefined {
  if (!('decision' in entry)) return undefined;
  const { startMs, avail, pod, placements: records } = entry.decision;
  const placements = placementsOf(records, creativeOf);
  return (
    placements && {
      ...{ avail, startMs, pod: { ...pod, placements, dropped: [] } },
      ads: new PackedAds(entry.ads),
      firedEvents: placements.map(() => 0),
    }
  );
}

/** Undefined when it is not of a VOD asset, or cannot be shown as a whole. */
export function vodOf(entry: Entry, creativeOf: FindCreative): DecidedVod | undefined {
  if (!('vod' in entry)) return undefined;
  const { cuts, plan, clips } = entry.vod;
  const ads = new Map(entry.ads);
  const pods: DecidedPod[] = [];
  const breaks: VodPlan['breaks'][number][] = [];
  for (const { placements: records, decided, ...one } of plan.breaks) {
    const placements = placementsOf(records, creativeOf);
    if (!placements) return undefined;
    breaks.push({ ...one, placements });
    if (decided) {
      const { avail, pod } = decided;
      pods.push({
        ...{ avail, startMs: one.startMs, pod: { ...pod, placements, dropped: [] } },
        ads: new PackedAds(ads.get(one.breakId) ?? []),
        firedEvents: placements.map(() => 0),
      });
    }
  }
  return { cuts, plan: { ...plan, breaks }, pods, clips: new Map(clips) };
}
