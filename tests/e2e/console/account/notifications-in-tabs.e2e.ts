/** Two tabs of one browser show the same notifications, without a reload. */
import { contract, createClient } from '@interlude/contract/api';
import { expect, test } from '@playwright/test';
import { platform } from '../../platform.ts';
import { newAccount, registerVerified } from '../testing/accounts.ts';
import { testInCompany } from '../testing/one-window.ts';
import { openOwnAddress } from '../testing/own-address.ts';

const company = testInCompany();

test('NOTE-002 a notification arrives in both tabs, and leaves both when one archives it', {
  tag: '@full',
}, async ({ page, context }) => {
  const joiner = newAccount(company().company);
  const other = await context.newPage();
  const tabs = [page, other];
  for (const tab of tabs) {
    await tab.goto(`${platform.consoleUrl}/app/settings/notifications`);
    await expect(tab.getByRole('navigation', { name: 'Notifications' })).toBeVisible();
  }
  const own = await openOwnAddress();
  await registerVerified(own.consoleUrl, joiner);
  const anonymous = createClient({ baseUrl: own.consoleUrl, fetch, headers: () => ({}) });
  const { email } = joiner;
  await anonymous(contract.auth.notifyLoginNoRole, {
    body: { company: company().signedIn.tenantId, email },
  });
  await own.close();
  const boxIn = (tab: typeof page) => tab.getByRole('checkbox', { name: `Archive: ${email}` });
  for (const tab of tabs) await expect(boxIn(tab)).toBeVisible();
  await boxIn(page).click();
  await expect(boxIn(other)).toHaveCount(0);
  await expect(boxIn(page)).toHaveCount(0);
});
