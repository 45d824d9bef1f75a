/** The console's player on a channel that asks its viewers for a token and a key. */
import { contract } from '@interlude/contract/api';
import { expect, test } from '@playwright/test';
import { platform } from '../../platform.ts';
import { hlsSource } from '../../playback/viewing.ts';
import { testInWorkerCompany } from '../testing/one-window.ts';

const company = testInWorkerCompany();

test('CHL-004 a channel with signed tokens and an api-key plays in the console, and nowhere without them', async ({
  page,
}) => {
  const name = `Guarded ${Date.now()}`;
  const { outputUri: output } = await company().signedIn.client(contract.channels.create, {
    body: {
      name,
      state: 'enabled',
      sourceManifestUrl: platform.labUrl + hlsSource('cmaf/cue').path,
      apiKey: 'viewers only',
      authentication: { hmac: { secret: 'nobody knows', window: 120 } },
    },
  });
  await expect.poll(async () => (await fetch(output)).status, { timeout: 20_000 }).toBe(403);
  await page.goto(`${platform.consoleUrl}/app/channels?search=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Play ${name}` }).click();
  const dialog = page.getByRole('dialog', { name });
  await expect
    .poll(() => dialog.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime), {
      timeout: 40_000,
    })
    .toBeGreaterThan(1);
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(dialog.getByRole('link')).toHaveText(output);
});
