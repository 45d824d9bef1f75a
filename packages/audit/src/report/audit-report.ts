import { type Severity, severities } from '../rule-guides.ts';
import { AUDIT_RULES, type AuditRuleId } from '../rules.ts';
import type { WatchState } from '../watch/watch-state.ts';
import type { FoldedFinding } from './fold-findings.ts';
import { safeText, safeUrl } from './safe-text.ts';

/** Result of a watch: extent, findings and parts not judged. Holds no credentials, tokens or session ids. */
export interface AuditReport {
  /** The address that was watched. */
  readonly url: string;
  readonly protocol: 'HLS' | 'DASH' | undefined;
  readonly isLive: boolean;
  /** Epoch ms. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** A person ended the watch before its time. */
  readonly isInterrupted: boolean;
  readonly renditions: readonly {
    readonly name: string;
    readonly url: string;
    readonly outputs: number;
  }[];
  /** Outputs judged, and bytes of all answers. */
  readonly outputs: number;
  readonly bytes: number;
  /** Errors first, then in the order in which they were seen. */
  readonly findings: readonly FoldedFinding[];
  /** Sentences that name each part that was not judged, and why. */
  readonly notes: readonly string[];
  /** Why the stream could not be judged; a sentence. */
  readonly problem: string | undefined;
}

const weight = (severity: Severity) => severities.indexOf(severity);

const NOTHING_READ = 'It was ended before a manifest was judged.';

/**
 * The report on a watch, also on one that is not over yet.
 * @param endedAtMs epoch ms
 */
export function watchReport(
  state: WatchState,
  { endedAtMs, isInterrupted }: Pick<AuditReport, 'endedAtMs' | 'isInterrupted'>,
): AuditReport {
  const renditions = state.manifests.map(({ rendition, url, outputs }) => ({
    name: safeText(rendition),
    url: safeUrl(url),
    outputs,
  }));
  const outputs = renditions.reduce((sum, rendition) => sum + rendition.outputs, 0);
  return {
    url: safeUrl(state.plan.url),
    protocol: state.stream?.protocol,
    isLive: state.isLive,
    startedAtMs: state.startedAtMs,
    endedAtMs,
    isInterrupted,
    renditions: state.stream === undefined ? [] : renditions,
    outputs,
    bytes: state.bytes,
    findings: [...state.folded.values()].toSorted(
      (a, b) => weight(b.severity) - weight(a.severity) || a.firstSeenMs - b.firstSeenMs,
    ),
    notes: state.notes,
    problem: state.problem ?? (outputs === 0 ? NOTHING_READ : undefined),
  };
}

/** Findings of a severity or above. */
export function findingsFrom(report: AuditReport, least: Severity): readonly FoldedFinding[] {
  return report.findings.filter(({ severity }) => weight(severity) >= weight(least));
}

/**
 * The exit status of a command that audits.
 * @returns 0 without a finding of `least` or above, 1 with one, 2 where nothing could be judged
 */
export function exitStatus(report: AuditReport, least: Severity): 0 | 1 | 2 {
  if (report.problem !== undefined) return 2;
  return findingsFrom(report, least).length > 0 ? 1 : 0;
}

/** The rules of a protocol, which are those that a report on it has judged. */
export function rulesOf(protocol: AuditReport['protocol']): readonly AuditRuleId[] {
  const letter = protocol === 'HLS' ? 'H' : 'D';
  return (Object.keys(AUDIT_RULES) as AuditRuleId[]).filter((rule) => rule.startsWith(letter));
}
