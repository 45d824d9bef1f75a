/** The outcome of each VAST document as a sentence. */
import type { AdRequestStep } from '@interlude/ad-requests';
import type { AdServerTest } from '@interlude/contract/api';
import { parseVast, parseVmap } from '@interlude/vast';

/** Characters of an answer that are shown. */
const shownChars = 20_000;

type Step = AdServerTest['steps'][number];

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function foundIn({ text, status }: AdRequestStep): string {
  if (status === undefined) return 'no answer';
  if (status >= 400) return 'an error';
  if (text.trim() === '') return 'nothing';
  const vast = parseVast(text);
  if (vast.kind === 'ads') {
    const wrappers = vast.ads.filter(({ kind }) => kind === 'wrapper').length;
    const ads = vast.ads.length - wrappers;
    const parts = [
      ...(ads > 0 || wrappers === 0 ? [counted(ads, 'ad')] : []),
      ...(wrappers > 0 ? [counted(wrappers, 'wrapper')] : []),
    ];
    return parts.join(', ');
  }
  const vmap = parseVmap(text);
  if (vmap.kind === 'breaks') return `a VMAP with ${counted(vmap.breaks.length, 'break')}`;
  return `not VAST: ${vast.reason}`;
}

/** A secret that the cut would split is masked as a whole. */
function shownPart(text: string, mask: (text: string) => string): string {
  return mask(text.slice(0, 2 * shownChars)).slice(0, shownChars);
}

export function presentStep(step: AdRequestStep, mask: (text: string) => string): Step {
  const { url, method, depth, status = null, tookMs, bytes, text, error } = step;
  return {
    ...{ method, depth, status, tookMs, bytes },
    url: mask(url),
    found: foundIn(step),
    ...(error !== undefined && { error: mask(error) }),
    text: shownPart(text, mask),
  };
}
