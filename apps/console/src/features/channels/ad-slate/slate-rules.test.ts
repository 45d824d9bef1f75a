import { ApiError } from '@interlude/contract/api';
import { describe, expect, it } from 'vitest';
import { nextSlateProgress, slatePollMs } from './encode-slate.ts';
import { slateUploadTarget } from './send-slate.ts';
import {
  encodingJobId,
  failedJobIds,
  hasProfile,
  jobProblem,
  putProblem,
  slateFileProblem,
  uploadProblemText,
} from './slate-problems.ts';
import { uploadStage } from './upload-events.ts';

const gibibyte = 1_073_741_824;
const profile = { muxingType: 'cmaf' };
const refused = (status: number, body: object) => new ApiError(status, 'No', JSON.stringify(body));

describe('a file for a slate', () => {
  it('SLATE-005 is an .mp4, in any case of letters', () => {
    expect(slateFileProblem({ name: 'Pause.MP4', size: 1 }, profile)).toBeUndefined();
    for (const name of ['a.mov', 'mp4', 'a.mp4.exe', 'a.mp3', '']) {
      expect(slateFileProblem({ name, size: 1 }, profile)).toBe(
        'Only .mp4 files can be uploaded as ad slates.',
      );
    }
    expect(slateFileProblem({ name: 'a.mp4', size: 0 }, profile)).toBe('The file is empty.');
  });

  it('SLATE-006 needs a profile first', () => {
    const sentence = 'You have to specify a profile before uploading ad slates';
    const sound = { useAudioNormalization: true, audioNormalization: { loudnessRange: 11 } };
    for (const none of [undefined, null, {}, [], 'x', sound]) {
      expect(slateFileProblem({ name: 'a.mp4', size: 1 }, none)).toBe(sentence);
    }
    expect(hasProfile({ ...sound, muxingType: 'ts' })).toBe(true);
  });

  it('SLATE-017 OP-26 is below 1 GiB', () => {
    const sentence = 'You can upload a file smaller than 1024 MB...';
    expect(slateFileProblem({ name: 'a.mp4', size: gibibyte - 1 }, profile)).toBeUndefined();
    expect(slateFileProblem({ name: 'a.mp4', size: gibibyte }, profile)).toBe(sentence);
  });
});

describe('what a chunk says of its file', () => {
  const facts = { channelId: 'c1', channelType: 'hls-live', profile, http: true } as const;
  const file = { name: 'Pause 100 % ☕.mp4', size: 12 };
  const target = (own: unknown) => slateUploadTarget({ ...facts, profile: own }, file, 'u-1234567');

  it('API-037 API-038 names file, size, profile, type and scheme in plain ASCII', () => {
    expect(target(profile)).toEqual({
      channelId: 'c1',
      headers: {
        filename: 'Pause%20100%20%25%20%E2%98%95.mp4',
        filesize: '12',
        profile: '{"muxingType":"cmaf"}',
        channeltype: 'hls-live',
        http: 'true',
        uploadid: 'u-1234567',
      },
    });
  });

  it('API-037 a profile comes out of its header as it went in', () => {
    const odd = { name: '50 % „ä😀“\u007f\n' };
    const { headers } = target(odd);
    expect(headers['profile']).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(decodeURIComponent(headers['profile'] ?? ''))).toEqual(odd);
  });

  it('API-037 a profile that no header holds: the slate is kept, and made for the channel afterwards', () => {
    const { channelId, headers } = target({ notes: 'x'.repeat(200_000) });
    expect([channelId, headers['profile']]).toEqual(['new', '{}']);
  });
});

describe('the bar of a slate', () => {
  it('SLATE-014 OP-69 grows by 2 every 5 s and wraps from over 99 to 70', () => {
    expect(slatePollMs).toBe(5_000);
    const shown = [0];
    for (let tick = 0; tick < 70; tick += 1) shown.push(nextSlateProgress(shown.at(-1) ?? 0));
    expect(shown.slice(0, 3)).toEqual([0, 2, 4]);
    expect(shown.slice(48, 53)).toEqual([96, 98, 70, 72, 74]);
    expect(shown.slice(63, 67)).toEqual([96, 98, 70, 72]);
    expect(nextSlateProgress(97)).toBe(99);
  });
});

