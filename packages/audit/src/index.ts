export {
  type AuditOptions,
  type AuditState,
  auditSession,
  EMPTY_AUDIT,
  type SessionOutput,
} from './audit-session.ts';
export {
  auditBeacons,
  type BeaconAuditOptions,
  type BeaconFinding,
  type ReceivedBeacon,
} from './beacons/audit-beacons.ts';
export {
  auditDashChannel,
  type DashChannelOptions,
  type DashChannelState,
  EMPTY_DASH_CHANNEL,
} from './dash/audit-dash-channel.ts';
export {
  auditDashSession,
  type DashAuditOptions,
  type DashAuditState,
  type DashOutput,
  EMPTY_DASH_AUDIT,
  listedAdSegments,
} from './dash/audit-dash-session.ts';
export { type ContentRunOptions, contentRuns } from './dash/content-runs.ts';
export type { AdOf } from './observation.ts';
export { type AuditReport, exitStatus, findingsFrom, watchReport } from './report/audit-report.ts';
export type { FoldedFinding } from './report/fold-findings.ts';
export { htmlReport } from './report/html-report.ts';
export { jsonReport } from './report/json-report.ts';
export { junitReport } from './report/junit-report.ts';
export { countText, durationText } from './report/report-words.ts';
export { safeManifest, safeText, safeUrl } from './report/safe-text.ts';
export { textReport } from './report/text-report.ts';
export { RULE_GUIDES, type RuleGuide, type Severity, severities } from './rule-guides.ts';
export { AUDIT_RULES, type AuditRuleId, type Finding, type OutputReference } from './rules.ts';
export { WATCH_LIMITS } from './watch/watch-limits.ts';
export type { Answer, Look, WatchPlan, WatchState } from './watch/watch-state.ts';
export {
  beginWatch,
  dueLooks,
  forgetFindings,
  nextLookMs,
  resumeWatch,
  takeAnswer,
} from './watch/watch-stream.ts';
