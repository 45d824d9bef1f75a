/** Findings of a pack beside those of its replay. Pure. */
import type { MonitoringFinding } from '@interlude/contract';
import { redactText } from '@interlude/evidence';
import type { ReplayedLooks } from '@interlude/monitor';
import { isSpliceRule } from '@interlude/monitoring';

export interface ComparedFindings {
  readonly same: readonly MonitoringFinding[];
  /** In the pack, and not found again. */
  readonly missing: readonly MonitoringFinding[];
  /** Found again, and not in the pack. */
  readonly added: readonly MonitoringFinding[];
  /** Findings of the pack that a replay cannot repeat, because their data are not in a pack. */
  readonly leftOut: readonly LeftOutFinding[];
}

export interface LeftOutFinding {
  readonly finding: MonitoringFinding;
  readonly reason: string;
}

/** When the first and the last look of a pack were made, epoch ms. */
export interface LooksRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Follow from the record of all sessions, or from a schedule. */
const ofRecord: ReadonlySet<string> = new Set(['T4', 'T15', 'T16']);
const ofDelivery: ReadonlySet<string> = new Set(['T6', 'T7', 'T8', 'T9', 'T10', 'T11', 'T12']);

/** Seen by a session that joined in the middle alone: its outputs are not kept. */
const isOfJoined = ({ rule, lane, manifestKey }: MonitoringFinding) =>
  lane === 'output' && manifestKey === '' && !ofDelivery.has(rule);

const keyOf = (one: MonitoringFinding) =>
  [one.rule, one.lane, one.severity, one.owner, one.cause, one.breakId, one.clause, one.detail]
    .map((part) => redactText(part))
    .join('\n');

/**
 * Compares the findings of a pack with those of its replay.
 * @param range times of the looks; a finding first seen before them was already open and is not compared
 */
export function compareFindings(
  packed: readonly MonitoringFinding[],
  replayed: Pick<ReplayedLooks, 'findings' | 'unopened'>,
  { fromMs, toMs }: LooksRange,
): ComparedFindings {
  const exact = (one: MonitoringFinding) => `${keyOf(one)}\n${one.firstSeen}\n${one.line}`;
  const again = new Set(replayed.findings.map(exact));
  const begun = new Set(replayed.unopened.map(exact));
  const known = new Set(packed.map(keyOf));
  const reasonOf = (one: MonitoringFinding): string | undefined => {
    if (ofRecord.has(one.rule))
      return 'it follows from the record of all sessions, which is not in a pack';
    if (isSpliceRule(one.rule))
      return 'it follows from media that were decoded, which are not in a pack';
    if (isOfJoined(one)) return 'outputs of sessions that joined in a break are not kept';
    if (Date.parse(one.firstSeen) > toMs)
      return 'it was first seen after the last look of the pack';
    return begun.has(exact(one))
      ? 'it was opened by a look that came after the last one of the pack'
      : undefined;
  };
  const own = packed.filter(({ firstSeen }) => Date.parse(firstSeen) >= fromMs);
  const leftOut = own.flatMap((finding) => {
    const reason = reasonOf(finding);
    return reason === undefined ? [] : [{ finding, reason }];
  });
  const left = new Set(leftOut.map(({ finding }) => finding));
  const judged = own.filter((one) => !left.has(one));
  return {
    same: judged.filter((one) => again.has(exact(one))),
    missing: judged.filter((one) => !again.has(exact(one))),
    added: replayed.findings.filter((one) => !known.has(keyOf(one))),
    leftOut,
  };
}
