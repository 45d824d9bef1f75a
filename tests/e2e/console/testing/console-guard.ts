/** Fails a test when the page says anything on its error console or throws. */
import { expect, type Page } from '@playwright/test';

export interface ConsoleGuard {
  expectQuiet(): void;
}

const allowedOn = new WeakMap<Page, RegExp[]>();

/** @param allowed messages that the test itself provokes, such as the browser's line about a refused request */
export function guardConsole(page: Page, allowed: readonly RegExp[] = []): ConsoleGuard {
  const patterns = [...allowed];
  allowedOn.set(page, patterns);
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(String(error)));
  return {
    expectQuiet: () =>
      expect(said.filter((text) => !patterns.some((pattern) => pattern.test(text)))).toEqual([]),
  };
}

/** For one test alone: a message that it provokes on a guarded page. */
export function allowErrors(page: Page, pattern: RegExp): void {
  allowedOn.get(page)?.push(pattern);
}
