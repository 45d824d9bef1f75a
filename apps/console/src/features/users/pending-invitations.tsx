/** The invitations that nobody has accepted, below the form that sends one. */
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { AbsoluteTime } from '../../components/relative-time.tsx';
import { toast } from '../../components/toast/toast.ts';
import { text } from '../../messages.ts';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';
import { invitationsKey } from './user-queries.ts';

/** Shown at once; older ones are found over the API. */
const shownInvitations = 100;

export function PendingInvitations() {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const key = invitationsKey(tenant);
  const {
    data = [],
    error,
    refetch,
  } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      api(routes.invitations.list, { query: { limit: shownInvitations }, signal }),
  });
  const withdraw = useMutation({
    mutationFn: (id: string) => api(routes.invitations.remove, { params: { id } }),
    onError: (error) => toast.error(text('deleteFailed', { msg: errorText(error) })),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
  if (error) {
    return (
      <div className="note" role="alert">
        <p className="bad">
          {sentence('Open invitations: {text}', { text: text('errorInLoading') })}
        </p>
        <Button variant="default" onClick={() => void refetch()}>
          {t('Retry')}
        </Button>
      </div>
    );
  }
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="pending-title" className="invite-pending">
      <h2 id="pending-title">{t('Not accepted yet')}</h2>
      <ul>
        {data.map(({ id, email, expiresAt }) => (
          <li key={id}>
            {email}{' '}
            <span className="dimmed">
              {sentence('until {moment}', { moment: <AbsoluteTime at={expiresAt} /> })}
            </span>{' '}
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('Withdraw the invitation of {email}', { email })}
              loading={withdraw.isPending && withdraw.variables === id}
              onClick={() => withdraw.mutate(id)}
            >
              {t('Withdraw')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
