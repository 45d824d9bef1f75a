/** Workflows as an operator meets them: the JSON editor that knows the catalogue of tasks. */
import { contract } from '@interlude/contract/api';
import { expect, type Page, test } from '@playwright/test';
import { platform } from '../../platform.ts';
import { testAsSuperAdmin } from '../testing/one-window.ts';

const listUrl = `${platform.consoleUrl}/app/workflows`;
/** Names of this run: the platform may have been used before. */
const run = crypto.randomUUID().slice(0, 8);
const admin = testAsSuperAdmin({ allowed: [/status of 4\d\d/] });
let page: Page;

test.beforeEach(({ page: opened }) => {
  page = opened;
});

test.afterAll(async () => {
  const flows = await admin().client(contract.flows.list, { query: { limit: -1, search: run } });
  for (const { id } of flows) await admin().client(contract.flows.remove, { params: { id } });
});

const editor = () => page.getByRole('textbox', { name: 'Task templates' });
const save = () => page.getByRole('button', { name: 'Save', exact: true });

async function openFlow(name: string): Promise<string> {
  const { id } = await admin().client(contract.flows.create, {
    body: { name, taskTemplates: [{ type: 'download', settings: {} }] },
  });
  await page.goto(`${listUrl}/${id}`);
  await expect(editor()).toBeVisible();
  return id;
}

async function replaceTasks(text: string): Promise<void> {
  await editor().click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

test('FLOW-001 ROLE-009 the sidebar leads to the workflows that are shipped', {
  tag: '@full',
}, async () => {
  await page.goto(`${platform.consoleUrl}/app/dashboard`);
  await page.getByRole('link', { name: 'Workflows' }).click();
  await expect(page).toHaveURL(listUrl);
  for (const column of ['ID', 'Name', 'Created at']) {
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible();
  }
  for (const name of ['channel-assets-conditioning', 'ad-slate-conditioning', 'media-analysis']) {
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  }
});

test('FLOW-002 FLOW-004 a workflow is added, edited and saved by keyboard', async () => {
  await page.goto(listUrl);
  await page.getByRole('link', { name: 'Add Workflow' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Mine ${run}`);
  await page.getByLabel('Attempts').fill('5');
  await page.getByLabel('Timeout (minutes)').fill('90');
  await replaceTasks('[{"type": "download", "settings": {"maxBytes": 5000}}]');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Your item has been saved!')).toBeVisible();
  await expect(page).not.toHaveURL(/\/new$/);
  const [stored] = await admin().client(contract.flows.list, { query: { search: `Mine ${run}` } });
  expect(stored).toMatchObject({
    attempts: 5,
    timeout: 90,
    taskTemplates: [{ type: 'download', settings: { maxBytes: 5000 } }],
  });
});

test('FLOW-003 OP-34 text that is no JSON is not sent; nothing is said but in the field', {
  tag: '@full',
}, async () => {
  await openFlow(`Broken ${run}`);
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') requested.push(request.url());
  });
  const logged = page.waitForEvent('console', (message) =>
    message.text().includes('taskTemplates do not parse as JSON'),
  );
  await replaceTasks('[{"type": "download"');
  await save().click();
  await logged;
  await expect(editor()).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('.toast')).toHaveCount(0);
  expect(requested).toEqual([]);
  await page.getByRole('button', { name: 'Reset to the latest valid version' }).click();
  await expect(editor()).toContainText('"settings": {}');
  await expect(editor()).toHaveAttribute('aria-invalid', 'false');
});

test('what is wrong is listed with line and column, and leads there', async () => {
  await openFlow(`Wrong ${run}`);
  await replaceTasks('[\n  {"type": "download", "settings": {"a": {"b": 1, "b": 2}}}\n]');
  const twice = page.getByRole('button', { name: /“b” occurs twice in this object/ });
  await expect(twice).toContainText('2:51');
  await expect(page.getByRole('button', { name: /no setting “a”/ })).toBeVisible();
  await twice.click();
  await expect(editor()).toBeFocused();
  await expect(page.locator('.cm-lintRange-error')).toHaveCount(2);
});

test('completion knows tasks, settings and values, with help', async () => {
  await openFlow(`Completed ${run}`);
  await replaceTasks('[{"type": "download"}, {}]');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+Space');
  const option = (name: RegExp) => page.getByRole('option', { name });
  await expect(option(/^type/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.insertText('"type": "antivirus", "settings": {}');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+Space');
  await expect(option(/^required/)).toBeVisible();
  await expect(page.locator('.cm-completionInfo')).toContainText('no scanner answers');
  await option(/^required/).click();
  await expect(editor()).toContainText('"required": false');
});

test('Tab leaves the editor, so that everything is in reach of the keyboard', {
  tag: '@full',
}, async () => {
  await openFlow(`Keys ${run}`);
  await editor().click();
  await page.keyboard.press('Tab');
  await expect(editor()).not.toBeFocused();
  await expect(page.getByText('Catalogue of tasks')).toBeFocused();
});

test('200 KB of JSON stay quick to edit', { tag: '@full' }, async () => {
  await openFlow(`Long ${run}`);
  const task = { type: 'encode', settings: { preset: 'slow', engine: 'auto' } };
  const text = JSON.stringify(
    Array.from({ length: 2_000 }, () => task),
    null,
    2,
  );
  expect(text.length).toBeGreaterThan(200_000);
  await editor().click();
  await page.keyboard.press('Control+a');
  await editor().evaluate((area, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
  }, text);
  await expect(editor()).toContainText('slow');
  // Time of the page's own thread: the machine may be busy with other things.
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taskSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = await taskSeconds();
  for (const key of 'quick') await page.keyboard.press(key);
  await expect(editor()).toContainText('quick');
  expect((await taskSeconds()) - before).toBeLessThan(5 * 0.25);
});

test('LIST-007 FLOW-005 a workflow is deleted after a question and then not found', async () => {
  const name = `Old ${run}`;
  const id = await openFlow(name);
  await page.goto(`${listUrl}?q=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click();
  await expect(page.getByText('Your item has been deleted.')).toBeVisible();
  await page.goto(`${listUrl}/${id}`);
  await expect(page.getByText('Workflow not found')).toBeVisible();
});
