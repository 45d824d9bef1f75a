/** Refuses MPDs with more segments or elements than can be worked through one by one. */
import type { Mpd } from '@interlude/dash';
import { tooLarge } from '@interlude/runtime';
import { mpdExcess } from '@interlude/stitching';

/**
 * @param nowMs epoch ms, of a live source; undefined = an asset
 * @throws {DomainError} SOURCE_TOO_LARGE
 */
export function checkMpd(mpd: Mpd, nowMs: number | undefined): void {
  const excess = mpdExcess(mpd, nowMs);
  if (excess) {
    throw tooLarge(excess.what, excess.allowed);
  }
}
