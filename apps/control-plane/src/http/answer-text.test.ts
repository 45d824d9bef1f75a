import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compileAnswerText, markLasting } from './answer-text.ts';

const row = z.object({ a: z.string(), inner: z.object({ b: z.number() }).optional() });

describe('compileAnswerText', () => {
  it('SEC-S13 writes what the schema names, of lasting rows too', () => {
    const inside = { a: 'x', secret: 's', inner: { b: 1, secret: 's' } };
    const text = compileAnswerText(z.array(row));
    const expected = '[{"a":"x","inner":{"b":1}},{"a":"y"}]';
    for (let round = 0; round < 2; round += 1) {
      expect(text([inside, { a: 'y', secret: 's' }])).toBe(expected);
    }
    const lasting = [markLasting(inside), markLasting({ a: 'y', secret: 's' })];
    for (let round = 0; round < 2; round += 1) expect(text(lasting)).toBe(expected);
    expect(compileAnswerText(z.array(row.pick({ a: true })))(lasting)).toBe(
      '[{"a":"x"},{"a":"y"}]',
    );
  });

  it('writes a row that may change anew each time', () => {
    const text = compileAnswerText(row);
    const changing = { a: 'x' };
    expect(text(changing)).toBe('{"a":"x"}');
    changing.a = 'y';
    expect(text(changing)).toBe('{"a":"y"}');
  });

  it('a lasting row cannot be changed', () => {
    const kept = markLasting({ a: 'x' });
    expect(() => {
      kept.a = 'y';
    }).toThrow(TypeError);
  });

  it('writes empty lists, null and plain text', () => {
    expect(compileAnswerText(z.array(row))([])).toBe('[]');
    expect(compileAnswerText(row.nullable())(null)).toBe('null');
    expect(compileAnswerText(z.string())('x')).toBe('"x"');
  });
});
