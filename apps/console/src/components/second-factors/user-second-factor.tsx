/** Whether a user has a second factor, and its reset by an Admin, for users who have lost app and passkeys. */
import type { User } from '@interlude/contract';
import { Button } from '@mantine/core';
import { t } from '../../texts/t.ts';
import { SettingsSection } from '../settings-form/settings-form.tsx';
import { useResetSecondFactor, useSecondFactorOfUser } from './second-factor-queries.ts';

export function UserSecondFactor({ user }: { user: User }) {
  const { data } = useSecondFactorOfUser(user.user_id);
  const reset = useResetSecondFactor(user.user_id, user.email);
  if (data === undefined) return null;
  const { external, enrolled, mayReset } = data;
  const own = !external && enrolled && !mayReset;
  return (
    <SettingsSection
      title={t('Second factor')}
      hint={
        external
          ? t('Second factors are set up at the identity provider of this installation.')
          : `${enrolled ? t('This user shows a second factor to log in.') : t('This user has no second factor.')}${
              own ? t(' It is reset by a SuperAdmin, or by the user.') : ''
            }`
      }
    >
      {enrolled && mayReset && (
        <div className="settings-actions">
          <Button variant="default" loading={reset.busy} onClick={() => void reset.ask()}>
            {t('Reset second factors')}
          </Button>
        </div>
      )}
    </SettingsSection>
  );
}
