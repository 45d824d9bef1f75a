import type { Page } from '@playwright/test';
import { platform } from '../../platform.ts';

/** Signs in as a person does and waits for the first screen. */
export async function signInByHand(page: Page): Promise<void> {
  await page.goto(`${platform.consoleUrl}/login`);
  await page.getByLabel('Email').fill(platform.adminEmail);
  await page.getByLabel('Password', { exact: true }).fill(platform.adminPassword);
  await page.locator('form').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/app/dashboard');
}
