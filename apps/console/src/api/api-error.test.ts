import { ApiError } from '@interlude/contract/api';
import { expect, it } from 'vitest';
import { cannotDoText, errorText, requestFailedText } from './api-error.ts';

const conflict = new ApiError(409, 'Conflict', '{"message":"The name is taken."}');

it('ERR-010 a failed request is reported with status, its text and the body', () => {
  const bare = new ApiError(502, '', '<html>');
  expect(requestFailedText(bare)).toBe('Request failed: 502 -  - <html>');
  expect(errorText(bare)).toBe('Request failed: 502 -  - <html>');
  expect(requestFailedText(conflict)).toBe(
    'Request failed: 409 - Conflict - {"message":"The name is taken."}',
  );
});

it.each(['create', 'update', 'delete'] as const)('ERR-011 reports what failed: %s', (verb) => {
  expect(cannotDoText(verb, 'channel', conflict)).toBe(
    `Cannot ${verb} channel - Conflict - The name is taken.`,
  );
});
