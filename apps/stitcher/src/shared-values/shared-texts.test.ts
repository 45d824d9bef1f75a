import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SharedText, SharedTexts, textOf } from './shared-texts.ts';

const adOf = (viewer: number | string, time: number, trackers = 6) =>
  JSON.stringify({
    title: 'größer 广告',
    impressions: [`https://t.example/imp?v=${viewer}&t=${time}`],
    trackingEvents: Array.from({ length: trackers }, (_, n) => ({
      event: `e${n}`,
      url: `https://t.example/${n}?viewer=${viewer}&at=${time}`,
    })),
  });

const keepAll = (all: readonly string[]): readonly SharedText[] => {
  const texts = new SharedTexts();
  return all.map((text) => texts.keep('ad', text));
};

test('each text comes out as it went in; of each only its own values are kept', () => {
  const all = Array.from({ length: 1_000 }, (_, n) => adOf(`v${n}`, 1_700_000_000 + n));
  const kept = keepAll(all);
  expect(kept.map(textOf)).toEqual(all);
  expect(new Set(kept.slice(1).map(({ form }) => form)).size).toBe(1);
  expect(kept.at(-1)?.values).toBe('v999\n1700000999');
});

test('equal texts are one', () => {
  const kept = keepAll(Array.from({ length: 5 }, () => adOf('v', 1)));
  expect(new Set(kept.map(({ form, values }) => [form, values].join())).size).toBe(1);
  expect(kept[4]?.values).toBe('');
  expect(kept[4]?.form).toBe(kept[0]?.form);
});

test('a value that the first texts had in common gets its gap when another text has a different one', () => {
  const all = [adOf('v1', 1), adOf('v2', 1), adOf('v3', 2), adOf('v4', 3)];
  const kept = keepAll(all);
  expect(kept.map(textOf)).toEqual(all);
  expect(kept.map(({ values }) => values)).toEqual(['', 'v2', 'v3\n2', 'v4\n3']);
});

test('texts of one kind with more or fewer trackers have a form each', () => {
  const all = Array.from({ length: 60 }, (_, n) => adOf(`v${n}`, n, 4 + (n % 3)));
  const kept = keepAll(all);
  expect(kept.map(textOf)).toEqual(all);
  expect(new Set(kept.slice(6).map(({ form }) => form)).size).toBe(3);
});

test('a kind whose texts have nothing in common keeps them whole, and is learnt again when its texts have changed', () => {
  const odd = Array.from({ length: 600 }, (_, n) => adOf('v', 1, n % 50));
  const later = Array.from({ length: 600 }, (_, n) => adOf(`v${n}`, n, 100));
  const kept = keepAll([...odd, ...later]);
  expect(kept.map(textOf)).toEqual([...odd, ...later]);
  expect(kept.at(-1)?.values).toBe('v599\n599');
});

test('texts of many kinds and sizes come out as they went in', () => {
  const texts = new SharedTexts();
  const all = Array.from({ length: 3_000 }, (_, n) => adOf(`v${n}`, n, n % 700 === 0 ? 2_000 : 5));
  const kept = all.map((text, n) => texts.keep(`ad ${n % 900}`, text));
  expect(kept.map(textOf)).toEqual(all);
});

test('texts of a kind with a long name, which an ad server gives, share nothing', () => {
  const texts = new SharedTexts();
  const kept = ['v1', 'v2', 'v3'].map((viewer) => texts.keep('k'.repeat(501), adOf(viewer, 1)));
  expect(kept.map(({ values }) => values)).toEqual(['', '', '']);
});

test('texts that differ in hundreds of places are kept whole', () => {
  const kept = keepAll([0, 1].map((n) => adOf(`v${n}`, n, 130)));
  expect(kept.map(({ values }) => values)).toEqual(['', '']);
  expect(kept[1]?.form.gaps).toEqual([]);
});

test('texts of any parts come out as they went in', () => {
  const part = fc.constantFrom(
    ...['', 'a', 'ab', 'b', '"', '","', '/', '&v=', '1', '12', '2', '%20', '🎬', 'ü', '-', '\\n'],
  );
  const text = fc.array(part, { maxLength: 12 }).map((parts) => JSON.stringify(parts.join('')));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 30 }), (all) => {
      expect(keepAll(all).map(textOf)).toEqual(all);
    }),
  );
});
