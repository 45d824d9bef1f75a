import { expect, it } from 'vitest';
import { isPreviewKey, previewKey } from './preview-key.ts';

const key = Buffer.alloc(32, 7);
const now = 1_800_000_000;

it('SEC-S3 lets in its channel until it ends, under its own platform only', () => {
  const given = previewKey(key, 'c1', now + 300);
  expect(isPreviewKey(key, 'c1', given, now)).toBe(true);
  expect(isPreviewKey(key, 'c2', given, now)).toBe(false);
  expect(isPreviewKey(key, 'c1', given, now + 300)).toBe(false);
  expect(isPreviewKey(Buffer.alloc(32, 8), 'c1', given, now)).toBe(false);
});

it.each([
  '',
  'preview..',
  `preview.${now + 300}.`,
  `preview.${now + 300}.${'A'.repeat(43)}`,
  previewKey(key, 'c1', now + 300).replace(String(now + 300), String(now + 301)),
  ` ${previewKey(key, 'c1', now + 300)}`,
])('%j is none', (given) => {
  expect(isPreviewKey(key, 'c1', given, now)).toBe(false);
});
