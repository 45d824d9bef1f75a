/** One range of RFC 9110 §14.2; anything else gets the whole. */
import { domainError } from '@interlude/contract/errors';
import type { LabAnswer, LabRequest } from './lab-request.ts';

export function ranged(request: LabRequest, whole: LabAnswer): LabAnswer {
  const body = Buffer.isBuffer(whole.body) ? whole.body : Buffer.from(whole.body);
  const header = request.headers['range'];
  const headers = { 'accept-ranges': 'bytes' };
  const match = typeof header === 'string' ? /^bytes=(\d*)-(\d*)$/.exec(header) : null;
  if (match === null || (match[1] === '' && match[2] === '')) return { ...whole, headers };
  const isSuffix = match[1] === '';
  const start = isSuffix ? Math.max(0, body.length - Number(match[2])) : Number(match[1]);
  const end =
    isSuffix || match[2] === '' ? body.length - 1 : Math.min(Number(match[2]), body.length - 1);
  if (start > end) {
    throw domainError('REQUEST_INVALID', {
      reason: `the range is outside of 0-${body.length - 1}`,
    });
  }
  return {
    ...whole,
    status: 206,
    body: body.subarray(start, end + 1),
    headers: { ...headers, 'content-range': `bytes ${start}-${end}/${body.length}` },
  };
}
