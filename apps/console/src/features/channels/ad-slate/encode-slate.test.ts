import { ApiError } from '@interlude/contract/api';
import { describe, expect, it } from 'vitest';
import { encodeSlate, type SlateEncoding } from './encode-slate.ts';

const refused = (status: number, errorCode: string, details: object) =>
  new ApiError(status, 'No', JSON.stringify({ errorCode, message: `${errorCode}.`, details }));
const encoding = (jobId: string) => refused(404, 'CHANNEL_ASSET_ENCODING', { jobId });
const job = (status: 'running' | 'done' | 'failed', error = '') => ({ status, error, tasks: [] });

/** Answers in their order; an error is thrown. */
function encodingOf(
  puts: readonly (string | Error)[],
  readings: readonly (ReturnType<typeof job> | Error)[] = [],
) {
  const left = { puts: [...puts], readings: [...readings] };
  const reported: unknown[] = [];
  const read = <Answer>(answers: (Answer | Error)[]): Answer => {
    const answer = answers.shift();
    if (answer === undefined) throw new Error('nothing left to answer');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const parts: SlateEncoding = {
    put: async () => ({ url: read(left.puts) }),
    readJob: async (id) => {
      reported.push(`read ${id}`);
      return read(left.readings);
    },
    pause: async (ms) => void reported.push(ms),
    onJob: (id) => reported.push(`job ${id}`),
    onProgress: (percent) => reported.push(percent / 100),
  };
  return { parts, reported };
}

describe('a slate that is put into a channel', () => {
  it('SLATE-010 that is ready gives its address at once', async () => {
    const { parts, reported } = encodingOf(['https://cdn.example/s/master.m3u8']);
    const url = 'https://cdn.example/s/master.m3u8';
    expect(await encodeSlate(parts)).toEqual({ kind: 'ready', url, encoded: false });
    expect(reported).toEqual([]);
  });

  it('SLATE-011 SLATE-014 SLATE-015 that is not is made by a job, read every 5 s', async () => {
    const puts = [encoding('j1'), 'https://cdn.example/s.mpd'];
    const { parts, reported } = encodingOf(puts, [job('running'), job('done')]);
    expect(await encodeSlate(parts)).toEqual({
      kind: 'ready',
      url: 'https://cdn.example/s.mpd',
      encoded: true,
    });
    expect(reported).toEqual(['job j1', 0, 5_000, 0.02, 'read j1', 5_000, 0.04, 'read j1']);
  });

  it('SLATE-012 three failed jobs have to be archived first', async () => {
    const failed = refused(409, 'CHANNEL_ASSET_FAILED', { jobIds: ['a', 'b', 'c'] });
    expect(await encodeSlate(encodingOf([failed]).parts)).toEqual({
      kind: 'used-up',
      jobIds: ['a', 'b', 'c'],
      text: 'CHANNEL_ASSET_FAILED.',
    });
  });

  it('SLATE-013 any other refusal, another not-found among them', async () => {
    const unknown = refused(404, 'CHANNEL_NOT_FOUND', {});
    expect(await encodeSlate(encodingOf([unknown]).parts)).toEqual({
      kind: 'failed',
      title: 'Error while trying to encode ad-slate',
      text: 'CHANNEL_NOT_FOUND.',
    });
  });

  it('SLATE-016 a job that fails', async () => {
    const { parts } = encodingOf([encoding('j1')], [job('failed', 'It is no video.')]);
    expect(await encodeSlate(parts)).toMatchObject({ kind: 'failed', text: 'It is no video.' });
  });

  it('a lost reading is no failed job; a job that is gone is', async () => {
    const lost = new TypeError('lost');
    const again = encodingOf([encoding('j1'), 'u'], [lost, lost, job('done')]);
    expect(await encodeSlate(again.parts)).toMatchObject({ kind: 'ready' });
    const gone = encodingOf([encoding('j1')], [refused(404, 'JOB_NOT_FOUND', {})]);
    expect(await encodeSlate(gone.parts)).toMatchObject({ kind: 'failed', text: 'JOB_NOT_FOUND.' });
  });

  it('a form that changes meanwhile has a further job, but not for ever', async () => {
    const two = encodingOf([encoding('j1'), encoding('j2'), 'u'], [job('done'), job('done')]);
    expect(await encodeSlate(two.parts)).toMatchObject({ kind: 'ready', encoded: true });
    const puts = Array.from({ length: 20 }, (_, index) => encoding(`j${index}`));
    const endless = encodingOf(
      puts,
      Array.from({ length: 20 }, () => job('done')),
    );
    expect(await encodeSlate(endless.parts)).toMatchObject({ kind: 'failed' });
  });
});
