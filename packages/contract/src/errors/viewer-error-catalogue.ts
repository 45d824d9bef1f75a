/** The errors that a stitcher gives to viewers and their players: a part of the one catalogue. */
import type { ErrorEntry } from './error-entry.ts';

export const viewerErrors = {
  SESSION_UNKNOWN: {
    status: 404,
    name: 'NotFoundError',
    message: 'This playback session is unknown. Open the channel again.',
  },
  SESSION_EXPIRED: {
    status: 410,
    name: 'GoneError',
    message: 'This playback session has expired. Open the channel again.',
  },
  SESSION_STATE_UNAVAILABLE: {
    status: 503,
    name: 'SessionStateError',
    message:
      'Another server has played this session, and what it has shown cannot be read at the moment. Try again in a moment.',
  },
  FETCH_BUDGET_SPENT: {
    status: 503,
    name: 'FetchBudgetError',
    message:
      'The {whose} has had more manifests and ads requested than one may. Try again in a few seconds, or make the playlist shorter.',
  },
  FEED_FORBIDDEN: {
    status: 403,
    name: 'ForbiddenError',
    message:
      'This feed may not be played: {reason}. Give the channel an API key or a token, and list the origin of the feed in its further source origins.',
  },
  API_KEY_INVALID: {
    status: 403,
    name: 'ForbiddenError',
    message: 'The api-key of this channel is missing or wrong.',
  },
  VIEWER_TOKEN_INVALID: {
    status: 403,
    name: 'ForbiddenError',
    message: 'The token for this channel {problem}.',
  },
  SOURCE_UNAVAILABLE: {
    status: 502,
    name: 'SourceError',
    message: 'The source manifest cannot be read: {reason}',
  },
  SOURCE_UNSUPPORTED: {
    status: 502,
    name: 'SourceError',
    message: 'The source cannot be stitched: {reason}.',
  },
  SOURCE_TOO_LARGE: {
    status: 502,
    name: 'SourceError',
    message:
      'The source is larger than it may be: more than {allowed} {what}. Shorten its window or programme, or list fewer renditions.',
  },
  SOURCE_NOT_A_MANIFEST: {
    status: 502,
    name: 'SourceError',
    message: 'The response of the source is not a manifest.',
  },
  SESSION_LIMIT_REACHED: {
    status: 503,
    name: 'SessionLimitError',
    message: 'This server has reached its limit of {limit} playback sessions.',
  },
  TIER_LIMIT_REACHED: {
    status: 503,
    name: 'SessionLimitError',
    message: 'The company of this channel has reached the {limit} playback sessions of its plan.',
  },
} as const satisfies Record<string, ErrorEntry>;
