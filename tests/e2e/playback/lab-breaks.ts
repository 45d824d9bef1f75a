/** The breaks of the lab's live sources as viewings request them, and when to join. */
import { setTimeout } from 'node:timers/promises';
import { EPOCH_MS } from '../../../apps/lab/src/live-origin/live-clock.ts';

/** A break of 11.52 s every 23.04 s. */
export const EVERY_MS = 23_040;
export const SOURCE_QUERY = 'every=23.04&break=11.52';
export const BREAK_FRAMES = 288;

/**
 * Milliseconds into a distance of two breaks, whose second half is the break, at which a viewer joins to see three to
 * eight seconds of the programme before the break. Players begin 12 s behind the edge; shaka in HLS two segments behind
 * it.
 */
const JOIN_MS = 15_700;
const JOIN_SHAKA_HLS_MS = 12_000;
const JOIN_WITHIN_MS = 1_500;

/** Waits until a viewer who joins now sees the programme first, and soon a break. */
export async function beginsInProgramme(isShakaHls = false): Promise<void> {
  const fromMs = isShakaHls ? JOIN_SHAKA_HLS_MS : JOIN_MS;
  const lateMs = (Date.now() - EPOCH_MS - fromMs) % EVERY_MS;
  if (lateMs > JOIN_WITHIN_MS) await setTimeout(EVERY_MS - lateMs);
}
