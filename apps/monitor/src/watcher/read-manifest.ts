/** Requests a manifest as a player does, within the budgets of its company, and says how it went. */
import type { Answer } from '@interlude/audit';
import { DomainError } from '@interlude/contract/errors';
import type { Clock, Egress, SourceBudget } from '@interlude/runtime';
import { monitorLimits } from '../monitor-limits.ts';

/** Size of a manifest, by which turns and memory are given to it. */
export interface ManifestSize {
  readonly bytes: number;
  readonly entries: number;
}

export interface ManifestRead {
  readonly answer: Answer;
  readonly size: ManifestSize;
  readonly tookMs: number;
  /** Host of the address that was requested. */
  readonly host: string;
}

/** @param timeoutMs of the request; left out: `monitorLimits.manifestMs` */
export type ReadManifest = (
  url: string,
  signal: AbortSignal,
  timeoutMs?: number,
) => Promise<ManifestRead>;

export interface ManifestReaderOptions {
  /** Egress of the company; for a source its fetcher, which sends stored headers to the source's origins alone. */
  readonly egress: Pick<Egress, 'request'>;
  /** Runs a request when it is its turn. */
  readonly slots: <T>(work: () => Promise<T>) => Promise<T>;
  readonly budget: Pick<SourceBudget, 'fetch' | 'measure'>;
  readonly clock: Clock;
}

const hostOf = (url: string) => URL.parse(url)?.host ?? url.slice(0, 100);
const nothing: ManifestSize = { bytes: 0, entries: 0 };

function sentenceOf(error: unknown): string {
  return error instanceof DomainError || error instanceof Error ? error.message : String(error);
}

/** A playlist begins with its tag; everything else has elements, or is small. */
const formOf = (body: Buffer) =>
  body.subarray(0, 16).toString('latin1').includes('#EXTM3U') ? 'hls' : 'xml';

/** @see rule SEC-S91 */
export function manifestReader({
  egress,
  slots,
  budget,
  clock,
}: ManifestReaderOptions): ReadManifest {
  return async (url, signal, timeoutMs = monitorLimits.manifestMs) => {
    const host = hostOf(url);
    let startedAt = clock.now();
    let tookMs = 0;
    const timed: Pick<Egress, 'request'> = {
      request: (request) =>
        slots(async () => {
          startedAt = clock.now();
          return egress.request(request).finally(() => {
            tookMs = clock.now() - startedAt;
          });
        }),
    };
    const read = (answer: Answer, size = nothing): ManifestRead => ({ answer, size, tookMs, host });
    try {
      const request = { url, headers: { accept: '*/*' }, timeoutMs };
      const { status, url: answered, body } = await budget.fetch(timed, { ...request, signal });
      const bytes = body.length;
      if (status < 200 || status >= 300)
        return read({ kind: 'failed', reason: `${host} answers with status ${status}`, bytes });
      const size = await budget.measure(body, formOf(body));
      return read({ kind: 'text', url: answered, text: body.toString('utf8'), bytes }, size);
    } catch (error) {
      return read({ kind: 'failed', reason: sentenceOf(error), bytes: 0 });
    }
  };
}
