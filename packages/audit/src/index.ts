export {
  type AuditOptions,
  type AuditState,
  auditSession,
  EMPTY_AUDIT,
  type SessionOutput,
} from './audit-session.ts';
export type { AdOf } from './observation.ts';
export { AUDIT_RULES, type AuditRuleId, type Finding, type OutputReference } from './rules.ts';
