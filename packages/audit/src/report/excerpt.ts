// The lines of a manifest around a finding.
import { safeText } from './safe-text.ts';

export interface ExcerptLine {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
  /** The line that the finding names. */
  readonly isNamed: boolean;
}

const LINES_AROUND = 2;
const MAX_LINE = 160;

/** Characters that a word may begin before the part that is shown. */
const MAX_WORD = 2_000;
const BETWEEN_WORDS = /[\s"'<>]/;

/** Where the word around `at` begins, so that no half of a signed address is shown; undefined in a longer word. */
function wordStart(line: string, at: number): number | undefined {
  for (let from = at; from > at - MAX_WORD; from -= 1)
    if (from === 0 || BETWEEN_WORDS.test(line.charAt(from - 1))) return from;
  return undefined;
}

/** MPDs are often one line: shows the part that the finding is about. */
function partOf(line: string, detail: string): string {
  if (line.length <= MAX_LINE) return safeText(line);
  const words = detail.split(' ').filter((word) => word.length > 1 && /[\d/@]/.test(word));
  const at = words.map((word) => line.indexOf(word)).find((index) => index >= 0) ?? 0;
  const from = wordStart(line, Math.max(0, at - MAX_LINE / 2));
  if (from === undefined) return '…';
  return `${from > 0 ? '…' : ''}${safeText(line.slice(from, from + MAX_WORD), MAX_LINE)}`;
}

/** Index of the start of a 1-based line; the text's length when it has fewer. */
function lineStart(text: string, line: number): number {
  let at = 0;
  for (let number = 1; number < line; number += 1) {
    const next = text.indexOf('\n', at);
    if (next < 0) return text.length;
    at = next + 1;
  }
  return at;
}

export function excerptAt(text: string, line: number, detail: string): readonly ExcerptLine[] {
  const first = Math.max(1, line - LINES_AROUND);
  const last = line + LINES_AROUND;
  const lines: ExcerptLine[] = [];
  let at = lineStart(text, first);
  for (let number = first; number <= last && at < text.length; number += 1) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    const whole = text.slice(at, end).trimEnd();
    lines.push({ number, text: partOf(whole, detail), isNamed: number === line });
    at = end + 1;
  }
  return lines;
}
