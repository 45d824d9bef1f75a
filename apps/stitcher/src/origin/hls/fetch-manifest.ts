/** Reads a manifest of a source: guarded, limited, with validators, one error for each way it can go wrong. */
import { domainError } from '@interlude/contract/errors';
import { detectManifest, HLS_LIMITS, HlsLimitError } from '@interlude/hls';
import type { DocumentSize, Egress, SourceBudget } from '@interlude/runtime';
import { originLimits } from '../origin-limits.ts';

export interface ManifestAnswer {
  /** latin1, so that offsets are bytes and UTF-8 passes through. */
  readonly text: string;
  /** After redirects: the base of relative addresses. */
  readonly url: string;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  readonly size: DocumentSize;
}

export interface ManifestRequest {
  readonly url: string;
  readonly kind: 'multivariant' | 'media' | 'any';
  /** The answer before: its validators are sent. */
  readonly known?: ManifestAnswer | undefined;
  readonly timeoutMs?: number;
}

/** Characters in which a playlist begins as one, see `detectManifest`. */
const headChars = 20_000;

function conditionalHeaders(known: ManifestAnswer | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  if (known?.etag) {
    headers['if-none-match'] = known.etag;
  }
  if (known?.lastModified) {
    headers['if-modified-since'] = known.lastModified;
  }
  return headers;
}

/**
 * The manifest; `known` itself when it has not changed.
 * @param egress of the channel's source, see `sourceFetcher`
 * @param budget of the source or asset
 * @throws {DomainError} URL_FORBIDDEN, FETCH_FAILED, FETCH_TIMEOUT, FETCH_TOO_LARGE, FETCH_STATUS,
 * SOURCE_NOT_A_MANIFEST, SOURCE_TOO_LARGE
 */
export async function fetchManifest(
  egress: Pick<Egress, 'request'>,
  budget: SourceBudget,
  request: ManifestRequest,
): Promise<ManifestAnswer> {
  const { url, known, kind } = request;
  const answer = await budget.fetch(egress, {
    url,
    headers: conditionalHeaders(known),
    timeoutMs: request.timeoutMs ?? originLimits.timeoutMs,
  });
  if (answer.status === 304 && known) {
    return known;
  }
  if (answer.status !== 200) {
    throw domainError('FETCH_STATUS', { host: new URL(url).host, status: answer.status });
  }
  const text = answer.body.toString('latin1');
  if (known && known.text === text && known.url === answer.url) {
    return known;
  }
  const isPlaylist = detectManifest(text.slice(0, headChars)) !== undefined;
  const size = isPlaylist ? await budget.measure(answer.body, 'hls') : undefined;
  const found = size && (await budget.work(size, () => detectManifest(text)));
  if (size === undefined || found === undefined || (kind !== 'any' && found !== kind)) {
    throw domainError('SOURCE_NOT_A_MANIFEST', { host: new URL(url).host });
  }
  return {
    text,
    size,
    url: answer.url,
    etag: answer.headers['etag'],
    lastModified: answer.headers['last-modified'],
  };
}

/** Runs a parser; a manifest beyond its limits, e.g. by its variables, becomes FETCH_TOO_LARGE. */
export function parsedWithin<T>(host: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof HlsLimitError) {
      const limitBytes = HLS_LIMITS.maxLength;
      throw domainError('FETCH_TOO_LARGE', { host, limitBytes, limit: error.limit }, error);
    }
    throw error;
  }
}