describe('what went wrong with a slate', () => {
  it('SLATE-017 a 413 answer of any server is a file too large', () => {
    const sentence = 'You can upload a file smaller than 1024 MB...';
    expect(uploadProblemText(new ApiError(413, 'Too Large', '<html>'))).toBe(sentence);
  });

  it('SLATE-018 without a known reason', () => {
    const unknown = [new TypeError('lost'), new ApiError(502, 'Bad Gateway', '<html>'), 'x'];
    for (const error of [...unknown, refused(500, { errorCode: 'INTERNAL', message: 'Oops' })]) {
      expect(uploadProblemText(error)).toBe('problem with upload file.');
    }
    const known = refused(507, { errorCode: 'STORAGE_QUOTA_REACHED', message: 'It is full.' });
    expect(uploadProblemText(known)).toBe('It is full.');
  });

  it('SLATE-011 SLATE-012 distinguishes a running job from failed jobs', () => {
    const running = { errorCode: 'CHANNEL_ASSET_ENCODING', details: { jobId: 'j1' } };
    expect(encodingJobId(refused(404, running))).toBe('j1');
    expect(encodingJobId(refused(404, { errorCode: 'CHANNEL_NOT_FOUND' }))).toBeUndefined();
    const failed = { errorCode: 'CHANNEL_ASSET_FAILED', details: { jobIds: ['a', 'b', 'c'] } };
    expect(failedJobIds(refused(409, failed))).toEqual(['a', 'b', 'c']);
    expect(failedJobIds(refused(409, running))).toBeUndefined();
  });

  it('SLATE-013 any other failure; SLATE-020 a missing workflow has its own sentence', () => {
    expect(putProblem(new TypeError('lost'))).toEqual({
      title: 'Error while trying to encode ad-slate',
      text: 'The server cannot be reached. Check your connection.',
    });
    const message =
      'The workflow "channel-assets-conditioning" is missing. Please contact your system administrator.';
    expect(putProblem(refused(409, { errorCode: 'FLOW_MISSING', message }))).toEqual({
      title: 'Cannot create ad slate',
      text: message,
    });
  });

  it('SLATE-016 a failed job reports its error and those of its tasks', () => {
    const task = { type: 'encode', name: 'encode', error: '' } as const;
    const rest = { status: 'failed', progress: 0, start: null, end: null, settings: {} } as const;
    const tail = { errorCode: '', message: '', findings: [] };
    const tasks = [
      { ...task, ...rest, ...tail },
      { ...task, ...rest, ...tail, name: 'download', error: 'It is no video.' },
    ];
    expect(jobProblem({ error: 'The job failed.', tasks })).toEqual({
      title: 'Error while trying to encode ad-slate',
      text: 'The job failed.\ndownload: It is no video.',
    });
    expect(jobProblem({ error: '', tasks: [] }).text).toBe('The job gave no reason.');
  });
});

describe('socket messages of an upload', () => {
  const reported = (
    event: Parameters<typeof uploadStage>[0]['event'],
    message = '',
    progress = 0,
  ) => uploadStage({ event, message, progress, uploadId: 'u' });

  it('SLATE-022 OP-28 every event has its line; two of them end the upload', () => {
    expect(reported('uploaded')).toEqual({ words: 'The file is uploaded.' });
    expect(reported('uploadToAzure', '', 35)).toEqual({
      words: 'The server stores the file.',
      percent: 35,
    });
    expect(reported('antivirusCheck')?.words).toBe('The file is checked for viruses.');
    expect(reported('antivirusCheck', 'No virus was found.')?.words).toBe('No virus was found.');
    expect(reported('updateChannel', 'A job makes it.')).toEqual({ words: 'A job makes it.' });
    expect(reported('done', 'Upload Successful')).toEqual({ words: 'Upload Successful' });
    expect(reported('virusInfected', 'x')).toBeUndefined();
    expect(reported('error', 'x')).toBeUndefined();
  });
});
