/** The account of the company: API settings and subscription (SUB-001). */
import { AccountPage } from './features/api-keys/account-page.tsx';
import { SubscriptionSettings } from './features/billing/subscription-settings.tsx';

export function AccountScreen() {
  return (
    <AccountPage>
      <SubscriptionSettings />
    </AccountPage>
  );
}
