import type { User } from '@interlude/contract';
import { CopyId } from '../../components/copy-id.tsx';
import { AbsoluteTime, RelativeTime } from '../../components/relative-time.tsx';
import { t } from '../../texts/t.ts';

export function UserFacts({ user }: { user: User }) {
  return (
    <dl className="settings-facts">
      <div>
        <dt>{t('ID')}</dt>
        <dd>
          <CopyId id={user.user_id} />
        </dd>
      </div>
      <div>
        <dt>{t('Is email verified?')}</dt>
        <dd>{user.email_verified ? t('Yes') : t('No')}</dd>
      </div>
      <div>
        <dt>{t('Created at')}</dt>
        <dd>
          <AbsoluteTime at={user.created_at} />
        </dd>
      </div>
      <div>
        <dt>{t('Last login')}</dt>
        <dd>{user.last_login === null ? t('never') : <RelativeTime at={user.last_login} />}</dd>
      </div>
      <div>
        <dt>{t('Last password reset')}</dt>
        <dd>
          {user.last_password_reset === null ? (
            t('never')
          ) : (
            <RelativeTime at={user.last_password_reset} />
          )}
        </dd>
      </div>
    </dl>
  );
}
