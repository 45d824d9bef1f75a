/** Monitoring of a live channel: from the list to a segment and its manifests, and why an ad was not played. */
import { contract } from '@interlude/contract/api';
import { expect, test } from '@playwright/test';
import { labReady } from '../../lab.ts';
import { platform } from '../../platform.ts';
import { DIALOG, expectAccessibleAsShown } from '../testing/accessible-screen.ts';
import { testInWorkerCompany } from '../testing/one-window.ts';

/** Milliseconds until a monitor has taken a new channel over and read it. */
const watchedWithinMs = 60_000;
/** Milliseconds until the record of a break is in the database. */
const recordedWithinMs = 20_000;

const company = testInWorkerCompany();

/** A session that is offered a pre-roll, which is lost because the ad server fails. @returns its media playlist */
async function openViewer(outputUri: string): Promise<URL> {
  let main = '';
  await expect
    .poll(
      async () => {
        const answer = await fetch(outputUri);
        main = answer.url;
        return answer.status;
      },
      { timeout: recordedWithinMs },
    )
    .toBe(200);
  const lines = (await (await fetch(main)).text()).split('\n');
  const media = lines.find((line) => line !== '' && !line.startsWith('#')) ?? '';
  return new URL(media, main);
}

test('MON-003 MON-004 MON-005 CHL-012 from the list to a segment and its manifests, and to why an ad was not played', async ({
  page,
}) => {
  await labReady(watchedWithinMs);
  const { client } = company().signedIn;
  const sourceManifestUrl = `${platform.labUrl}/live/cmaf/cue/master.m3u8`;
  const created = await client(contract.channels.create, {
    body: {
      name: `Watched ${crypto.randomUUID().slice(0, 8)}`,
      sourceManifestUrl,
      adSource: { system: 'gva', url: `${platform.labUrl}/ads/vast?fault=5xx`, params: {} },
      enablePreRoll: true,
      preRoll: { maxDuration: 11, maxCount: 1 },
    },
  });
  const { id, name } = created;
  await client(contract.channels.setState, { params: { id }, body: { state: 'enabled' } });
  const viewed = await openViewer(created.outputUri);
  const read = () => client(contract.monitoring.timeline, { query: { channel: id } });
  await expect
    .poll(async () => (await read()).values.every(({ length }) => length > 3), {
      timeout: watchedWithinMs,
    })
    .toBe(true);
  await page.goto(`${platform.consoleUrl}/app/ad-insertion/channels?q=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Monitoring of ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Monitoring: ${name}` });
  const timeline = dialog.getByRole('slider', { name: 'Timeline' });
  await expect(timeline).toBeVisible();
  await timeline.focus();
  await timeline.press('ArrowLeft');
  await timeline.press('ArrowUp');
  await expect(timeline).toHaveAttribute('aria-valuetext', /^Source: /);
  await expect(dialog.getByRole('textbox', { name: 'Source manifest' })).toContainText('#EXTM3U');
  await expect(dialog.getByRole('textbox', { name: 'Output manifest' })).toBeVisible();
  await expect(dialog.locator('.manifest-keyword').first()).toBeVisible();
  await expectAccessibleAsShown(page, 'monitoring', DIALOG);
  await dialog.getByRole('button', { name: 'Refresh' }).click();
  await dialog.getByRole('link', { name: 'Open as a page' }).click();
  await expect(page).toHaveURL(/\/monitoring\?.*item=source\./);
  await expect(page.getByRole('region', { name: 'Selection' })).toBeVisible();
  await expect
    .poll(
      async () => {
        await (await fetch(viewed)).text();
        const query = { lost: 'true' } as const;
        const found = await client(contract.breakRecords.list, { params: { id }, query });
        return found.breaks.length;
      },
      { timeout: recordedWithinMs },
    )
    .toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Breaks', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Only breaks that lost something' }).click();
  await expect(page).toHaveURL(/\/breaks\?lost=true/);
  const breaks = page.getByRole('list', { name: 'Breaks of 24 hours' });
  await breaks.getByRole('button').first().click();
  await expect(page).toHaveURL(/(?=.*lost=true)(?=.*break=)/);
  await expect(page.getByRole('table', { name: 'What was lost' })).toContainText('Ad server');
  const stages = page.getByRole('list', { name: 'Stages of the session' });
  await expect(stages).toContainText('answered with 503');
  await stages.getByText('Requests and answers').first().click();
  await expect(stages).toContainText('fault=5xx');
  await expectAccessibleAsShown(page, 'breaks');
});
