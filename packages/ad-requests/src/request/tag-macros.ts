import { expandMacros } from '@interlude/vast';
import type { ViewerContext } from '../viewer-context.ts';
import type { AvailContext } from './avail-context.ts';
import { macroValues } from './tokens.ts';

/**
 * Fills the macros of the addresses that wrappers name: they are asked for the same break and viewer.
 * @returns a function that takes and returns an address
 * @see VAST 4.3 §6; rule V5
 */
export function tagMacros(avail: AvailContext, viewer: ViewerContext): (url: string) => string {
  let values: ReturnType<typeof macroValues> | undefined;
  return (url) => {
    values ??= macroValues(avail, viewer, avail);
    return expandMacros(url, values);
  };
}
