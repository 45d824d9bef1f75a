/** Holds a real request back until the test releases it, so that the screen in the meantime can be read. */
import type { Page } from '@playwright/test';

export interface HeldRequests {
  /** Resolves once a request waits. */
  readonly waiting: Promise<void>;
  release(): void;
}

export async function holdRequests(page: Page, pattern: RegExp): Promise<HeldRequests> {
  const waiting = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    waiting.resolve();
    await released.promise;
    await route.continue();
  });
  return {
    waiting: waiting.promise,
    release: released.resolve,
  };
}
