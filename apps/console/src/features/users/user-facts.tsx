import type { User } from '@interlude/contract';
import { CopyId } from '../../components/copy-id.tsx';
import { AbsoluteTime, RelativeTime } from '../../components/relative-time.tsx';

export function UserFacts({ user }: { user: User }) {
  return (
    <dl className="settings-facts">
      <div>
        <dt>ID</dt>
        <dd>
          <CopyId id={user.user_id} />
        </dd>
      </div>
      <div>
        <dt>Is email verified?</dt>
        <dd>{user.email_verified ? 'Yes' : 'No'}</dd>
      </div>
      <div>
        <dt>Created at</dt>
        <dd>
          <AbsoluteTime at={user.created_at} />
        </dd>
      </div>
      <div>
        <dt>Last login</dt>
        <dd>{user.last_login === null ? 'never' : <RelativeTime at={user.last_login} />}</dd>
      </div>
      <div>
        <dt>Last password reset</dt>
        <dd>
          {user.last_password_reset === null ? (
            'never'
          ) : (
            <RelativeTime at={user.last_password_reset} />
          )}
        </dd>
      </div>
    </dl>
  );
}
