/** Loads the segments beside a splice as a player does, within bytes and time (SEC-S126). */
import { DomainError } from '@interlude/contract/errors';
import type { ListedSegment, MediaPart } from '@interlude/monitoring';
import type { Egress } from '@interlude/runtime';

export const mediaLimits = {
  segmentBytes: 8 * 1024 * 1024,
  initializationBytes: 256 * 1024,
  segmentSeconds: 12,
  /** Timeout of one request. */
  timeoutMs: 8_000,
} as const;

/** @throws an error with a sentence */
export type LoadMedia = (segment: ListedSegment, signal: AbortSignal) => Promise<Buffer>;

const hostOf = (url: string) => URL.parse(url)?.host ?? '';

export function mediaLoader(
  egress: Pick<Egress, 'request'>,
  slots: <T>(work: () => Promise<T>) => Promise<T>,
): LoadMedia {
  const part = async (
    { address, byteRange }: MediaPart,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<Buffer> => {
    if (byteRange !== undefined && byteRange.length > maxBytes)
      throw new Error('it is larger than a segment that is decoded');
    const range = byteRange && {
      range: `bytes=${byteRange.offset}-${byteRange.offset + byteRange.length - 1}`,
    };
    const { status, body } = await slots(() =>
      egress.request({
        ...{ url: address, maxBytes, signal, timeoutMs: mediaLimits.timeoutMs },
        headers: { accept: '*/*', ...range },
      }),
    );
    if (status !== 200 && status !== 206)
      throw new Error(`${hostOf(address)} answers with status ${status}`);
    if (byteRange === undefined || status === 206) return body;
    return body.subarray(byteRange.offset, byteRange.offset + byteRange.length);
  };
  return async (segment, signal) => {
    const { initialization } = segment;
    const before =
      initialization && (await part(initialization, mediaLimits.initializationBytes, signal));
    const body = await part(segment, mediaLimits.segmentBytes, signal);
    return before === undefined ? body : Buffer.concat([before, body]);
  };
}

/** Whether a request failed because its answer is larger than what is decoded. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'FETCH_TOO_LARGE';
