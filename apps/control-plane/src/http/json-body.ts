/**
 * The JSON body parser: size by Fastify's bodyLimit, depth by a scan before JSON.parse (a body of
 * 10,000 brackets costs a scan, not a stack), `__proto__` refused.
 */
import { domainError } from '@interlude/contract/errors';

/** Bytes of a body. A channel with everything in it has less than 64 kB. */
export const maxBodyBytes = 1024 * 1024;
/** Brackets that may be open at once. */
export const maxJsonDepth = 32;

const quote = 0x22;
const backslash = 0x5c;

/** Index behind the string that begins at `start` (the index of its opening quote). */
function skipString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length) {
    const char = text.charCodeAt(index);
    if (char === quote) return index + 1;
    index += char === backslash ? 2 : 1;
  }
  return index;
}

function opens(char: number): boolean {
  return char === 0x7b || char === 0x5b;
}

function closes(char: number): boolean {
  return char === 0x7d || char === 0x5d;
}

export function jsonDepthExceeds(text: string, limit: number): boolean {
  let depth = 0;
  let index = 0;
  while (index < text.length) {
    const char = text.charCodeAt(index);
    if (char === quote) {
      index = skipString(text, index);
      continue;
    }
    if (opens(char)) depth += 1;
    if (closes(char)) depth -= 1;
    if (depth > limit) return true;
    index += 1;
  }
  return false;
}

function refuseProto(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('__proto__ is not a field');
  return value;
}

export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined;
  if (jsonDepthExceeds(text, maxJsonDepth)) {
    throw domainError('REQUEST_INVALID', {
      reason: `the JSON body is nested deeper than ${maxJsonDepth} levels`,
    });
  }
  try {
    return text.includes('__proto__') ? JSON.parse(text, refuseProto) : JSON.parse(text);
  } catch (cause) {
    throw domainError('REQUEST_INVALID', { reason: 'the body is not JSON' }, cause);
  }
}
