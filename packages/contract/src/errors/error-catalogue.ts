/**
 * The catalogue of errors: a stable code, the HTTP status, the `name` of the wire body and the
 * sentence a person reads. `docs/reference/errors.md` is generated from it. `{key}` in a message is
 * filled from the error's details.
 */

import { reportMailErrors } from '../report-mails/report-mail-errors.ts';
import { secondFactorErrors } from '../second-factors/second-factor-errors.ts';
import { backupErrors } from './backup-error-catalogue.ts';
import type { ErrorEntry } from './error-entry.ts';
import { mediaErrors } from './media-error-catalogue.ts';
import { viewerErrors } from './viewer-error-catalogue.ts';

export const errorCatalogue = {
  // requests
  REQUEST_INVALID: {
    status: 400,
    name: 'Bad Request',
    message: 'The request is not valid: {reason}',
  },
  INVALID_FIELDS: { status: 422, name: 'ValidationError', message: 'Invalid fields: {fields}' },
  ROUTE_NOT_FOUND: { status: 404, name: 'NotFoundError', message: 'There is no {method} {path}.' },
  BODY_TOO_LARGE: {
    status: 413,
    name: 'PayloadTooLargeError',
    message: 'The request body is larger than {limit} bytes.',
  },
  SORT_UNKNOWN: {
    status: 400,
    name: 'Bad Request',
    message: 'Cannot sort by "{column}". Use one of: {columns}.',
  },
  EDIT_CONFLICT: {
    status: 409,
    name: 'ConflictError',
    message:
      'Somebody else has changed this item since you opened it. Reload it and apply your change again.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    name: 'TooManyRequestsError',
    message: 'Too many requests. Try again in {retryAfterSeconds} s.',
  },
  INTERNAL: {
    status: 500,
    name: 'InternalError',
    message: 'Something went wrong on our side. The request id is {requestId}.',
  },
  NOT_READY: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: 'The service is starting or its database cannot be reached. Try again shortly.',
  },

  // reports
  REPORT_NOT_FOUND: { status: 404, name: 'NotFoundError', message: 'There is no report {chart}.' },
  REPORT_PERIOD_INVALID: {
    status: 400,
    name: 'Bad Request',
    message: 'Choose a period that ends after it starts and spans at most {days} days.',
  },
  REPORT_TOO_LARGE: {
    status: 400,
    name: 'Bad Request',
    message: 'The period has {buckets} points. Choose a longer interval or a shorter period.',
  },
  REPORT_TOO_SLOW: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: 'The report took too long. Choose a shorter period or fewer channels.',
  },
  REPORTS_TOO_MANY: {
    status: 429,
    name: 'TooManyRequestsError',
    message:
      'Too many reports of your company are being read at once. Open fewer pages with reports, or try again in {retryAfterSeconds} s.',
  },
  REPORTS_BUSY: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: 'Other reports are being read. Try again in {retryAfterSeconds} s.',
  },
  REPORT_FAILED: {
    status: 500,
    name: 'InternalError',
    message: 'The figures of this period could not be read. Try again shortly.',
  },

  SAVED_VIEW_NOT_FOUND: { status: 404, name: 'NotFoundError', message: 'The view does not exist.' },
  SAVED_VIEW_NAME_TAKEN: {
    status: 409,
    name: 'ConflictError',
    message: 'There is a view with this name already. Choose another name.',
  },
  SAVED_VIEWS_TOO_MANY: {
    status: 409,
    name: 'ConflictError',
    message: 'There are {most} views already. Remove one first.',
  },
  SHARE_LINK_NOT_FOUND: { status: 404, name: 'NotFoundError', message: 'The link does not exist.' },
  SHARE_LINKS_TOO_MANY: {
    status: 409,
    name: 'ConflictError',
    message: 'A company has {most} shared links at most. Revoke one first.',
  },
  SHARED_CARD_NOT_FOUND: {
    status: 404,
    name: 'NotFoundError',
    message: 'This link shows nothing. It may have ended: ask the person who sent it for another.',
  },
  SHARED_CARD_TOO_LARGE: {
    status: 400,
    name: 'Bad Request',
    message:
      'The figures of the card have more than {bytes} bytes. Choose a shorter period or a longer interval, or share it live.',
  },
  ...reportMailErrors,
  ANNOTATION_NOT_FOUND: { status: 404, name: 'NotFoundError', message: 'The mark does not exist.' },
  ANNOTATION_PERIOD_INVALID: {
    status: 400,
    name: 'Bad Request',
    message: 'Choose a period that ends after it starts and spans at most {days} days.',
  },
  ANNOTATION_TIME_INVALID: {
    status: 400,
    name: 'Bad Request',
    message:
      'Choose a time within the last {past} days or the next {future} days, and an end after it by {length} days at most.',
  },
  ANNOTATIONS_TOO_MANY: {
    status: 409,
    name: 'ConflictError',
    message: 'A company has {most} marks at most. Remove some first.',
  },

  RECONCILIATION_NOT_FOUND: {
    status: 404,
    name: 'NotFoundError',
    message: 'The comparison does not exist.',
  },
  RECONCILIATION_FILE_INVALID: { status: 400, name: 'Bad Request', message: '{sentence}' },
  RECONCILIATIONS_TOO_MANY: {
    status: 409,
    name: 'ConflictError',
    message: 'A company has {most} comparisons at most. Remove one first.',
  },

  EVENT_ARCHIVE_UNAVAILABLE: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: 'The archive of events cannot be used: {reason}.',
  },
  EVENT_QUERY_FAILED: { status: 400, name: 'Bad Request', message: '{reason}' },
  COMPANY_NOT_ERASABLE: {
    status: 409,
    name: 'ConflictError',
    message: 'The company cannot be erased: {reason}.',
  },

  STREAM_KEY_INVALID: {
    status: 401,
    name: 'UnAuthorizedError',
    message: 'Send the key of a subscriber as bearer token or x-api-key.',
  },
  STREAM_SUBSCRIBER_NOT_FOUND: {
    status: 404,
    name: 'NotFoundError',
    message: 'Subscriber not found',
  },
  STREAM_SUBSCRIBERS_TOO_MANY: {
    status: 409,
    name: 'ConflictError',
    message: 'There are {most} subscribers already. Remove one that is not used.',
  },

  // identity
  TOKEN_INVALID: {
    status: 401,
    name: 'UnAuthorizedError',
    message: 'Request cannot be authenticated. Invalid token.',
  },
  ROLE_MISSING: {
    status: 403,
    name: 'ForbiddenError',
    message: 'Admin must first set a role for this user.',
  },
  ROLE_FORBIDDEN: { status: 403, name: 'ForbiddenError', message: 'Your role may not do this.' },
  TENANT_FORBIDDEN: {
    status: 403,
    name: 'ForbiddenError',
    message: 'You do not belong to the selected tenant.',
  },
  OPERATION_NOT_PERMITTED: {
    status: 403,
    name: 'ForbiddenError',
    message: 'Operation not permitted.',
  },
  ACTION_NOT_PERMITTED: { status: 403, name: 'ForbiddenError', message: 'Action not permitted.' },
  LOGIN_WRONG_CREDENTIALS: {
    status: 403,
    name: 'invalid_grant',
    message: 'Wrong email or password.',
  },
  LOGIN_UNVERIFIED: {
    status: 401,
    name: 'unauthorized',
    message: 'Please verify your email before you log in.',
  },
  LOGIN_BLOCKED: { status: 403, name: 'invalid_grant', message: 'user is blocked' },
  LOGIN_TOO_MANY_ATTEMPTS: {
    status: 429,
    name: 'too_many_attempts',
    message: 'Too many attempts. Try again in {retryAfterSeconds} s.',
  },
  LOGIN_CHALLENGE_INVALID: {
    status: 401,
    name: 'invalid_client',
    message: 'The verifier does not match the challenge.',
  },
  LOGIN_EXTERNAL_ONLY: {
    status: 403,
    name: 'unauthorized_client',
    message: 'This installation signs in through its identity provider.',
  },
  REFRESH_REFUSED: {
    status: 401,
    name: 'invalid_grant',
    message: 'The refresh token is not valid any more. Log in again.',
  },
  PASSWORD_TOO_WEAK: {
    status: 400,
    name: 'PasswordStrengthError',
    message:
      'Password must be at least 14 characters long, must have special characters (!@#$%^&*), lower case (a-z), upper case (A-Z) and numbers (0-9)',
  },
  EMAIL_INVALID: { status: 400, name: 'Bad Request', message: 'Please enter a valid Email.' },
  EMAIL_TAKEN: { status: 409, name: 'ConflictError', message: 'The user already exists.' },
  REGISTRATION_CLOSED: {
    status: 403,
    name: 'ForbiddenError',
    message:
      'This installation takes no registrations. Ask an administrator of your company for an invitation.',
  },
  INVITATIONS_CLOSED: {
    status: 403,
    name: 'ForbiddenError',
    message: 'This installation takes no new users. Its operator can change that.',
  },
  LINK_EXPIRED: {
    status: 410,
    name: 'GoneError',
    message: 'This link has been used or has expired. Request a new one.',
  },

  // resources
  API_KEY_NOT_FOUND: { status: 404, name: 'NotFoundError', message: 'API key not found' },
  API_KEY_TAKEN: {
    status: 409,
    name: 'ConflictError',
    message: 'This key is in use. Generate another one.',
  },
  API_KEYS_TOO_MANY: {
    status: 409,
    name: 'ConflictError',
    message: 'A company has at most {limit} API keys. Revoke one that is not used any more.',
  },
  API_KEY_SCOPE_MISSING: {
    status: 403,
    name: 'ForbiddenError',
    message: 'The API key "{name}" has no scope "{scope}". Use a key that has it.',
  },
  API_KEY_REFUSED: {
    status: 403,
    name: 'ForbiddenError',
    message: 'An API key cannot do this. Sign in as a person.',
  },
  IDEMPOTENCY_KEY_INVALID: {
    status: 400,
    name: 'Bad Request',
    message: 'Idempotency-Key must have 1 to 255 printable ASCII characters.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    name: 'ConflictError',
    message: 'This Idempotency-Key was used with another body. Use a new key for a new request.',
  },
  IDEMPOTENCY_UNANSWERED: {
    status: 409,
    name: 'ConflictError',
    message:
      'A request with this Idempotency-Key has begun and was not answered. Look whether it was done, then use a new key.',
  },
  AUDIT_ENTRY_NOT_FOUND: {
    status: 404,
    name: 'NotFoundError',
    message: 'There is no such entry in the audit log. Entries are kept for AUDIT_RETENTION_DAYS.',
  },
  CHANNEL_NOT_FOUND: { status: 404, name: 'NotFoundError', message: 'Channel not found' },
  CHANNEL_NOT_LIVE: {
    status: 409,
    name: 'ConflictError',
    message: 'Only live channels are monitored. This channel plays on demand.',
  },
  MANIFEST_NOT_FOUND: {
    status: 404,
    name: 'NotFoundError',
    message: 'This manifest is no longer kept. The monitor keeps the last 1200 seconds.',
  },
  CHANNEL_VERSION_NOT_FOUND: {
    status: 404,
    name: 'NotFoundError',
    message:
      'There is no such version of this channel. Versions are kept for AUDIT_RETENTION_DAYS.',
  },
  FINDING_NOT_FOUND: {
    status: 404,
    name: 'NotFoundError',
    message: 'This finding is not kept. Findings are kept for 24 hours after they were last seen.',
  },
  CHANNEL_RESET_RUNNING: {
    status: 409,
    name: 'ConflictError',
    message: 'A reset of this channel is already running.',
  },
  SCHEDULER_NOT_SET: {
    status: 409,
    name: 'ConflictError',
    message:
      'Breaks can be added only to a live channel with a scheduler id (schedulerExternalId).',
  },
  CHANNELS_TOO_MANY: {
    status: 409,
    name: 'ConflictError',
    message:
      'This company has the {limit} channels of its plan. Delete one, or ask for a larger plan.',
  },
  ROWS_TOO_MANY: {
    status: 409,
    name: 'ConflictError',
    message:
      'This company has the {limit} {items} of its plan. Delete some, or ask for a larger plan.',
  },
  BREAKS_TOO_MANY: {
    status: 409,
    name: 'ConflictError',
    message: 'This channel has {limit} upcoming breaks, which is the maximum.',
  },
  BREAK_NOT_FOUND: { status: 404, name: 'NotFoundError', message: 'Break not found' },
  CLUSTER_UNAUTHORIZED: {
    status: 502,
    name: 'ClusterError',
    message:
      'SSAI API endpoint is reachable but credentials were not accepted. Please check the SSAI-Cluster system config. (SuperAdmin group only)',
  },
  CLUSTER_UNREACHABLE: {
    status: 502,
    name: 'ClusterError',
    message:
      'SSAI API endpoint is not accessible. Please check the SSAI-Cluster system config. (SuperAdmin group only)',
  },
  CLUSTER_UNAVAILABLE: {
    status: 503,
    name: 'ClusterError',
    message:
      'No server is available to handle this request. The channel API service may be down. Please check the SSAI-Cluster system config. (SuperAdmin group only)',
  },
  CLUSTER_REFUSED: {
    status: 502,
    name: 'ClusterError',
    message: 'The SSAI API did not accept the channel: {reason}',
  },
  CHANNEL_DISABLED: {
    status: 409,
    name: 'ConflictError',
    message: 'The channel is disabled. Enable it first.',
  },
  USER_NOT_FOUND: { status: 404, name: 'NotFoundError', message: 'User not found' },
  INVITATION_NOT_FOUND: { status: 404, name: 'NotFoundError', message: 'Invitation not found' },
  USER_SELF_REMOVAL: { status: 409, name: 'ConflictError', message: 'You cannot remove yourself.' },
  TENANT_NAME_TAKEN: {
    status: 409,
    name: 'ConflictError',
    message: 'There is a company named "{name}" already.',
  },
  BILLING_DETAILS_MISSING: {
    status: 422,
    name: 'ValidationError',
    message: 'Enter contact email and billing details to subscribe.',
  },
  BILLING_COUNTRY_UNKNOWN: {
    status: 422,
    name: 'ValidationError',
    message: 'There is no country with the code "{country}". Choose one of the list.',
  },
  TIER_NOT_OFFERED: {
    status: 409,
    name: 'ConflictError',
    message:
      'The company has the plan {tier}. Choose a larger one; a smaller one can be chosen when its subscription has ended.',
  },
  PAYMENTS_NOT_SET: {
    status: 404,
    name: 'NotFoundError',
    message:
      'The company has no account at a payment provider. Subscribe first, or ask the operator.',
  },
  PAYMENTS_FAILED: {
    status: 502,
    name: 'PaymentError',
    message:
      'The payment provider did not answer. Nothing is charged twice: try again in a minute.',
  },
  PAYMENTS_REFUSED: {
    status: 422,
    name: 'PaymentError',
    message: 'The payment provider refused {field}. Correct it and try again.',
  },
  TENANT_NOT_FOUND: { status: 404, name: 'NotFoundError', message: 'Tenant not found' },
  NOTIFICATION_NOT_FOUND: { status: 404, name: 'NotFoundError', message: 'Notification not found' },
  SUBSCRIPTION_NOT_FOUND: {
    status: 404,
    name: 'NotFoundError',
    message: 'Subscription not found. Save the profile first.',
  },
  SUBSCRIPTION_OFF: {
    status: 409,
    name: 'ConflictError',
    message: 'This subscription is off. Turn it on in the profile first.',
  },
  DELIVERY_NOT_FOUND: { status: 404, name: 'NotFoundError', message: 'Delivery not found' },
  JOB_NOT_FOUND: { status: 404, name: 'NotFoundError', message: 'Job not found' },
  JOB_RUNNING: {
    status: 409,
    name: 'ConflictError',
    message: 'The job is still running. Wait for it or cancel it first.',
  },
  JOB_ENDED: { status: 409, name: 'ConflictError', message: 'The job has ended already.' },
  JOB_SOURCE_GONE: {
    status: 409,
    name: 'ConflictError',
    message: 'The input of this job is gone. Upload it again or request the asset again.',
  },
  TITLE_NOT_FOUND: { status: 404, name: 'NotFoundError', message: 'Asset not found' },
  TITLE_HAS_MEDIAS: {
    status: 409,
    name: 'ConflictError',
    message: 'The asset has {count} medias. Delete them first.',
  },
  MEDIA_NOT_FOUND: { status: 404, name: 'NotFoundError', message: 'Media not found' },
  SYSTEM_NOT_FOUND: { status: 404, name: 'NotFoundError', message: 'System not found' },
  SYSTEM_TYPE_WRONG: {
    status: 409,
    name: 'ConflictError',
    message: 'The system is of type {type}, and this needs one of type {needed}.',
  },
  SYSTEM_BUILT_IN: {
    status: 409,
    name: 'ConflictError',
    message:
      'Systems of type {type} are built in: they can be edited, not added, deleted or retyped.',
  },
  PLAYLIST_NOT_FOUND: { status: 404, name: 'NotFoundError', message: 'Playlist not found' },
  PLAYLIST_NOT_BEGUN: {
    status: 404,
    name: 'NotFoundError',
    message:
      'This channel begins at {startDate}. Its first segment is listed when its end has been reached.',
  },
  PLAYLIST_UNPLAYABLE: {
    status: 502,
    name: 'SourceError',
    message: 'No item of this playlist can be played as {protocol}: {reason}.',
  },
  FLOW_NOT_FOUND: { status: 404, name: 'NotFoundError', message: 'Workflow not found' },
  FLOW_NAME_TAKEN: {
    status: 409,
    name: 'ConflictError',
    message: 'There is a workflow named "{name}" already.',
  },
  FLOW_MISSING: {
    status: 409,
    name: 'FlowMissingError',
    message: 'The workflow "{name}" is missing. Please contact your system administrator.',
  },
  CHANNEL_ASSET_ENCODING: {
    status: 404,
    name: 'NotFoundError',
    message: 'The asset is not ready in this conditioning profile; a job is encoding it.',
  },
  CHANNEL_ASSET_FAILED: {
    status: 409,
    name: 'ConflictError',
    message: '3 jobs to create it already failed. Please archive the jobs.',
  },
  CHANNEL_ASSET_INVALID: {
    status: 422,
    name: 'ValidationError',
    message: 'The asset cannot be made: {reason}.',
  },
  MAIL_NOT_FOUND: { status: 404, name: 'NotFoundError', message: 'Mail not found' },

  // outbound requests
  URL_FORBIDDEN: {
    status: 422,
    name: 'ForbiddenAddressError',
    message:
      'The address {host} may not be reached from here. Public addresses are allowed; others must be listed in EGRESS_ALLOW and granted to the company by a SuperAdmin.',
  },
  FETCH_FAILED: { status: 502, name: 'FetchError', message: 'Cannot reach {host}: {reason}' },
  FETCH_TIMEOUT: {
    status: 504,
    name: 'FetchTimeoutError',
    message: '{host} did not answer within {timeoutMs} ms.',
  },
  FETCH_TOO_LARGE: {
    status: 502,
    name: 'FetchTooLargeError',
    message: 'The response of {host} is larger than {limitBytes} bytes.',
  },
  FETCH_STATUS: { status: 502, name: 'FetchStatusError', message: '{host} answered {status}.' },

  ...viewerErrors,
  ...mediaErrors,
  ...secondFactorErrors,
  ...backupErrors,

  // start
  CONFIG_INVALID: { status: 500, name: 'ConfigError', message: '{sentence}' },
  PORT_IN_USE: {
    status: 500,
    name: 'StartError',
    message: 'Port {port} is in use. Stop the other program or set {variable} to a free port.',
  },
  DATA_FOLDER_UNWRITABLE: {
    status: 500,
    name: 'StartError',
    message:
      'The data folder {folder} cannot be written ({reason}). Set INTERLUDE_DATA to a folder that this user may write.',
  },
  DATABASE_UNAVAILABLE: {
    status: 500,
    name: 'StartError',
    message:
      'The database cannot be started or reached: {reason}. Set DATABASE_URL to use a PostgreSQL of your own.',
  },
} as const satisfies Record<string, ErrorEntry>;
