// Numbers of `hlsLegacyMediaSequenceHandling`: the source's own wherever no break is listed (H5).
//
//   source  40 41 [42 43 44 45] 46 47      4 segments replaced by 3 ads
//   listed from 41 on: 41 | ads 42 43 44 | 45 46       number of the first item: 41
//   listed from 46 on: 46 47                           the break has left: 46, one number is left out
//
// More ads than segments: the number stays until the source has caught up. So it never falls, but where the
// counts differ it does not rise by what was removed: players that need H1 are served without this mode.
import type { OutputItem } from '../hls/lay-out.ts';
import type { PlanBase, PlannedBreak, RenditionSplice, SplicePlan } from './splice-plan.ts';

function afterBreak(splice: RenditionSplice, before: number): number {
  if (splice.passed || splice.returnMsn === undefined) return before;
  return before + splice.returnMsn - splice.firstAdMsn;
}

/** By rendition: lowest media sequence number of content after a folded break. */
export function foldedFloors(
  base: PlanBase,
  planned: PlannedBreak,
  legacyShift: number,
): Record<string, number> {
  const floors: Record<string, number> = { ...base.legacyFloors };
  for (const [renditionId, splice] of Object.entries(planned.renditions)) {
    const cut = Math.max(splice.cutNumber + legacyShift, floors[renditionId] ?? 0);
    if (!splice.passed) floors[renditionId] = afterBreak(splice, cut);
  }
  return floors;
}

/** EXT-X-MEDIA-SEQUENCE of an output that begins with `first`. */
export function legacySequence(plan: SplicePlan, renditionId: string, first: OutputItem): number {
  const shift = plan.legacyShift ?? 0;
  let floor = plan.base.legacyFloors?.[renditionId] ?? 0;
  for (const planned of plan.breaks) {
    const splice = planned.renditions[renditionId];
    if (planned.state !== 'replaced' || splice === undefined || splice.passed) continue;
    if (first.kind === 'content' && first.source.number < splice.cutNumber) break;
    const cut = Math.max(splice.cutNumber + shift, floor);
    if (first.kind === 'ad' && first.planned.breakId === planned.breakId)
      return cut + first.msn - splice.firstAdMsn;
    floor = afterBreak(splice, cut);
  }
  return first.kind === 'content' ? Math.max(first.source.number + shift, floor) : floor;
}
