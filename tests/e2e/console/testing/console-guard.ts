/** Fails a test when the page says anything on its error console or throws. */
import { expect, type Page } from '@playwright/test';

export interface ConsoleGuard {
  expectQuiet(): void;
}

/** @param allowed messages that the test itself provokes, such as the browser's line about a refused request */
export function guardConsole(page: Page, allowed: readonly RegExp[] = []): ConsoleGuard {
  const said: string[] = [];
  const keep = (text: string) => {
    if (!allowed.some((pattern) => pattern.test(text))) said.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') keep(message.text());
  });
  page.on('pageerror', (error) => keep(String(error)));
  return { expectQuiet: () => expect(said).toEqual([]) };
}
