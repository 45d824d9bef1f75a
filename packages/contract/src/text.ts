/**
 * Validates all text from outside (SEC-S46). PostgreSQL stores no U+0000, and a lone surrogate is no Unicode: text with
 * one of them is refused before anything reads it.
 */
import { z } from 'zod';

const unstorable =
  'Remove the characters that cannot be stored: U+0000 or half of a surrogate pair.';

/** Whether PostgreSQL stores a text and returns it unchanged: without U+0000 and lone surrogates. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Any text of a request. */
export const text = () => z.string().refine(isStorable, unstorable);

/** C0 and C1 controls, line and paragraph separators, and bidirectional overrides. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/**
 * A name, which stands in one line of a list, a mail or a log: 1 to `max` characters, spaces around it removed. The
 * sentence of an empty one is the specification's (CHE-012).
 */
export const nameText = (max: number) => {
  const empty = 'I should not be empty!';
  return z
    .string({ error: empty })
    .trim()
    .min(1, { error: empty, abort: true })
    .max(max, `I should not be longer than ${max} characters!`)
    .refine(isStorable, { error: unstorable, abort: true })
    .refine((name) => !unprintable.test(name), 'I should be one line without control characters!');
};

function findUnstorable(value: unknown, path: readonly string[]): readonly string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, held] of Object.entries(value)) {
    const found = isStorable(key) ? findUnstorable(held, [...path, key]) : path;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A body, a query or parameters, checked before their schema: all texts and keys in them can be stored. */
export const requestValue = z.unknown().superRefine((value, context) => {
  const path = findUnstorable(value, []);
  if (path !== undefined)
    context.addIssue({ code: 'custom', message: unstorable, path: [...path] });
});
