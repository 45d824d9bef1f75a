/**
 * The ads of a pod as a session keeps them for hours: JSON texts that share with those of other sessions all but what is
 * the viewer's own. A parsed ad is some hundred objects, whose strings are slices that keep the whole VAST response in
 * memory. Media files are left out: the chosen ones have become creatives.
 */
import type { InlineAd } from '@interlude/vast';
import { type SharedText, SharedTexts, textOf } from '../shared-values/shared-texts.ts';

/** Read access to the ads of a pod. */
export interface PodAds extends Iterable<readonly [number, InlineAd]> {
  /** By index of the placement; slate has none. */
  get(index: number): InlineAd | undefined;
}

const sharedTexts = new SharedTexts();

/** Ads with the same creative mostly differ in ids of the request alone. */
function kindOf({ adSystem, title, id, creatives }: InlineAd): string {
  const [creative] = creatives;
  const [universal] = creative?.universalAdIds ?? [];
  return JSON.stringify([
    adSystem,
    title,
    universal?.value ?? creative?.adId ?? creative?.id ?? id,
  ]);
}

/** Text by ad: the viewers of a cohort share the object. */
const texts = new WeakMap<InlineAd, SharedText>();

function packed(ad: InlineAd): SharedText {
  let text = texts.get(ad);
  if (text === undefined) {
    const creatives = ad.creatives
      .slice(0, 1)
      .map((creative) => ({ ...creative, mediaFiles: [], mezzanines: [] }));
    text = sharedTexts.keep(kindOf(ad), JSON.stringify({ ...ad, creatives }));
    texts.set(ad, text);
  }
  return text;
}

const unpacked = (text: SharedText): InlineAd => JSON.parse(textOf(text));

export class PackedAds implements PodAds {
  readonly #texts: readonly (SharedText | undefined)[];

  /** @param ads by index of the placement */
  constructor(ads: Iterable<readonly [number, InlineAd]>) {
    const all: (SharedText | undefined)[] = [];
    for (const [index, ad] of ads) {
      all[index] = packed(ad);
    }
    this.#texts = all;
  }

  /** As JSON: an array of pairs of index and ad. */
  get json(): string {
    const pairs = this.#texts.flatMap((text, index) =>
      text === undefined ? [] : `[${index},${textOf(text)}]`,
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
