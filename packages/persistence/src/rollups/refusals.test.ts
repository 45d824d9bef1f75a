import { BatchRefused } from '@interlude/reporting';
import { expect, test } from 'vitest';
import { asRefusal } from './refusals.ts';

const failed = (code: string) => Object.assign(new Error('the value "secret" is wrong'), { code });

test.each([
  ['22021', 'a character that the encoding has not'],
  ['22003', 'a number that the column does not hold'],
  ['23514', 'a check'],
  ['54000', 'an index row that is too large'],
])('SEC-S52 %s is final: %s', (code) => {
  const refusal = asRefusal(failed(code));
  expect(refusal).toBeInstanceOf(BatchRefused);
  expect(String(refusal)).toBe(`BatchRefused: PostgreSQL refuses it for good (SQLSTATE ${code})`);
});

test.each([
  ['ECONNREFUSED', 'nobody listens'],
  ['08006', 'the connection is lost'],
  ['40001', 'another transaction was faster'],
  ['40P01', 'a deadlock'],
  ['42P01', 'the schema of another version'],
  ['53100', 'its disk is full'],
  ['57014', 'the statement took too long'],
  ['57P01', 'the server stops'],
  ['', 'no code'],
])('SEC-S52 %s passes: %s', (code) => {
  const error = failed(code);
  expect(asRefusal(error)).toBe(error);
});
