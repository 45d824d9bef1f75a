/** The conditioning profile of a DASH source: the video and audio representations of its newest period. */

import { ladderOfDash } from '@interlude/conditioning';
import type { Mpd } from '@interlude/dash';
import type { DashProfile } from '../channel-profile.ts';
import { dashRendition } from './dash-rendition.ts';
import { isShown } from './dash-timing.ts';

/** The conditioning profile of an MPD. An equal profile stays the same object: creatives are matched once for each. */
export function dashProfile(
  mpd: Mpd,
  targetDuration: number,
  known: DashProfile | undefined,
): DashProfile {
  const sets = mpd.periods
    .flatMap(({ adaptationSets }) => adaptationSets)
    .filter(isShown)
    .filter(({ contentType }) => contentType === 'video' || contentType === 'audio');
  const inOrder = sets.toSorted(
    (a, b) => Number(a.contentType === 'audio') - Number(b.contentType === 'audio'),
  );
  const representations = new Map(
    inOrder.flatMap((set) => set.representations.map((one) => [one.id, { set, one }] as const)),
  );
  const found = [...representations.values()];
  const profile: DashProfile = {
    manifestType: 'dash',
    renditions: found.map(({ set, one }) => dashRendition(set, one)),
    mimeTypes: new Map(found.map(({ one }) => [one.id, one.mimeType ?? ''])),
    targetDuration,
    ladder: ladderOfDash(mpd),
  };
  return known && print(known) === print(profile) ? known : profile;
}

function print({ renditions, mimeTypes, targetDuration, ladder }: DashProfile): string {
  return JSON.stringify([renditions, [...mimeTypes], targetDuration, ladder]);
}
