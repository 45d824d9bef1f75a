/** The login mapping of the specification (section 8) for the sign-in page; the console has the same. */
import { DomainError, type ErrorCode } from '@interlude/contract';

const credentials =
  'Email and Password combination does not exist. Please also check that you have verified your email.';

const messages: Partial<Record<ErrorCode, string>> = {
  LOGIN_WRONG_CREDENTIALS: credentials,
  LOGIN_UNVERIFIED: credentials,
  LOGIN_CHALLENGE_INVALID: credentials,
  LOGIN_BLOCKED: 'Your account was blocked. Please contact your system administrator.',
  LOGIN_EXTERNAL_ONLY:
    'You are not authorized to access this resource. Please contact your system administrator.',
  LOGIN_TOO_MANY_ATTEMPTS:
    'Your account was blocked because of too many requests. Please contact your system administrator.',
};

export function loginMessage(error: unknown): string {
  return (error instanceof DomainError ? messages[error.code] : undefined) ?? 'Cannot login.';
}
