/** Findings of the judge as those of the monitor: who can mend them depends on what the source shows. */
import type { FoldedFinding, WatchState } from '@interlude/audit';
import type { MonitoringLane } from '@interlude/contract';
import type { Found } from './found.ts';

export interface JudgedLook {
  readonly lane: MonitoringLane;
  /** `origin.example` */
  readonly host: string;
  readonly rendition: string;
  readonly manifestKey: string;
  /** Epoch ms. */
  readonly nowMs: number;
  /** Where the finding is pinned: the edge of what was read, epoch ms on the source clock. */
  readonly atMs: number;
  /** Rules that are broken in the source now, with their causes: the output inherits them. */
  readonly sourceRules: ReadonlyMap<string, string>;
}

/** What cannot be read is a finding of delivery (T6, T9). */
const unread = /^it cannot be read:/;

/** The findings that the last answer added to a watch. */
export function judgedNow(before: WatchState, after: WatchState): FoldedFinding[] {
  const known = new Map([...before.folded].map(([key, { count }]) => [key, count]));
  return [...after.folded].flatMap(([key, finding]) =>
    finding.count > (known.get(key) ?? 0) && !unread.test(finding.detail) ? [finding] : [],
  );
}

/** @param judged findings of one look */
export function foundByJudge(judged: readonly FoldedFinding[], look: JudgedLook): Found[] {
  const { lane, host, rendition, manifestKey, atMs, sourceRules } = look;
  return judged.map(({ rule, title, clause, severity, advice, detail, line }) => {
    const inherited = sourceRules.get(rule);
    const owner = lane === 'source' || inherited !== undefined ? 'source' : 'platform';
    const cause = inherited ?? (lane === 'source' ? `source ${host}` : `platform ${rule}`);
    return {
      ...{ rule, title, clause, severity, owner, advice, lane, detail, cause },
      ...{ atMs, breakId: '', rendition, manifestKey, line },
    };
  });
}
