/**
 * The addresses that a token is for: patterns with `*` for any characters, separated by `!`. Matched without a
 * regular expression, so that no pattern takes longer than pattern times address.
 */
import { decoded } from '../http/path.ts';

const maxPatterns = 20;

function matches(pattern: string, path: string): boolean {
  const [head = '', ...parts] = pattern.split('*');
  if (!path.startsWith(head)) {
    return false;
  }
  const tail = parts.pop();
  if (tail === undefined) {
    return path === head;
  }
  let at = head.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found < 0) {
      return false;
    }
    at = found + part.length;
  }
  return path.length - tail.length >= at && path.endsWith(tail);
}

/** @param path of the request, without query; a pattern may be escaped like an address */
export function matchesAcl(acl: string, path: string): boolean {
  const patterns = acl.split('!').slice(0, maxPatterns);
  return patterns.some((one) => matches(one, path) || matches(decoded(one), decoded(path)));
}
