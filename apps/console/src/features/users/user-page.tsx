/** One user: name, role, sign-in mails, removal (USR-006 to USR-014). */
import type { User } from '@interlude/contract';
import { Button } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { hasStatus } from '../../api/api-error.ts';
import { useSession } from '../../app/session.ts';
import { PageSkeleton } from '../../app/shell/page-skeleton.tsx';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { SessionList } from '../../components/login-sessions/session-list.tsx';
import { useSecondFactorOfUser } from '../../components/second-factors/second-factor-queries.ts';
import { UserSecondFactor } from '../../components/second-factors/user-second-factor.tsx';
import { SettingsSection } from '../../components/settings-form/settings-form.tsx';
import { text } from '../../messages.ts';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { UserFacts } from './user-facts.tsx';
import { UserForm } from './user-form.tsx';
import {
  useRemoveUser,
  useSaveUser,
  useSendPasswordReset,
  useSendVerification,
  useUser,
} from './user-queries.ts';
import { userName } from './user-records.ts';
import './users.css';

export function UserPage() {
  const { userId = '' } = useParams({ strict: false });
  const { data: user, error, isPending, refetch } = useUser(userId);
  if (isPending) return <PageSkeleton />;
  if (user === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return <KnownUser key={user.user_id} user={user} />;
}

function KnownUser({ user }: { user: User }) {
  const save = useSaveUser(user);
  const navigate = useNavigate();
  const remove = useRemoveUser(() => void navigate({ to: paths.users }));
  const reset = useSendPasswordReset();
  const verification = useSendVerification();
  const own = useSession().user.id === user.user_id;
  const external = useSecondFactorOfUser(user.user_id).data?.external === true;
  return (
    <>
      <PageHeader line={userName(user)} />
      <UserFacts user={user} />
      <UserForm user={user} own={own} saving={save.isPending} save={save.mutateAsync}>
        <SettingsSection title={t('Access')} hint={t('Send sign-in mails, or remove the user.')}>
          <div className="settings-actions">
            <Button
              variant="default"
              loading={reset.isPending}
              onClick={() => reset.mutate(user.email)}
            >
              {t('Send password reset')}
            </Button>
            <Button
              variant="default"
              loading={verification.isPending}
              onClick={() => verification.mutate(user.email)}
            >
              {t('Resend confirmation e-mail')}
            </Button>
            {!own && (
              <Button variant="default" className="user-delete" onClick={() => void remove(user)}>
                {t('Delete user')}
              </Button>
            )}
          </div>
        </SettingsSection>
      </UserForm>
      <div className="user-sign-in">
        {!own && <UserSecondFactor user={user} />}
        <SessionList userId={user.user_id} external={external} />
      </div>
    </>
  );
}

export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const missing = hasStatus(error, 404);
  return (
    <div className="note" role="alert">
      <p className="bad">{missing ? t('User not found') : text('errorInLoading')}</p>
      {missing ? (
        <Button variant="default" renderRoot={(props) => <Link to={paths.users} {...props} />}>
          {t('All users')}
        </Button>
      ) : (
        <Button variant="default" onClick={onRetry}>
          {t('Retry')}
        </Button>
      )}
    </div>
  );
}
