/** Reads the MPD of a source: guarded, limited, with validators, one error for each way it can go wrong. */
import { domainError } from '@interlude/contract/errors';
import { type Mpd, type MpdWarning, parseMpd } from '@interlude/dash';
import { type DocumentSize, type Egress, keptBytes, type SourceBudget } from '@interlude/runtime';
import { originLimits } from '../origin-limits.ts';

export interface MpdAnswer {
  readonly text: string;
  readonly size: DocumentSize;
  readonly mpd: Mpd;
  readonly warnings: readonly MpdWarning[];
  /** After redirects: the base of relative addresses (rule D10). */
  readonly url: string;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
}

export interface MpdRequest {
  readonly url: string;
  /** The answer before: its validators are sent when it is of the same URL. */
  readonly known?: MpdAnswer | undefined;
}

/** Text of a body in UTF-8, or in UTF-16 when its byte order mark says so. */
export function utf8Text(body: Buffer): string {
  const isUtf16 = body[0] === 0xff && body[1] === 0xfe;
  return isUtf16 ? body.subarray(2).toString('utf16le') : body.toString('utf8');
}

/**
 * First xlink:href of an MPD (rule D21): the content of remote elements is unknown, and players would fetch it past us.
 */
function remoteElement(mpd: Mpd): string | undefined {
  for (const period of mpd.periods) {
    const elements = [period, ...period.adaptationSets, ...period.eventStreams];
    const href = elements.find(({ xlinkHref }) => xlinkHref !== undefined)?.xlinkHref;
    if (href !== undefined) {
      return href;
    }
  }
  return undefined;
}

/** @throws {DomainError} SOURCE_NOT_A_MANIFEST, SOURCE_UNSUPPORTED */
export function readMpd(text: string, host: string): { mpd: Mpd; warnings: readonly MpdWarning[] } {
  const { mpd, warnings } = parseMpd(text);
  if (mpd === undefined) {
    throw domainError('SOURCE_NOT_A_MANIFEST', { host, reason: warnings[0]?.detail });
  }
  const href = remoteElement(mpd);
  if (href !== undefined) {
    const reason = 'it refers to remote elements (xlink)';
    throw domainError('SOURCE_UNSUPPORTED', { host, reason, href });
  }
  return { mpd, warnings };
}

function conditionalHeaders({ known, url }: MpdRequest): Readonly<Record<string, string>> {
  // Validators belong to one address.
  if (!known || known.url !== url) {
    return {};
  }
  return {
    ...(known.etag && { 'if-none-match': known.etag }),
    ...(known.lastModified && { 'if-modified-since': known.lastModified }),
  };
}

/**
 * The MPD; `known` itself when it has not changed (rule D17).
 * @param egress of the channel's source, see `sourceFetcher`
 * @param budget of the source or asset, in which the MPD that was read last is kept
 * @throws {DomainError} URL_FORBIDDEN, FETCH_FAILED, FETCH_TIMEOUT, FETCH_TOO_LARGE, FETCH_STATUS,
 * SOURCE_NOT_A_MANIFEST, SOURCE_UNSUPPORTED, SOURCE_TOO_LARGE
 */
export async function fetchMpd(
  egress: Pick<Egress, 'request'>,
  budget: SourceBudget,
  request: MpdRequest,
): Promise<MpdAnswer> {
  const { url, known } = request;
  const answer = await budget.fetch(egress, {
    url,
    headers: conditionalHeaders(request),
    timeoutMs: originLimits.timeoutMs,
  });
  if (answer.status === 304 && known) {
    return known;
  }
  const { host } = new URL(url);
  if (answer.status !== 200) {
    throw domainError('FETCH_STATUS', { host, status: answer.status });
  }
  const text = utf8Text(answer.body);
  if (known && known.text === text && known.url === answer.url) {
    return known;
  }
  const size = await budget.measure(answer.body, 'xml');
  budget.memory.keep('mpd', keptBytes(size));
  return {
    text,
    size,
    ...(await budget.work(size, () => readMpd(text, host))),
    url: answer.url,
    etag: answer.headers['etag'],
    lastModified: answer.headers['last-modified'],
  };
}
