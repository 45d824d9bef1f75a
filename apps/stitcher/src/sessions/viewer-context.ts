/**
 * Context of a viewer, kept in memory for ad requests and trackers only. The address is never stored, logged or put
 * into an event.
 */
import type { IncomingMessage } from 'node:http';
import { deviceOf, type ViewerContext, viewerQuery } from '@interlude/ad-requests';
import { monitorParameter } from '@interlude/runtime';

const limits = { headerChars: 1_000 } as const;

const text = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value.join(', ') : (value ?? '')).slice(0, limits.headerChars);

/** Names the feed of a session in its sealed parameters; a query of a viewer never does (rule SEC-S22). */
export const feedParameter = 'mrss';

/** Stands in the sealed parameters of a monitor's session in place of its key; a query of a viewer never has it. */
export const sealedMonitor = '1';

/**
 * @param query of the session request, or what its token kept of it
 * @param ip the viewer's own address, see `createClientAddresses`
 */
export function viewerContext(
  request: IncomingMessage,
  query: URLSearchParams,
  ip: string,
): ViewerContext {
  const userAgent = text(request.headers['x-device-user-agent'] ?? request.headers['user-agent']);
  return {
    ip,
    forwardedFor: ip,
    userAgent,
    referer: text(request.headers.referer),
    acceptLanguage: text(request.headers['accept-language']),
    device: deviceOf(userAgent),
    query: viewerQuery(query),
    isMonitor: query.get(monitorParameter) === sealedMonitor,
  };
}

/** The requested start of a live session. */
export interface StartOver {
  /** `start=` (ISO 8601), epoch ms; undefined when absent, or for text that is no date. */
  readonly startMs: number | undefined;
  /** `replaceBehind=true`: breaks before the live edge are replaced, too. */
  readonly replaceBehind: boolean;
}

export function startOverOf(viewer: Pick<ViewerContext, 'query'> | undefined): StartOver {
  const startMs = Date.parse(viewer?.query.get('start') ?? '');
  return {
    startMs: Number.isNaN(startMs) ? undefined : startMs,
    replaceBehind: viewer?.query.get('replaceBehind') === 'true',
  };
}
