/** Login sessions: a person's own on the profile, those of a user for this company on the user's page. */
import type { CompanySession } from '@interlude/contract';
import { Button } from '@mantine/core';
import { errorText } from '../../api/api-error.ts';
import { t } from '../../texts/t.ts';
import { FactTable } from '../fact-table/fact-table.tsx';
import { AbsoluteTime, RelativeTime } from '../relative-time.tsx';
import { SettingsSection } from '../settings-form/settings-form.tsx';
import { useEndOtherSessions, useEndSession, useLoginSessions } from './login-session-queries.ts';
import './login-sessions.css';

interface SessionListProps {
  /** Id of the user; left out for the person's own sessions. */
  readonly userId?: string;
  /** Sessions are kept by the external identity provider. */
  readonly external: boolean;
}

const hints = {
  own: t('Where you are logged in. End what you do not know, and set a new password then.'),
  user: t('Where this user is logged in, as far as it was used for this company.'),
  external: t('Sessions are kept, and ended, at the identity provider of this installation.'),
};

export function SessionList({ userId, external }: SessionListProps) {
  const own = userId === undefined;
  return (
    <SettingsSection
      id="sessions"
      title={t('Login sessions')}
      hint={external ? hints.external : hints[own ? 'own' : 'user']}
    >
      {!external && <Sessions userId={userId} />}
    </SettingsSection>
  );
}

function Sessions({ userId }: { userId: string | undefined }) {
  const { data, error, isPending, refetch } = useLoginSessions(userId);
  const end = useEndSession(userId);
  const others = useEndOtherSessions();
  if (isPending) {
    return (
      <p className="dimmed" role="status">
        {t('Loading')}
      </p>
    );
  }
  if (data === undefined) {
    return (
      <p className="bad" role="alert">
        {errorText(error)}{' '}
        <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
          {t('Retry')}
        </Button>
      </p>
    );
  }
  if (data.length === 0) return <p className="dimmed">{t('There are none.')}</p>;
  return (
    <div className="login-sessions">
      <FactTable
        label={t('Login sessions')}
        columns={[
          { header: t('Browser') },
          { header: t('Network') },
          { header: t('Begun') },
          { header: t('Last used') },
          { header: t('Actions'), className: 'right' },
        ]}
        rows={data.map((session) => ({ cells: sessionCells(session, () => void end(session)) }))}
      />
      {userId === undefined && data.length > 1 && (
        <div className="settings-actions">
          <Button variant="default" loading={others.busy} onClick={() => void others.ask()}>
            {t('End all other sessions')}
          </Button>
        </div>
      )}
    </div>
  );
}

function sessionCells(session: CompanySession, onEnd: () => void) {
  const { browser, network, begunAt, lastUsedAt, current } = session;
  return [
    <span key="browser">{browser}</span>,
    <span key="network" className="num">
      {network === '' ? t('unknown') : network}
    </span>,
    <AbsoluteTime key="begun" at={begunAt} />,
    <RelativeTime key="used" at={lastUsedAt} />,
    current ? (
      <span key="end" className="this-session">
        {t('This session')}
      </span>
    ) : (
      <Button
        key="end"
        variant="default"
        size="compact-sm"
        aria-label={t('End the session of {browser}, {network}', { browser, network })}
        onClick={onEnd}
      >
        {t('End')}
      </Button>
    ),
  ];
}
