/** The filter of the audit log in the URL hash: `#type=channels&action=updated&days=7&entry=<id>`. */
import { type AuditAction, auditActions, auditKinds } from '@interlude/contract';

export type AuditKind = (typeof auditKinds)[number];

/** Periods that end now, days. */
export const auditPeriods = [1, 7, 30] as const;
export type AuditPeriod = (typeof auditPeriods)[number];

export interface AuditFilter {
  readonly type?: AuditKind;
  readonly action?: AuditAction;
  readonly days?: AuditPeriod;
}

export interface AuditHash extends AuditFilter {
  /** The entry that is open. */
  readonly entry?: string;
}

/** @param hash with or without `#`; invalid parts are ignored */
export function readAuditHash(hash: string): AuditHash {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const type = auditKinds.find((each) => each === values.get('type'));
  const action = auditActions.find((each) => each === values.get('action'));
  const days = auditPeriods.find((each) => String(each) === values.get('days'));
  const entry = values.get('entry')?.slice(0, 100);
  return {
    ...(type && { type }),
    ...(action && { action }),
    ...(days && { days }),
    ...(entry && { entry }),
  };
}

/** Without `#`, in one order; empty for the filter that shows everything. */
export function auditHash({ type, action, days, entry }: AuditHash): string {
  const named = Object.entries({ type, action, days, entry });
  const given = named.flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
  return new URLSearchParams(given).toString();
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** The filter as part of the API query; the period begins at a whole minute, so that polls ask for the same. */
export function auditQueryOf({ type, action, days }: AuditFilter, nowMs: number) {
  const fromMs = days === undefined ? undefined : nowMs - (nowMs % minuteMs) - days * dayMs;
  return {
    ...(type && { type }),
    ...(action && { status: action }),
    ...(fromMs !== undefined && { from: new Date(fromMs).toISOString() }),
  };
}
