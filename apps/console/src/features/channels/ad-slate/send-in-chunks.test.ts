import { ApiError, type SlateUpload } from '@interlude/contract/api';
import { describe, expect, it } from 'vitest';
import {
  type ChunkSender,
  chunkCount,
  chunkRange,
  mayPass,
  sendInChunks,
} from './send-in-chunks.ts';

const mebibyte = 1_048_576;
const busy = new ApiError(503, 'Busy', '');

/** A server that keeps chunks; `fail` may refuse one. */
function server(sizeBytes: number, fail: (chunk: number) => unknown = () => undefined) {
  const total = chunkCount(sizeBytes);
  const kept = new Set<number>();
  const sent: number[] = [];
  const paused: number[] = [];
  const progress: number[] = [];
  const abort = new AbortController();
  let atOnce = 0;
  let mostAtOnce = 0;
  const answer = (): SlateUpload => ({
    uploadId: 'u',
    receivedChunks: kept.size,
    totalChunks: total,
    missingChunks: Array.from({ length: total }, (_, chunk) => chunk).filter((c) => !kept.has(c)),
    ...{ state: kept.size === total ? 'done' : 'receiving', errorCode: '' },
    complete: kept.size === total,
    titleId: kept.size === total ? 't' : '',
    url: '',
  });
  const sender: ChunkSender = {
    sizeBytes,
    isBegun: false,
    signal: abort.signal,
    send: async (chunk, onSent) => {
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      sent.push(chunk);
      await Promise.resolve();
      atOnce -= 1;
      const error = fail(chunk);
      if (error !== undefined) throw error;
      onSent(mebibyte + 300);
      kept.add(chunk);
      return answer();
    },
    state: async () => {
      if (kept.size === 0) throw new ApiError(404, 'Not Found', '');
      return answer();
    },
    pause: async (ms) => void paused.push(ms),
    onProgress: (bytes) => progress.push(bytes),
  };
  return { sender, sent, kept, paused, progress, abort, most: () => mostAtOnce };
}

describe('a file in chunks', () => {
  it('API-038 is cut at each MiB', () => {
    expect([1, mebibyte, mebibyte + 1, 1_073_741_823].map(chunkCount)).toEqual([1, 1, 2, 1_024]);
    expect(chunkRange(1, mebibyte + 5)).toEqual([mebibyte, mebibyte + 5]);
  });

  it('SLATE-005 API-038 sends the first alone, then a few concurrently, and reports progress', async () => {
    const size = 7 * mebibyte + 9;
    const { sender, sent, progress, most } = server(size);
    expect(await sendInChunks(sender)).toMatchObject({ complete: true, titleId: 't' });
    expect(sent.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(most()).toBe(3);
    expect(progress.at(-1)).toBe(size);
    expect(progress.every((bytes, index) => bytes >= (progress[index - 1] ?? 0))).toBe(true);
  });

  it('goes on with what the server has not, after a failure that passes', async () => {
    let refusals = 2;
    const { sender, sent, paused } = server(6 * mebibyte, (chunk) => {
      if (chunk !== 4 || refusals === 0) return;
      refusals -= 1;
      return refusals === 1 ? busy : new TypeError('lost');
    });
    await sendInChunks(sender);
    expect(sent.filter((chunk) => chunk === 4)).toHaveLength(3);
    expect(sent.filter((chunk) => chunk === 1)).toHaveLength(1);
    expect(paused.length).toBeGreaterThan(0);
  });

  it('SLATE-018 gives up when nothing passes, and at once for what will not', async () => {
    const lost = server(3 * mebibyte, () => new TypeError('lost'));
    await expect(sendInChunks(lost.sender)).rejects.toThrow('lost');
    expect(lost.sent).toHaveLength(6);
    const infected = server(3 * mebibyte, () => new ApiError(422, 'Infected', ''));
    await expect(sendInChunks(infected.sender)).rejects.toMatchObject({ status: 422 });
    expect(infected.sent).toEqual([0]);
  });

  it('asks how far it is when the answer that completes it was lost', async () => {
    const { sender, kept } = server(2 * mebibyte);
    const send: ChunkSender['send'] = async (chunk, onSent) => {
      const answer = await sender.send(chunk, onSent);
      if (answer.complete) throw new TypeError('lost');
      return answer;
    };
    expect(await sendInChunks({ ...sender, send })).toMatchObject({ complete: true });
    expect(kept.size).toBe(2);
  });

  it('goes on with what is missing when it is tried again later', async () => {
    const { sender, sent } = server(3 * mebibyte);
    await sender.send(0, () => undefined);
    sent.length = 0;
    await sendInChunks({ ...sender, isBegun: true });
    expect(sent).toEqual([1, 2]);
  });

  it('API-038 ends with the reason when the file was refused while nobody listened', async () => {
    const { sender } = server(2 * mebibyte);
    const refused = { state: 'failed', errorCode: 'UPLOAD_INFECTED', complete: false } as const;
    const send: ChunkSender['send'] = async (...sent) => ({
      ...(await sender.send(...sent)),
      ...{ ...refused, missingChunks: [] },
    });
    const state = async () => ({ ...(await sender.state()), ...refused, missingChunks: [] });
    await expect(sendInChunks({ ...sender, send, state })).rejects.toThrow('UPLOAD_INFECTED');
  });

  it('ends when it is cancelled', async () => {
    const { sender, abort, sent } = server(40 * mebibyte);
    const send: ChunkSender['send'] = async (chunk, onSent) => {
      if (chunk === 5) abort.abort();
      return sender.send(chunk, onSent);
    };
    await expect(sendInChunks({ ...sender, send })).rejects.toMatchObject({ name: 'AbortError' });
    expect(sent.length).toBeLessThan(12);
  });

  it('knows what may pass', () => {
    const statuses = [401, 408, 429, 502, 503, 504].map((s) => new ApiError(s, '', ''));
    expect([new TypeError(''), ...statuses].every(mayPass)).toBe(true);
    const final = [400, 403, 413, 415, 422, 500, 507].map((s) => new ApiError(s, '', ''));
    expect([...final, new Error('x')].some(mayPass)).toBe(false);
  });
});
