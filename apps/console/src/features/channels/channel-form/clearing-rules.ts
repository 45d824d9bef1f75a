/** What switching one setting does to others. Pure. */

/** Without the switch the source's own pace holds, and a period would mean nothing (CHE-035). */
export function periodFor(scanning: boolean, period: number | null | undefined): number | null {
  return scanning ? (period ?? null) : null;
}

/** Switched off, nothing of HMAC stays in the channel (CHE-034). */
export function withoutHmac<Authentication extends object>(
  authentication: Authentication,
): Omit<Authentication, 'hmac'> {
  const { hmac: _removed, ...others } = { hmac: undefined, ...authentication };
  return others;
}

/** The address by http or https; what is no such address stays as it is (CHE-036). */
export function withScheme(address: string, http: boolean): string {
  return address.replace(/^https?:/i, http ? 'http:' : 'https:');
}

/** Rounded up, then at most 20 and at least 0 (OP-17). Undefined: no number. */
export function roundedPeriod(typed: string): number | null | undefined {
  const trimmed = typed.trim();
  if (trimmed === '') return null;
  const amount = Number(trimmed.replace(',', '.'));
  if (!Number.isFinite(amount)) return;
  return Math.min(20, Math.max(0, Math.ceil(amount)));
}
