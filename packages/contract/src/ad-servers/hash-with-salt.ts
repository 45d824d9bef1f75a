/**
 * `{ "hashValueWithSalt": [value, salt] }` anywhere in ad parameters: the ad server gets the SHA-256 of value
 * and salt, so that it can distinguish viewers without identifying them.
 */
import { z } from 'zod';

const hashWithSaltKey = 'hashValueWithSalt';
/** With a shorter salt the receiver could find the value by brute force. */
const minSaltBytes = 15;
const shortSaltMessage = 'Value should be at least 15 bytes long.';

const utf8 = new TextEncoder();

/**
 * Whether a salt has at least 15 bytes in UTF-8.
 * @see CHE-018
 */
export function isLongEnoughSalt(salt: string): boolean {
  return utf8.encode(salt).length >= minSaltBytes;
}

/**
 * The value and salt of a parameter `{ hashValueWithSalt: [value, salt] }`.
 * @returns undefined for any other value
 * @see rule V5
 */
export function hashWithSaltPair(value: unknown): readonly [string, string] | undefined {
  if (typeof value !== 'object' || value === null || !(hashWithSaltKey in value)) {
    return undefined;
  }
  const pair = value[hashWithSaltKey];
  if (!Array.isArray(pair) || pair.length !== 2) {
    return undefined;
  }
  const [first, salt]: unknown[] = pair;
  return typeof first === 'string' && typeof salt === 'string' ? [first, salt] : undefined;
}

const maxDepth = 8;

/** Paths of pairs whose salt is missing or too short, at any depth. */
function shortSalts(value: unknown, path: string[]): string[][] {
  if (typeof value !== 'object' || value === null || path.length > maxDepth) {
    return [];
  }
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, key];
    if (key !== hashWithSaltKey) {
      return shortSalts(inner, here);
    }
    const pair = hashWithSaltPair({ [key]: inner });
    return pair && isLongEnoughSalt(pair[1]) ? [] : [here];
  });
}

/** Refuses every pair of a value whose salt is too short. */
export function refuseShortSalts(
  value: unknown,
  context: { addIssue: (issue: { code: 'custom'; message: string; path: string[] }) => void },
): void {
  for (const path of shortSalts(value, [])) {
    context.addIssue({ code: 'custom', message: shortSaltMessage, path });
  }
}

/** Ad parameters as the API takes them (CHE-018). */
export const adServerParameters = z
  .record(z.string(), z.unknown())
  .superRefine((params, context) => refuseShortSalts(params, context));
