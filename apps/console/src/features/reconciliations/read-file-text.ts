/** The text of a CSV as ad servers and spreadsheets write it: UTF-8, UTF-16 with its mark, or Windows-1252. Pure. */
import { reconciliationLimits } from '@interlude/contract';
import { t } from '../../texts/t.ts';

const { characters, requestBytes } = reconciliationLimits;

export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  /** A sentence for the user. */
  | { readonly kind: 'problem'; readonly problem: string };

const problemOf = (problem: string): FileText => ({ kind: 'problem', problem });

/** C0 controls that no text has. */
const isBinary = (text: string) => /[^\P{Cc}\t\n\r\u0080-\u009f]/u.test(text);

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Bytes of a file that are worth reading: two a character, and the mark before them. */
export const mostFileBytes = 2 * characters + 2;

export const tooLarge = t('The file is too large. Export a shorter period, or fewer columns.');

/** @param name sent with the text */
export function fileTextOf(bytes: Uint8Array, name: string): FileText {
  const text = decode(bytes);
  if (text.trim() === '') return problemOf(t('The file is empty.'));
  if (isBinary(text)) return problemOf(t('The file is no text. Export it as CSV.'));
  const sent = new TextEncoder().encode(JSON.stringify({ name, csv: text })).length;
  if (text.length > characters || sent > requestBytes) return problemOf(tooLarge);
  return { kind: 'text', text };
}
