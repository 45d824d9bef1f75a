/** One request to the lab and the ways to answer it. */
import type { ServerResponse } from 'node:http';

export interface LabRequest {
  readonly method: string;
  /** Path parts without the slashes, percent-decoded. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  /** With its question mark, or empty; safe to write between quotes. */
  readonly search: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The request's body, at most `BODY_LIMIT_BYTES`. */
  body(): Promise<string>;
}

export interface LabAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  /** Seconds; 0 = not stored at all. */
  readonly maxAgeSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Delay of the response, milliseconds. */
  readonly delayMs?: number;
  /** Writes to the connection in place of a regular answer: for deliberate breaches of HTTP. */
  readonly misbehave?: (response: ServerResponse) => void;
}

export const contentTypes = {
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  hls: 'application/vnd.apple.mpegurl',
  dash: 'application/dash+xml',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  ts: 'video/mp2t',
  vtt: 'text/vtt; charset=utf-8',
  png: 'image/png',
  bytes: 'application/octet-stream',
} as const;

export type Handler = (
  request: LabRequest,
) => Promise<LabAnswer | undefined> | LabAnswer | undefined;

export const answer = (
  type: keyof typeof contentTypes,
  body: string | Buffer,
  maxAgeSeconds = 0,
): LabAnswer => ({ status: 200, type: contentTypes[type], body, maxAgeSeconds });

export const json = (value: unknown, status = 200): LabAnswer => ({
  status,
  type: contentTypes.json,
  body: `${JSON.stringify(value, null, 1)}\n`,
});

export const page = (body: string, status = 200): LabAnswer => ({
  status,
  type: contentTypes.html,
  body,
});

/** After a form: the browser loads `place` anew. */
export const seeOther = (place: string): LabAnswer => ({
  status: 303,
  type: contentTypes.text,
  body: '',
  headers: { location: place },
});

/** A whole number of the query within limits; `byDefault` when it is absent or no number. */
export function wholeNumber(
  query: URLSearchParams,
  name: string,
  byDefault: number,
  limits: { min: number; max: number },
): number {
  const text = query.get(name);
  const value = text === null || text === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) return byDefault;
  return Math.max(limits.min, Math.min(limits.max, Math.floor(value)));
}
