/** Errors of login sessions and second factors, for the catalogue. */
import type { ErrorEntry } from '../errors/error-entry.ts';

export const secondFactorErrors = {
  LOGIN_SESSION_NOT_FOUND: {
    status: 404,
    name: 'NotFoundError',
    message: 'This session has ended already.',
  },
  SECOND_FACTOR_NEEDED: {
    status: 401,
    name: 'invalid_grant',
    message: 'A second factor is needed now. Log in again.',
  },
  SECOND_FACTOR_WRONG: {
    status: 403,
    name: 'ForbiddenError',
    message:
      'This is not right, or was used before. Enter the code that the app shows next, or a recovery code.',
  },
  SECOND_FACTOR_TOO_MANY_ATTEMPTS: {
    status: 429,
    name: 'TooManyRequestsError',
    message: 'Too many attempts. Try again in {retryAfterSeconds} s.',
  },
  CONFIRMATION_NEEDED: {
    status: 403,
    name: 'ForbiddenError',
    message: 'Confirm this with your {proof}.',
  },
  CONFIRMATION_WRONG: {
    status: 403,
    name: 'ForbiddenError',
    message: 'The password is not right.',
  },
  STEP_EXPIRED: {
    status: 404,
    name: 'NotFoundError',
    message: 'This took too long, or was done already. Begin again.',
  },
  SECOND_FACTOR_EXTERNAL: {
    status: 409,
    name: 'ConflictError',
    message: 'Second factors are set up at the identity provider of this installation.',
  },
  SECOND_FACTOR_NOT_FOUND: {
    status: 404,
    name: 'NotFoundError',
    message: 'There is no such second factor.',
  },
  SECOND_FACTOR_REQUIRED: {
    status: 409,
    name: 'ConflictError',
    message: '{company} requires a second factor. Add another one before you remove this one.',
  },
  SECOND_FACTORS_TOO_MANY: {
    status: 409,
    name: 'ConflictError',
    message: 'You have {limit} second factors. Remove one before you add another.',
  },
  SECOND_FACTOR_RESET_REFUSED: {
    status: 403,
    name: 'ForbiddenError',
    message:
      'This user works for other companies, too. Only a SuperAdmin may reset the second factor.',
  },
  PASSKEY_REFUSED: {
    status: 422,
    name: 'ValidationError',
    message: 'The passkey could not be added. Begin again, with a device that verifies you.',
  },
  PASSKEYS_UNAVAILABLE: {
    status: 409,
    name: 'ConflictError',
    message: 'Passkeys need a platform with a host name and https. Use an authenticator app.',
  },
  ROLE_UNMAPPED: {
    status: 403,
    name: 'ForbiddenError',
    message:
      'Your identity provider gives you no role here: no value of its claim {claim} stands for one. Ask your administrator.',
  },
} as const satisfies Record<string, ErrorEntry>;
