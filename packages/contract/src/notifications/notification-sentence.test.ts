import { expect, test } from 'vitest';
import { knownSentence, maxSentenceValue, say } from './notification-sentence.ts';
import { sentenceText } from './notification-sentences.ts';

test('DATA-006 a notification is a sentence of the list with its values, numbers as in English', () => {
  expect(say('jobFailed', { name: 'a', reason: 'b' })).toEqual({
    content: 'The job "a" failed: b',
    sentence: { key: 'jobFailed', values: { name: 'a', reason: 'b' } },
  });
  expect(say('eventsLost', { events: 12_345, reason: 'disk' }).content).toMatch(
    /^12,345 events are lost/,
  );
});

test('SEC-S125 a value is text: nothing in it is read as a value', () => {
  const { content } = say('jobFailed', { name: '{reason}$&', reason: '$1 {name} {constructor}' });
  expect(content).toBe('The job "{reason}$&" failed: $1 {name} {constructor}');
  expect(sentenceText({ key: 'jobDone', values: {} }, '{toString}{name}')).toBe('');
});

test('a value that PostgreSQL does not keep as JSON, or that is too long, fails nothing', () => {
  const { sentence } = say('jobFailed', { name: 'a\0\ud83d', reason: 'x'.repeat(5_000) });
  expect(sentence.values['name']).toBe('a\uFFFD\uFFFD');
  expect(String(sentence.values['reason'])).toHaveLength(maxSentenceValue);
  expect(knownSentence(sentence)).toEqual(sentence);
});

test('a row of another release has no sentence that is known', () => {
  for (const stored of [null, undefined, {}, { key: 'futureSentence', values: {} }, 'x']) {
    expect(knownSentence(stored)).toBeUndefined();
  }
});
