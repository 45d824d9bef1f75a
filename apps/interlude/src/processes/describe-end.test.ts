import { expect, it } from 'vitest';
import { describeEnd } from './describe-end.ts';

/** Of Node 24 with --max-old-space-size=20. */
const outOfMemory = `
<--- Last few GCs --->
FATAL ERROR: Ineffective mark-compacts near heap limit Allocation failed - JavaScript heap out of memory
----- Native stack trace -----`;

it.each([
  [134, null, outOfMemory, 'needed more memory than it may take'],
  [null, 'SIGABRT', outOfMemory, 'needed more memory than it may take'],
  [null, 'SIGKILL', '', 'was ended by SIGKILL'],
  [1, null, 'Error: x\n    at y', 'ended with code 1'],
] as const)('SEC-S66 code %s, signal %s', (code, signal, errorText, how) => {
  expect(describeEnd(code, signal, errorText)).toBe(how);
});
