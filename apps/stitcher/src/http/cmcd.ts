/**
 * Player reports with requests: `CMCD=` in the query, or four headers (CTA-5004). A request without either costs one
 * look at its raw header names; node:http does not have to make its object of headers.
 */
import type { IncomingMessage } from 'node:http';
import { type CmcdReport, cmcdLimits, cmcdOfQuery, parseCmcd } from '@interlude/reporting';
import { pathEnd } from './path.ts';

const headers: ReadonlySet<string> = new Set([
  'cmcd-request',
  'cmcd-object',
  'cmcd-status',
  'cmcd-session',
]);
const shortest = 'CMCD-Object'.length;
const longest = 'CMCD-Request'.length;
const hyphen = '-'.charCodeAt(0);
const hyphenAt = 'CMCD'.length;

const isCmcdHeader = (name: string) =>
  name.length >= shortest &&
  name.length <= longest &&
  name.charCodeAt(hyphenAt) === hyphen &&
  headers.has(name.toLowerCase());

/** The four headers are parts of one report. */
function textOfHeaders(rawHeaders: readonly string[]): string {
  let text = '';
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (isCmcdHeader(rawHeaders[at] ?? '') && text.length <= cmcdLimits.chars) {
      text += `${text === '' ? '' : ','}${rawHeaders[at + 1]}`;
    }
  }
  return text;
}

/** The player report of a request; undefined for most. Never throws. @see rule SEC-S127 */
export function cmcdOf({
  url = '',
  rawHeaders,
}: Pick<IncomingMessage, 'url' | 'rawHeaders'>): CmcdReport | undefined {
  const queryAt = pathEnd(url);
  const text =
    (queryAt < url.length ? cmcdOfQuery(url, queryAt) : undefined) ?? textOfHeaders(rawHeaders);
  return text === '' ? undefined : parseCmcd(text);
}
