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
export type { AdOf } from './observation.ts';
export { RULE_GUIDES, type RuleGuide, type Severity, severities } from './rule-guides.ts';
export { AUDIT_RULES, type AuditRuleId, type Finding, type OutputReference } from './rules.ts';
