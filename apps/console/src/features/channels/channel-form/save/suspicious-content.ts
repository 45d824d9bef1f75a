/** Words of scripts in values for players and servers: saving them is confirmed, never refused (OP-18). Pure. */

interface Suspicion {
  readonly pattern: RegExp;
  /** The word as the question names it; left out: the text that was found. */
  readonly word?: string;
}

const suspicions: readonly Suspicion[] = [
  { pattern: /<script/i, word: '<script' },
  { pattern: /javascript:/i, word: 'javascript:' },
  // A parameter of an address, such as `?online=1`, is no handler.
  { pattern: /(?<![\w?&.-])on[a-z]+\s*=/i },
  { pattern: /\beval\s*\(/i, word: 'eval(' },
  { pattern: /\bFunction\s*\(/i, word: 'Function(' },
  { pattern: /localStorage/i, word: 'localStorage' },
  { pattern: /sessionStorage/i, word: 'sessionStorage' },
  { pattern: /indexedDB/i, word: 'indexedDB' },
  { pattern: /document\.cookie/i, word: 'document.cookie' },
  { pattern: /document\.write/i, word: 'document.write' },
  { pattern: /innerHTML/i, word: 'innerHTML' },
  { pattern: /XMLHttpRequest/i, word: 'XMLHttpRequest' },
  { pattern: /\bfetch\s*\(/i, word: 'fetch(' },
  { pattern: /\bimport\s*\(/i, word: 'import(' },
];

/** The suspicious words in the names and texts of a value, each once. */
export function suspiciousWords(value: unknown): string[] {
  const all = textsIn(value).join('\n');
  return suspicions.flatMap(({ pattern, word }) => {
    const found = pattern.exec(all)?.[0];
    return found === undefined ? [] : [word ?? found];
  });
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)]);
}
