/** Requests a segment of an ad with HEAD, to see whether and how fast it can be loaded; its bytes count nowhere. */
import { DomainError } from '@interlude/contract/errors';
import type { Clock, Egress, EgressAnswer } from '@interlude/runtime';
import { monitorLimits } from '../monitor-limits.ts';

export interface SegmentRead {
  /** Host that answered, after redirects. */
  readonly host: string;
  readonly tookMs: number;
  /** A sentence; undefined = it is there. */
  readonly failure: string | undefined;
}

export type ReadSegment = (url: string, signal: AbortSignal) => Promise<SegmentRead>;

const hostOf = (url: string) => URL.parse(url)?.host ?? '';
/** Servers that know no HEAD answer with one of these: then a byte is requested. */
const unknownMethod: ReadonlySet<number> = new Set([400, 403, 404, 405, 501]);

function failed(error: unknown, url: string): Omit<SegmentRead, 'tookMs'> {
  const named = error instanceof DomainError ? error.details['host'] : undefined;
  const failure = error instanceof Error ? error.message : String(error);
  return { host: typeof named === 'string' ? named : hostOf(url), failure };
}

function answered({ status, url }: EgressAnswer): Omit<SegmentRead, 'tookMs'> {
  const host = hostOf(url);
  return { host, failure: status < 400 ? undefined : `${host} answers with status ${status}` };
}

/** Never rejects. */
export function segmentReader(
  egress: Pick<Egress, 'request'>,
  slots: <T>(work: () => Promise<T>) => Promise<T>,
  clock: Clock,
): ReadSegment {
  const request = (url: string, method: 'HEAD' | 'GET', signal: AbortSignal) =>
    egress.request({
      ...{ url, method, timeoutMs: monitorLimits.segmentMs, signal },
      maxBytes: monitorLimits.segmentBytes,
      ...(method === 'GET' && { headers: { range: 'bytes=0-0' } }),
    });
  async function load(url: string, signal: AbortSignal): Promise<EgressAnswer> {
    const head = await request(url, 'HEAD', signal);
    return unknownMethod.has(head.status) ? request(url, 'GET', signal) : head;
  }
  return (url, signal) =>
    slots(async () => {
      const startedAt = clock.now();
      const read = await load(url, signal).then(answered, (error: unknown) => failed(error, url));
      return { ...read, tookMs: clock.now() - startedAt };
    });
}
