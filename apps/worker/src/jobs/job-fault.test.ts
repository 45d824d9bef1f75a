import { writeFile } from 'node:fs/promises';
import { domainError } from '@interlude/contract/errors';
import { expect, test } from 'vitest';
import { faultOf } from './job-fault.ts';

const final = (code: Parameters<typeof domainError>[0], details = {}) =>
  faultOf(domainError(code, details)).final;

test('JOB-011 what lies with the file or the order fails at once, what may pass does not', () => {
  expect(final('MEDIA_REFUSED')).toBe(true);
  expect(final('UPLOAD_INFECTED')).toBe(true);
  expect(final('URL_FORBIDDEN')).toBe(true);
  expect(final('FETCH_STATUS', { status: 404 })).toBe(true);
  expect(final('FETCH_STATUS', { status: 429 })).toBe(false);
  expect(final('FETCH_STATUS', { status: 503 })).toBe(false);
  expect(final('ENCODE_FAILED')).toBe(false);
  expect(final('MEDIA_UNREADABLE', { reason: 'it is text' })).toBe(true);
  expect(final('MEDIA_UNREADABLE', { reason: 'it was ended by SIGKILL' })).toBe(false);
  expect(final('JOB_TIMED_OUT')).toBe(false);
  expect(final('SCANNER_UNAVAILABLE')).toBe(false);
});

test('a full disk is named, and may be emptied', async () => {
  // A device that answers every write as a full disk does.
  const error: unknown = await writeFile('/dev/full', 'x').catch((reason: unknown) => reason);
  expect(faultOf(error)).toMatchObject({
    code: 'STORAGE_FULL',
    message: expect.stringContaining('The disk is full.'),
    final: false,
  });
});

test('a file that cannot be read has its finding; what is not foreseen says nothing of the inside', () => {
  const unreadable = domainError('MEDIA_UNREADABLE', {
    reason: 'x',
    finding: 'PLAYLIST_IN_DISGUISE',
  });
  expect(faultOf(unreadable).findings).toEqual(['PLAYLIST_IN_DISGUISE']);
  const inner = faultOf(new Error('password=secret'));
  expect([inner.code, inner.final]).toEqual(['INTERNAL', false]);
  expect(inner.message).not.toContain('secret');
});
