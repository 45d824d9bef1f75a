/** Asks the ad server and follows its wrappers. Never rejects: what went wrong is a reason of the closed list. */
import { DomainError } from '@interlude/contract';
import type { Egress } from '@interlude/runtime';
import type { AdFallbackReason } from '@interlude/stitching';
import {
  type OrderedAds,
  orderPod,
  parseVast,
  resolveWrappers,
  type VastFailure,
} from '@interlude/vast';
import type { AdRequest } from './ad-request.ts';
import { decisionLimits } from './decision-limits.ts';

export interface AdAnswer extends OrderedAds {
  /** Error URLs to fire, of ads and wrappers that came to nothing. */
  readonly failures: readonly VastFailure[];
  /** Set when there is no ad at all. */
  readonly reason: AdFallbackReason | undefined;
}

const nothing = (reason: AdFallbackReason, failures: readonly VastFailure[] = []): AdAnswer => ({
  pod: [],
  buffet: [],
  failures,
  reason,
});

/** The charset of the byte order mark, else of the header, else UTF-8. */
function decodeBody(body: Buffer, contentType: string): string {
  const named = /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  const mark = body.length >= 2 ? body.readUInt16BE(0) : 0;
  const label = { 65279: 'utf-16be', 65534: 'utf-16le' }[mark] ?? named;
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

interface Asking {
  readonly egress: Pick<Egress, 'request'>;
  readonly headers: Readonly<Record<string, string>>;
  /** Aborts at the deadline of the break. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

async function fetchVast(url: string, asking: Asking): Promise<{ status: number; text: string }> {
  const { egress, headers, signal, timeoutMs } = asking;
  const maxBytes = decisionLimits.vastBytes;
  const answer = await egress.request({ url, headers, timeoutMs, maxBytes, signal });
  const contentType = answer.headers['content-type'] ?? '';
  return { status: answer.status, text: decodeBody(answer.body, contentType) };
}

/** A wrapper's document; an error status rejects, so that it counts as a wrapper that failed. */
async function fetchTag(url: string, asking: Asking): Promise<string> {
  const { status, text } = await fetchVast(url, asking);
  if (status >= 400) {
    throw new Error(`status ${status}`);
  }
  return text;
}

function failureReason(error: unknown, signal: AbortSignal): AdFallbackReason {
  const isTimeout =
    signal.aborted || (error instanceof DomainError && error.code === 'FETCH_TIMEOUT');
  return isTimeout ? 'AD_SERVER_TIMEOUT' : 'AD_SERVER_UNREACHABLE';
}

async function readAnswer(text: string, asking: Asking): Promise<AdAnswer> {
  const first = parseVast(text);
  if (first.kind === 'invalid') {
    return nothing('VAST_INVALID');
  }
  const resolved = await resolveWrappers(first, (url) => fetchTag(url, asking), {
    maxDepth: decisionLimits.wrapperDepth,
    signal: asking.signal,
  });
  if (resolved.ads.length === 0) {
    const wasEmpty = first.ads.length === 0;
    return nothing(wasEmpty ? 'NO_ADS' : 'WRAPPER_LIMIT', resolved.failures);
  }
  return { ...orderPod(resolved.ads), failures: resolved.failures, reason: undefined };
}

/** The ads of the answer in playing order, wrappers merged in. */
export async function askAdServer(
  egress: Pick<Egress, 'request'>,
  request: AdRequest,
  deadline: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<AdAnswer> {
  const asking: Asking = { egress, headers: request.headers, ...deadline };
  try {
    const { status, text } = await fetchVast(request.url, asking);
    if (status >= 400) {
      return nothing('AD_SERVER_UNREACHABLE');
    }
    // Rule V11: 204 and an empty body are ways to say "no ad".
    return text.trim() === '' ? nothing('NO_ADS') : await readAnswer(text, asking);
  } catch (error) {
    return nothing(failureReason(error, deadline.signal));
  }
}
