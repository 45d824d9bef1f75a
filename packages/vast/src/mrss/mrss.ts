/** A place for ads in an item, as its feed names it. */
export interface MrssCuePoint {
  readonly id: string;
  /** ms from the item's start; 0 = before it, -1 = after it. */
  readonly spliceTimeMs: number;
  /** Ads at most; 1 or more. */
  readonly maxCount?: number | undefined;
  /** Length to fill, ms; more than 0. */
  readonly durationMs?: number | undefined;
  /** Every other element of the cue point by its local name: parameters for the ad server. */
  readonly params: Readonly<Record<string, string>>;
}

export type MrssCategory = 'intro' | 'ad' | 'outro';

export interface MrssMedia {
  readonly url: string;
  /** MIME type in lower case; empty when absent. */
  readonly type: string;
  readonly delivery: 'hls' | 'dash' | 'other';
}

export interface MrssItem {
  /** The guid, else an empty text. */
  readonly id: string;
  readonly title: string;
  /** Null = the programme itself. */
  readonly category: MrssCategory | null;
  readonly durationMs?: number | undefined;
  /** In document order: `media:content` also within `media:group`, then `enclosure`. */
  readonly media: readonly MrssMedia[];
  /** Ascending: before the item, within it, after it. */
  readonly cuePoints: readonly MrssCuePoint[];
}

export type MrssResult =
  | {
      readonly kind: 'feed';
      readonly title: string;
      readonly items: readonly MrssItem[];
      readonly warnings: readonly string[];
    }
  | { readonly kind: 'invalid'; readonly reason: string };
