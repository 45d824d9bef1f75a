/**
 * Pages of the tracking document. A token names the break after which the next page begins, so that a client that
 * follows a live stream sends the last token and gets the breaks since.
 */
import type { ShownBreak } from './shown-ads.ts';

const mostPerPage = 50;
const maxTokenChars = 400;

export interface TrackingPage {
  readonly breaks: readonly ShownBreak[];
  /** Null when no break has come yet. */
  readonly nextToken: string | null;
}

interface Position {
  readonly startMs: number;
  readonly breakId: string;
}

const tokenOf = ({ startMs, breakId }: Position) =>
  Buffer.from(`1.${startMs}.${breakId}`).toString('base64url');

/** Undefined for anything that is no token of ours: the pages then begin anew. */
function positionOf(token: string): Position | undefined {
  if (token.length > maxTokenChars) {
    return undefined;
  }
  const match = /^1\.(-?\d{1,16})\.(.*)$/.exec(Buffer.from(token, 'base64url').toString('utf8'));
  return match ? { startMs: Number(match[1]), breakId: match[2] ?? '' } : undefined;
}

/** `limit` of the query: breaks a page. */
function limitOf(query: URLSearchParams): number {
  const limit = Number(query.get('limit') ?? mostPerPage);
  return Number.isInteger(limit) && limit >= 1 ? Math.min(limit, mostPerPage) : mostPerPage;
}

/** @param breaks ascending by start */
export function trackingPage(breaks: readonly ShownBreak[], query: URLSearchParams): TrackingPage {
  const token = query.get('nextToken') ?? query.get('NextToken') ?? '';
  const after = positionOf(token);
  const rest = after
    ? breaks.filter(
        ({ startMs, breakId }) =>
          startMs > after.startMs || (startMs === after.startMs && breakId !== after.breakId),
      )
    : breaks;
  const page = rest.slice(0, limitOf(query));
  const last = page.at(-1);
  return { breaks: page, nextToken: last ? tokenOf(last) : after ? token : null };
}
