import type { Language } from '@interlude/contract';
import { expect, it, vi } from 'vitest';
import { applyLanguage } from './own-language.ts';

function browserWith(kept: Language, keeps = true) {
  let language = kept;
  const reload = vi.fn();
  const keep = (next: Language) => {
    if (!keeps) throw new Error('storage is refused');
    language = next;
  };
  return { kept: () => language, keep, reload };
}

it('another language is kept, and the page loads once more', () => {
  const browser = browserWith('en');
  applyLanguage('de', browser);
  expect(browser.kept()).toBe('de');
  expect(browser.reload).toHaveBeenCalledTimes(1);
  applyLanguage('de', browser);
  expect(browser.reload).toHaveBeenCalledTimes(1);
});

it('the language that is kept already loads nothing, whatever the page could load', () => {
  const browser = browserWith('de');
  applyLanguage('de', browser);
  expect(browser.reload).not.toHaveBeenCalled();
});

it('a browser that keeps nothing is not loaded again and again', () => {
  const browser = browserWith('en', false);
  applyLanguage('de', browser);
  expect(browser.reload).not.toHaveBeenCalled();
});
