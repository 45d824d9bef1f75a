/** The user's own data and subscriptions (PROF-001 to PROF-005, PROF-012). */
import type { User } from '@interlude/contract';
import { Button } from '@mantine/core';
import { useSession } from '../../app/session.ts';
import { PageSkeleton } from '../../app/shell/page-skeleton.tsx';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { useLiveChanges } from '../../components/live-changes/use-live-changes.ts';
import { SessionList } from '../../components/login-sessions/session-list.tsx';
import { useSecondFactors } from '../../components/second-factors/second-factor-queries.ts';
import { SecondFactorSection } from '../../components/second-factors/second-factor-section.tsx';
import { SettingsSection } from '../../components/settings-form/settings-form.tsx';
import { text } from '../../messages.ts';
import { t } from '../../texts/t.ts';
import './profile.css';
import { ProfileForm } from './profile-form.tsx';
import {
  useCompanyNames,
  useOwnPasswordReset,
  useOwnUser,
  useSaveProfile,
} from './profile-queries.ts';

export function ProfilePage() {
  const { data: user, isPending, refetch } = useOwnUser();
  if (isPending) return <PageSkeleton />;
  if (user === undefined) return <LoadFailure onRetry={() => void refetch()} />;
  return <KnownProfile user={user} />;
}

function KnownProfile({ user }: { user: User }) {
  const { role } = useSession().user;
  const companies = useCompanyNames();
  useLiveChanges('userSubscriptions');
  const save = useSaveProfile();
  const reset = useOwnPasswordReset();
  const external = useSecondFactors().data?.external === true;
  return (
    <>
      <PageHeader line={user.email} />
      <ProfileForm
        user={user}
        role={role}
        companies={companies}
        saving={save.isPending}
        save={save.mutateAsync}
      >
        <SettingsSection
          title={t('Password')}
          hint={t('We send you a mail with a link to set a new password.')}
        >
          <div className="settings-actions">
            <Button
              variant="default"
              loading={reset.isPending}
              onClick={() => reset.mutate(user.email)}
            >
              {t('Send password reset')}
            </Button>
          </div>
        </SettingsSection>
      </ProfileForm>
      <div className="profile-sign-in">
        <SecondFactorSection />
        <SessionList external={external} />
      </div>
    </>
  );
}

export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="note" role="alert">
      <p className="bad">{text('noLoggedInUser')}</p>
      <Button variant="default" onClick={onRetry}>
        {t('Retry')}
      </Button>
    </div>
  );
}
