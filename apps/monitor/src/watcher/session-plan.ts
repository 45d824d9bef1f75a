/** The plan of a session of the monitor, from its address `breaks.json`. */
import { safeText } from '@interlude/audit';
import { isLossReason } from '@interlude/contract';
import type { AdNames, PlannedBreak } from '@interlude/monitoring';
import { placementOf } from '@interlude/monitoring';
import type { Clock } from '@interlude/runtime';
import { z } from 'zod';
import { monitorPace } from '../monitor-limits.ts';
import type { ReadManifest } from './read-manifest.ts';

const sessionBreaks = z
  .array(
    z.object({
      id: z.string().max(500),
      startMs: z.number(),
      endMs: z.number(),
      ads: z
        .array(
          z.object({
            placement: z.string().max(500),
            creative: z.string().max(2_000),
            title: z.string().max(2_000),
            startMs: z.number(),
            durationMs: z.number(),
          }),
        )
        .max(200),
      reason: z.string().max(100).optional(),
      isCutShort: z.boolean().optional(),
    }),
  )
  .max(2_000);

/** A planned break with its end. */
export interface SessionBreak extends PlannedBreak {
  readonly endMs: number;
  /** The source came back earlier than planned. */
  readonly isCutShort: boolean;
}

/**
 * `…/hls/{channel}/{sid}/v0.m3u8` and `…/dash/{channel}/{sid}.mpd` → `…/{channel}/{sid}/breaks.json`; undefined for
 * any other address.
 */
export function planAddress(url: string): string | undefined {
  const address = URL.parse(url);
  if (address === null) return undefined;
  const inHls = /^(.*\/hls\/[^/]+\/[^/]+)\/[^/].*\.m3u8$/.exec(address.pathname);
  const inDash = /^(.*\/dash\/[^/]+\/[^/]+)\.mpd$/.exec(address.pathname);
  const session = inHls?.[1] ?? inDash?.[1];
  return session === undefined ? undefined : `${address.origin}${session}/breaks.json`;
}

/** Longer plans are ignored: one of 2,000 ads is shorter. */
const planChars = 512 * 1024;
/** Greatest age of a plan by which breaks are judged, ms: it is read again while ads are listed. */
const planGoodMs = 30_000;

export class SessionPlan {
  #breaks: readonly SessionBreak[] = [];
  #placements = new Map<string, { readonly creative: string }>();
  #readAtMs = 0;
  #reading: Promise<void> | undefined;
  readonly #read: ReadManifest;
  readonly #clock: Clock;

  constructor(read: ReadManifest, clock: Clock) {
    this.#read = read;
    this.#clock = clock;
  }

  get breaks(): readonly SessionBreak[] {
    return this.#breaks;
  }

  /** Whether the plan is recent enough to judge a break of this time. */
  isKnownAt(nowMs: number): boolean {
    return this.#readAtMs > nowMs - planGoodMs;
  }

  /** A placement that the plan does not name is slate, when the plan is newer than the placement. */
  namesAt(nowMs: number): AdNames {
    return {
      placementOf,
      placement: (id) => this.#placements.get(id),
      isPlanKnown: this.#readAtMs > nowMs - monitorPace.planMs,
    };
  }

  /** Reads it again unless it was read just now; what fails leaves what is known. */
  async refresh(outputUrl: string, signal: AbortSignal): Promise<void> {
    const address = planAddress(outputUrl);
    if (address === undefined) return;
    if (this.#clock.now() - this.#readAtMs < monitorPace.planMs) return;
    this.#reading ??= this.#load(address, signal).finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #load(address: string, signal: AbortSignal): Promise<void> {
    const { answer } = await this.#read(address, signal);
    if (answer.kind === 'failed' || answer.text.length > planChars) return;
    const parsed = sessionBreaks.safeParse(jsonOf(answer.text));
    if (!parsed.success) return;
    this.#readAtMs = this.#clock.now();
    this.#breaks = parsed.data.map(({ id, startMs, endMs, ads, reason, isCutShort = false }) => ({
      breakId: id,
      startMs,
      endMs,
      isCutShort,
      ...(reason !== undefined && isLossReason(reason) && { reason }),
      ads: ads.map(({ placement, creative, title, ...ad }) => ({
        ...ad,
        placement,
        creative: safeText(creative || title),
      })),
    }));
    this.#placements = new Map(
      this.#breaks.flatMap(({ ads }) =>
        ads.map(({ placement, ...ad }) => [placement, ad] as const),
      ),
    );
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
