/**
 * The bar of a slate that is being encoded: its job is read every 5 s and the bar grows by 2 % each time; from
 * over 99 % it goes back to 70 %, for encoding may take longer than the bar (SLATE-014, OP-69).
 */

/** Milliseconds between two readings. */
export const slatePollMs = 5_000;
const growthPercent = 2;
const wrapsAbovePercent = 99;
const wrapsToPercent = 70;

/** Percent shown after a tick. */
export function nextSlateProgress(shown: number): number {
  const grown = shown + growthPercent;
  return grown > wrapsAbovePercent ? wrapsToPercent : grown;
}
