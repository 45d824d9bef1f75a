// The sentences that all forms of the report share. Times are UTC.
import { formatDateTime } from '@interlude/hls';
import type { AuditReport } from './audit-report.ts';
import type { FoldedFinding } from './fold-findings.ts';

export const timeText = (atMs: number) => formatDateTime(atMs).replace(/\.\d+Z$/, 'Z');

/** `1 min 30 s`; below a minute seconds alone. */
export function durationText(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `2 errors, 1 warning` */
export function countText({ findings }: Pick<AuditReport, 'findings'>): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return `${counted(errors, 'error')}, ${counted(findings.length - errors, 'warning')}`;
}

export function kindText({ protocol, isLive }: AuditReport): string {
  if (protocol === undefined) return 'Not judged';
  return `${protocol}, ${isLive ? 'live' : 'on demand'}`;
}

/** How much was judged. */
export function extentText(report: AuditReport): string {
  const { renditions, outputs, startedAtMs, endedAtMs, isInterrupted } = report;
  const manifests = counted(renditions.length, 'manifest');
  const ended = isInterrupted ? ', ended early by the user' : '';
  const lasted = durationText(endedAtMs - startedAtMs);
  return `${manifests}, ${counted(outputs, 'output')} in ${lasted} from ${timeText(startedAtMs)}${ended}`;
}

/** How often a finding was seen, when and where. */
export function seenText({ count, firstSeenMs, lastSeenMs, renditions }: FoldedFinding): string {
  const times = count === 1 ? 'once' : `in ${count} outputs`;
  const last = count === 1 ? '' : `, last ${timeText(lastSeenMs)}`;
  return `seen ${times}, first ${timeText(firstSeenMs)}${last}, in ${renditions.join(', ')}`;
}
