/** Fetches the manifests of a source through the egress guard, within limits of time and size. */
import { mediaKind } from '@interlude/conditioning';
import { domainError } from '@interlude/contract/errors';
import {
  type Egress,
  type SourceSettings,
  sourceFetcher,
  sourceStreamer,
  tooLarge,
} from '@interlude/runtime';
import { SourceProblem } from './source-problem.ts';

export const sourceLimits = {
  timeoutMs: 8_000,
  /** All manifests of a source together. */
  wholeBytes: 48 * 1024 * 1024,
  wholeMs: 20_000,
  /** Media playlists read per source. */
  renditions: 40,
  atOnce: 6,
} as const;

export interface FetchedManifest {
  /** After redirects. */
  readonly url: string;
  readonly body: Buffer;
}

export interface SourceFetch {
  /** The requested manifest. A media file is recognised by its first bytes and not read further. */
  first(url: string): Promise<FetchedManifest>;
  /** A manifest that the requested one names. */
  further(url: string): Promise<FetchedManifest>;
}

const mp4Path = /\.(?:mp4|m4v|mov|m4a)$/i;
/** Two MPEG-TS packets. */
const headBytes = 189;

export function mp4Problem(): SourceProblem {
  return new SourceProblem('MP4_SOURCE', 'An mp4 source cannot be analysed automatically.');
}

function wholeProblem(): SourceProblem {
  const { message } = tooLarge('source', sourceLimits.wholeBytes);
  return new SourceProblem('MANIFEST_TOO_LARGE', message);
}

function refuseMedia(head: Buffer): void {
  const kind = mediaKind(head);
  if (kind === 'mp4') throw mp4Problem();
  if (kind === 'media') {
    throw new SourceProblem('NOT_A_MANIFEST', 'The source is a media file, not a manifest.');
  }
}

export function isMp4Path(url: string): boolean {
  return mp4Path.test(new URL(url).pathname);
}

function checkStatus(url: string, status: number): void {
  if (status === 200) return;
  throw domainError('FETCH_STATUS', { host: new URL(url).host, status });
}

async function readBody(chunks: AsyncIterable<unknown>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let head = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (!Buffer.isBuffer(chunk)) continue;
    parts.push(chunk);
    if (head.length < headBytes) {
      head = Buffer.concat([head, chunk]).subarray(0, headBytes);
      refuseMedia(head);
    }
  }
  return Buffer.concat(parts);
}

/** @param maxBytes of one manifest */
export function createSourceFetch(
  egress: Pick<Egress, 'request' | 'stream'>,
  settings: SourceSettings,
  maxBytes: number,
): SourceFetch {
  const signal = AbortSignal.timeout(sourceLimits.wholeMs);
  const { request } = sourceFetcher(egress, settings);
  const { stream } = sourceStreamer(egress, settings);
  const requested = (url: string) => ({
    url,
    maxBytes,
    timeoutMs: sourceLimits.timeoutMs,
    signal,
  });
  const inTime = async <T>(url: string, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!signal.aborted) throw error;
      const { host } = new URL(url);
      throw domainError('FETCH_TIMEOUT', { host, timeoutMs: sourceLimits.wholeMs }, error);
    }
  };

  let readBytes = 0;

  async function first(url: string): Promise<FetchedManifest> {
    const { timeoutMs } = sourceLimits;
    const limits = { headersTimeoutMs: timeoutMs, idleTimeoutMs: timeoutMs };
    const answer = await stream({ ...requested(url), ...limits });
    try {
      checkStatus(url, answer.status);
      return { url: answer.url, body: await readBody(answer.body) };
    } finally {
      answer.body.on('error', () => undefined).destroy();
    }
  }

  async function further(url: string): Promise<FetchedManifest> {
    const answer = await request(requested(url));
    checkStatus(url, answer.status);
    readBytes += answer.body.length;
    if (readBytes > sourceLimits.wholeBytes) throw wholeProblem();
    return answer;
  }

  return {
    first: async (url) => {
      try {
        return await inTime(url, first(url));
      } catch (error) {
        if (!(error instanceof SourceProblem) && isMp4Path(url)) throw mp4Problem();
        throw error;
      }
    },
    further: (url) => inTime(url, further(url)),
  };
}
