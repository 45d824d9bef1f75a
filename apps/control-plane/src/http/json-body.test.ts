import { describe, expect, it } from 'vitest';
import { jsonDepthExceeds, maxJsonDepth, parseJsonBody } from './json-body.ts';

describe('jsonDepthExceeds', () => {
  it('counts brackets and not those inside strings', () => {
    expect(jsonDepthExceeds('[[[1]]]', 3)).toBe(false);
    expect(jsonDepthExceeds('[[[[1]]]]', 3)).toBe(true);
    expect(jsonDepthExceeds('["[[[[", "\\"[[[["]', 3)).toBe(false);
  });

  it('SEC-S12 looks at 100,000 brackets without a deep stack', () => {
    expect(jsonDepthExceeds('['.repeat(100_000), maxJsonDepth)).toBe(true);
  });
});

describe('parseJsonBody', () => {
  it('gives the value of a body and undefined for none', () => {
    expect(parseJsonBody('{"a":[1]}')).toEqual({ a: [1] });
    expect(parseJsonBody(' ')).toBeUndefined();
  });

  it.each([
    ['{', 'the body is not JSON'],
    ['{"__proto__":{"role":"Admin"}}', 'the body is not JSON'],
    ['['.repeat(50), 'nested deeper than 32 levels'],
  ])('refuses %s', (text, reason) => {
    expect(() => parseJsonBody(text)).toThrow(reason);
  });
});
