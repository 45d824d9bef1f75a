/** The errors of scheduled mails of reports: a part of the one catalogue. */
import type { ErrorEntry } from '../errors/error-entry.ts';

export const reportMailErrors = {
  REPORT_MAIL_NOT_FOUND: {
    status: 404,
    name: 'NotFoundError',
    message: 'The scheduled mail does not exist.',
  },
  REPORT_MAILS_TOO_MANY: {
    status: 409,
    name: 'ConflictError',
    message: 'Your plan has {most} scheduled mails at most. Remove one first.',
  },
  REPORT_MAIL_RECIPIENT_UNKNOWN: {
    status: 400,
    name: 'Bad Request',
    message:
      'A recipient is no member of your company who can get mails. Choose the recipients again.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;
