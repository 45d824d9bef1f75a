/** Rate limits of calls without a token (SEC-S6, SEC-S12). Keys are hashes: no address is stored. */
import { createHash } from 'node:crypto';
import { reportMailLimits } from '@interlude/contract';
import { domainError, type ErrorCode } from '@interlude/contract/errors';
import type { RateLimits } from './account-ports.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const limits = {
  /** Wrong passwords for one address from one client. */
  loginMailAndIp: { points: 8, windowMs: 15 * minuteMs },
  /** Wrong passwords from one client for all addresses. */
  loginIp: { points: 20, windowMs: 15 * minuteMs },
  /** Pages of the sign-in and sign-out by redirect: two each. An office shares one address. */
  signInIp: { points: 600, windowMs: 15 * minuteMs },
  registerIp: { points: 20, windowMs: hourMs },
  /** Mails caused by one client. */
  mailIp: { points: 20, windowMs: hourMs },
  /** Mails to one address; further ones are dropped silently, because the answer must not reveal whether it is known. */
  mailAddress: { points: 4, windowMs: hourMs },
  /** Invitations of one tenant. */
  inviteTenant: { points: 100, windowMs: hourMs },
  /** Invitations of one tenant to one address. */
  inviteAddress: { points: 3, windowMs: dayMs },
  /** Invitations of all tenants to one address. */
  invitedAddress: { points: 10, windowMs: dayMs },
  /** Notifications about one user without a role. */
  noRoleUser: { points: 1, windowMs: hourMs },
  /** Attempts with one-time tokens. */
  tokenIp: { points: 30, windowMs: 15 * minuteMs },
  /** Files of ad servers that a company uploads: each is read in the process of the API. */
  reconciliationTenant: { points: 30, windowMs: 15 * minuteMs },
  /** Requests of a company that make the payment provider do something. */
  paymentsTenant: { points: 30, windowMs: 15 * minuteMs },
  /** Wrong keys of `GET /concurrentstreams`; right ones have a limit of their own. */
  streamKeyIp: { points: 30, windowMs: 15 * minuteMs },
  /** Report mails that a person sends at once, outside of the schedule: each is read, drawn and sent. */
  reportMailUser: { points: reportMailLimits.sendsAnHour, windowMs: hourMs },
  /** Shared cards that one network opens: forty screens of an office, each read anew every minute. */
  sharedCardIp: { points: 600, windowMs: 15 * minuteMs },
  /** Openings of shared cards with an unknown token, a part of the former. */
  unknownCardIp: { points: 60, windowMs: 15 * minuteMs },
} as const;

/**
 * Wrong passwords for one address from networks that its user has not signed in from: growing waits of half a minute to
 * an hour, about 35 attempts a day. The user's own networks, and a new password by mail, do not wait, so that strangers
 * cannot lock a user out.
 * @see NIST SP 800-63B-4 §3.2.2: at most 100 in a row, waits of 30 s to 1 h, an allow list of addresses
 */
export const loginWaits = {
  free: 10,
  firstWaitMs: minuteMs / 2,
  longestWaitMs: hourMs,
  forgetMs: dayMs,
} as const;

/**
 * Second factors of one account: of a code of six digits three are right at a time, so that 35 attempts a day find one in
 * 26 years. A network from which the person has signed in counts for itself.
 */
export const secondFactorWaits = {
  free: 5,
  firstWaitMs: minuteMs / 2,
  longestWaitMs: hourMs,
  forgetMs: dayMs,
} as const;

export type LimitName = keyof typeof limits | 'loginMail' | 'secondFactor';

export function limitKey(name: LimitName, ...subjects: readonly string[]): string {
  const hash = createHash('sha256').update(subjects.join('\n')).digest('base64url').slice(0, 32);
  return `${name}:${hash}`;
}

function refuseWait(waitMs: number, code: ErrorCode): void {
  if (waitMs > 0) throw domainError(code, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

/** @throws {DomainError} LOGIN_TOO_MANY_ATTEMPTS with `retryAfterSeconds` */
export async function waitForLogin(rateLimits: RateLimits, email: string): Promise<void> {
  const waitMs = await rateLimits.takeGrowing(limitKey('loginMail', email), loginWaits);
  refuseWait(waitMs, 'LOGIN_TOO_MANY_ATTEMPTS');
}

/** @throws {DomainError} the given code with `retryAfterSeconds` */
export async function takeOrThrow(
  rateLimits: RateLimits,
  name: keyof typeof limits,
  subjects: readonly string[],
  code: ErrorCode = 'TOO_MANY_REQUESTS',
): Promise<void> {
  const waitMs = await rateLimits.take(limitKey(name, ...subjects), limits[name]);
  refuseWait(waitMs, code);
}

export async function isWithin(
  rateLimits: RateLimits,
  name: keyof typeof limits,
  subjects: readonly string[],
): Promise<boolean> {
  return (await rateLimits.take(limitKey(name, ...subjects), limits[name])) === 0;
}
