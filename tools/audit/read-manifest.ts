/** Requests one manifest within the limits of the judge; headers of the user go to the origin of the address alone. */
import { type Answer, WATCH_LIMITS } from '@interlude/audit';
import { DomainError } from '@interlude/contract/errors';
import type { Egress, EgressAnswer } from '@interlude/runtime';

export interface ReaderOptions {
  /** The address that the user named: its origin gets `headers`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For one manifest with all redirects, ms; a server that drips does not get more. */
  readonly timeoutMs?: number;
}

export type ReadManifest = (url: string, signal: AbortSignal) => Promise<Answer>;

const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 5;

const isRedirect = ({ status, headers }: EgressAnswer) =>
  status >= 300 && status < 400 && headers['location'] !== undefined;

function sentenceOf(error: unknown): string {
  if (!(error instanceof DomainError))
    return error instanceof Error ? error.message : String(error);
  if (error.code !== 'URL_FORBIDDEN') return error.message;
  const host = String(error.details?.['host']);
  return `${host} is a private address, or no address of HTTP. Allow it with --allow ${host} if you trust it.`;
}

/** Of an answer that was cut off, at most. */
function bytesOf(error: unknown): number {
  const isTooLarge = error instanceof DomainError && error.code === 'FETCH_TOO_LARGE';
  return isTooLarge ? WATCH_LIMITS.maxManifestBytes : 0;
}

/** Redirects are followed here: the rule for headers is stricter than that of the egress, which lets some travel. */
export function manifestReader(
  egress: Pick<Egress, 'request'>,
  { url: named, headers, timeoutMs = TIMEOUT_MS }: ReaderOptions,
): ReadManifest {
  const { origin } = new URL(named);
  const headersFor = (url: string) => (URL.parse(url)?.origin === origin ? headers : {});

  async function follow(first: string, signal: AbortSignal): Promise<Answer> {
    let url = first;
    let bytes = 0;
    for (let redirects = 0; ; redirects += 1) {
      const answer = await egress.request({
        url,
        headers: { accept: '*/*', ...headersFor(url) },
        timeoutMs,
        maxBytes: WATCH_LIMITS.maxManifestBytes,
        maxRedirects: 0,
        signal,
      });
      bytes += answer.body.length;
      if (!isRedirect(answer)) return read(answer, bytes);
      if (redirects >= MAX_REDIRECTS) {
        const reason = `${new URL(first).host} redirects more than ${MAX_REDIRECTS} times.`;
        return { kind: 'failed', reason, bytes };
      }
      const location = answer.headers['location'] ?? '';
      url = URL.parse(location, url)?.href ?? location;
    }
  }

  return async (url, signal) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      return await follow(url, AbortSignal.any([signal, deadline]));
    } catch (error) {
      const { host } = URL.parse(url) ?? { host: url };
      const isLate = deadline.aborted && !signal.aborted;
      const late = `${host} did not answer within ${timeoutMs / 1000} s.`;
      return { kind: 'failed', reason: isLate ? late : sentenceOf(error), bytes: bytesOf(error) };
    }
  };
}

function read({ status, url, body }: EgressAnswer, bytes: number): Answer {
  if (status >= 200 && status < 300)
    return { kind: 'text', url, text: body.toString('utf8'), bytes };
  const { host } = new URL(url);
  return { kind: 'failed', reason: `${host} answers with status ${status}.`, bytes };
}
