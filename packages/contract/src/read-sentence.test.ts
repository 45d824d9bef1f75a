import { expect, it } from 'vitest';
import { sentenceReader } from './read-sentence.ts';

const sentences = {
  '{name} was {was}, is {is}': '{name} war {was}, ist {is}',
  '{name} was told: {reason}': '{name} hörte: {reason}',
  '{part} is late.': '{part} ist spät.',
  'All is well.': 'Alles ist gut.',
};
const parts = { 'the break {id}': 'die Werbepause {id}' };
const reasons = { 'it is {size} s': 'es ist {size} s' };
const read = sentenceReader({ sentences, parts, reasons }, ',');

it('ADR 0056: a sentence is read back by its English, and its values stay as they are', () => {
  expect(read('a was 1, is 2')).toBe('a war 1, ist 2');
  expect(read('the break 7 was 1.5, is 2.5 s')).toBe('the break 7 war 1.5, ist 2,5 s');
  expect(read('ad 1.2 was 1.2.3, is 1.5 sets')).toBe('ad 1.2 war 1.2.3, ist 1.5 sets');
  expect(read('{was} was {is}, is $&')).toBe('{was} war {is}, ist $&');
  expect(read(' was , is ')).toBe(' war , ist ');
});

it('ADR 0056: a part of ours is read, a reason among reasons alone', () => {
  expect(read('the break 7')).toBeUndefined();
  expect(read('the break 7 is late.')).toBe('die Werbepause 7 ist spät.');
  expect(read('a was told: it is 1.5 s')).toBe('a hörte: es ist 1,5 s');
  expect(read('a was told: the break 7')).toBe('a hörte: the break 7');
});

it('ADR 0056: several sentences are read when each of them is known', () => {
  expect(read('All is well. All is well.')).toBe('Alles ist gut. Alles ist gut.');
  expect(read('All is well. Nothing is.')).toBeUndefined();
  expect(read('1 was 1, is 2; 2 was 2, is 3')).toBe('1 war 1, ist 2; 2 war 2, ist 3');
});

it('ADR 0056: what is unknown, empty or too long stays', () => {
  expect(read('Hello')).toBeUndefined();
  expect(read('')).toBeUndefined();
  expect(read('toString')).toBeUndefined();
  expect(read(`${'a'.repeat(5_000)} was 1, is 2`)).toBeUndefined();
});
