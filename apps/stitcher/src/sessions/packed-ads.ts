/**
 * The ads of a pod as a session keeps them for hours: one flat JSON text each. A parsed ad is some hundred objects,
 * whose strings are slices that keep the whole VAST response in memory. Media files are left out: the chosen ones have
 * become creatives. Sessions with the same ad share one text.
 */
import type { InlineAd } from '@interlude/vast';

/** Read access to the ads of a pod. */
export interface PodAds extends Iterable<readonly [number, InlineAd]> {
  /** By index of the placement; slate has none. */
  get(index: number): InlineAd | undefined;
}

const limits = {
  /** Newest texts that are compared, so that equal ads share one string. */
  recentTexts: 512,
} as const;

const recent = new Map<string, string>();

/** The same string for equal texts, as long as it is among the newest. */
function shared(text: string): string {
  const known = recent.get(text) ?? text;
  recent.delete(known);
  recent.set(known, known);
  const [oldest] = recent.keys();
  if (recent.size > limits.recentTexts && oldest !== undefined) {
    recent.delete(oldest);
  }
  return known;
}

/** Text by ad: the viewers of a cohort share the object. */
const texts = new WeakMap<InlineAd, string>();

function packed(ad: InlineAd): string {
  let text = texts.get(ad);
  if (text === undefined) {
    const creatives = ad.creatives
      .slice(0, 1)
      .map((creative) => ({ ...creative, mediaFiles: [], mezzanines: [] }));
    text = shared(JSON.stringify({ ...ad, creatives }));
    texts.set(ad, text);
  }
  return text;
}

const unpacked = (text: string): InlineAd => JSON.parse(text);

export class PackedAds implements PodAds {
  readonly #texts: readonly (string | undefined)[];

  /** @param ads by index of the placement */
  constructor(ads: Iterable<readonly [number, InlineAd]>) {
    const all: (string | undefined)[] = [];
    for (const [index, ad] of ads) {
      all[index] = packed(ad);
    }
    this.#texts = all;
  }

  /** As JSON: an array of pairs of index and ad. */
  get json(): string {
    const pairs = this.#texts.flatMap((text, index) =>
      text === undefined ? [] : `[${index},${text}]`,
    );
    return `[${pairs.join(',')}]`;
  }

  get(index: number): InlineAd | undefined {
    const text = this.#texts[index];
    return text === undefined ? undefined : unpacked(text);
  }

  *[Symbol.iterator](): Iterator<readonly [number, InlineAd]> {
    for (const [index, text] of this.#texts.entries()) {
      if (text !== undefined) {
        yield [index, unpacked(text)];
      }
    }
  }
}
