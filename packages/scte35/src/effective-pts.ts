import { addPts } from './pts.ts';
import type { SpliceInfoSection } from './section.ts';

/**
 * The 33-bit time of the splice with pts_adjustment applied (rule SCTE-S4); undefined for an immediate
 * splice, a cancel and commands without a time. In component mode the first component's time counts.
 */
export function effectivePts(section: SpliceInfoSection): number | undefined {
  const { command } = section;
  let pts: number | undefined;
  if (command.kind === 'time_signal') pts = command.spliceTime.ptsTime;
  else if (command.kind === 'splice_insert') {
    const { detail } = command;
    pts = detail?.spliceTime?.ptsTime ?? detail?.components?.[0]?.spliceTime?.ptsTime;
  }
  return pts === undefined ? undefined : addPts(pts, section.ptsAdjustment);
}
