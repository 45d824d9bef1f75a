/**
 * Parses `Range` (RFC 9110 §14). One range is answered; several, or a malformed one, get the whole file, as §14.2
 * allows: a list of thousands of ranges must cost nothing.
 */
import { mediaLimits } from './media-limits.ts';

export type RequestedBytes =
  | { readonly kind: 'whole' }
  /** First and last byte. */
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

const whole = { kind: 'whole' } as const;
const unsatisfiable = { kind: 'unsatisfiable' } as const;

export function requestedBytes(header: string | undefined, sizeBytes: number): RequestedBytes {
  if (header === undefined || header.length > mediaLimits.rangeChars) {
    return whole;
  }
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header);
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') {
    return whole;
  }
  const suffix = first === '';
  const start = suffix ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = suffix || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (!suffix && last !== '' && Number(last) < start) {
    return whole; // no range at all (§14.1.1)
  }
  return start > end ? unsatisfiable : { kind: 'part', start, end };
}

/** Entity tags of `If-None-Match`, compared weakly (RFC 9110 §13.1.2). */
export function matchesEtag(header: string, etag: string): boolean {
  const plain = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((tag) => plain(tag) === plain(etag));
}
