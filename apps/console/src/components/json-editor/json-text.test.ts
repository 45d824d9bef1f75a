import { describe, expect, it } from 'vitest';
import { type JsonProblem, lineAndColumn, rangeOf, readJson } from './json-text.ts';

/** The marked text and the message of each problem. */
function problemsOf(text: string): string[] {
  const { problems } = readJson(text);
  return problems.map(({ from, to, message }: JsonProblem) => `${text.slice(from, to)} ${message}`);
}

describe('JSON with its mistakes', () => {
  it.each([
    '[]',
    '{}',
    'null',
    ' [1, -0.5e+3, true, false, null, "a\\u00e9\\n"] \r\n',
    '{"a": {"a": [{"a": 1}]}}',
    '{"__proto__": 1}',
  ])('takes what JSON.parse takes: %s', (text) => {
    expect(readJson(text)).toMatchObject({ value: JSON.parse(text), problems: [] });
  });

  it.each([
    ['', ' A value is expected: the text ends here.'],
    ['[1 2]', '2 A comma or ] is expected.'],
    ['[1,]', ', No comma is allowed before ].'],
    ['{"a" 1}', '1 A colon is expected.'],
    ['{a: 1}', 'a A name in double quotes is expected.'],
    ["{'a': 1}", "' A name in double quotes is expected."],
    ['["a]', '"a] This string has no closing quote.'],
    ['["\\x"]', '\\ This escape is unknown.'],
    ['[01]', '01 A value is expected.'],
    ['[1.]', '. A comma or ] is expected.'],
    ['[NaN]', 'NaN A value is expected.'],
    ['[1] // note', '/ No content is allowed after the end.'],
    ['{"a": [', '[ A value is expected: the text ends here.'],
    ['["a\tb"]', '\t A string must not contain control characters.'],
  ])('FLOW-003 %s is wrong at its place', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
    expect(() => JSON.parse(text)).toThrow();
    expect(readJson(text).value).toBeUndefined();
  });

  it('finds names that stand twice, at any depth, also when they are spelled differently', () => {
    const text = '{"a": 1, "b": [{"c": 1, "d": {"x": 1, "\\u0078": 2}, "c": 2}]}';
    expect(problemsOf(text)).toEqual([
      '"\\u0078" “x” occurs twice in this object.',
      '"c" “c” occurs twice in this object.',
    ]);
  });

  it('refuses what is nested too deeply instead of falling over it', () => {
    const [problem] = readJson('['.repeat(100_000)).problems;
    expect(problem?.message).toBe('The JSON is nested too deeply.');
  });

  it('knows where values and names stand; a path that leads nowhere gives its parent', () => {
    const text = '[{"type": "encode", "settings": {"preset": "slow"}}]';
    const reading = readJson(text);
    const at = (path: (string | number)[], last?: 'name') => {
      const { from, to } = rangeOf(reading, path, last);
      return text.slice(from, to);
    };
    expect(at([0, 'type'])).toBe('"encode"');
    expect(at([0, 'settings', 'preset'], 'name')).toBe('"preset"');
    expect(at([0, 'settings', 'nothing', 'there'])).toBe('{"preset": "slow"}');
    expect(at([])).toBe(text);
    expect(rangeOf(readJson('['), [0])).toEqual({ from: 0, to: 0 });
  });

  it('names line and column as editors do', () => {
    expect(lineAndColumn('a\nbc\n', 3)).toEqual({ line: 2, column: 2 });
    expect(lineAndColumn('', 0)).toEqual({ line: 1, column: 1 });
  });

  it('reads 200 KB between two key presses', () => {
    const task = { type: 'encode', settings: { preset: 'slow', engine: 'auto', list: [1, 2, 3] } };
    const text = JSON.stringify(
      Array.from({ length: 1_600 }, () => task),
      null,
      2,
    );
    expect(text.length).toBeGreaterThan(200_000);
    readJson(text);
    const tookMs = Array.from({ length: 5 }, () => {
      const startMs = performance.now();
      expect(readJson(text).problems).toEqual([]);
      return performance.now() - startMs;
    });
    // Other processes may have the processor meanwhile.
    expect(Math.min(...tookMs)).toBeLessThan(150);
  });
});
