import { describe, expect, it } from 'vitest';
import { suspiciousWords } from './suspicious-content.ts';

describe('suspicious content', () => {
  it.each([
    ['<SCRIPT src=x>', '<script'],
    ['JavaScript:alert(1)', 'javascript:'],
    ['<img onerror =x>', 'onerror ='],
    ['EVAL (x)', 'eval('],
    ['new Function("x")', 'Function('],
    ['localstorage.x', 'localStorage'],
    ['sessionStorage', 'sessionStorage'],
    ['indexedDB.open', 'indexedDB'],
    ['document.cookie', 'document.cookie'],
    ['document.write(x)', 'document.write'],
    ['a.innerHTML', 'innerHTML'],
    ['new XMLHttpRequest', 'XMLHttpRequest'],
    ['fetch ("/x")', 'fetch('],
    ['import("x")', 'import('],
  ])('CHE-023 %s', (text, word) => {
    expect(suspiciousWords({ deep: [{ text }] })).toEqual([word]);
    expect(suspiciousWords({ [text]: 1 })).toEqual([word]);
  });

  it('CHE-023 ordinary parameters are not suspicious, and several words are named each once', () => {
    const ordinary = {
      url: 'https://a.example/?online=1&only=2&on=3',
      evaluation: 'medieval (old)',
      prefetch: 'prefetch(x)',
      important: 'importance (high)',
      script: 'transcript',
    };
    expect(suspiciousWords(ordinary)).toEqual([]);
    expect(suspiciousWords(['eval(1)', 'eval(2)', { x: '<script>' }])).toEqual([
      '<script',
      'eval(',
    ]);
  });
});
