/** The queries and changes of login sessions: a person's own, and those of a user for the company. */
import type { CompanySession } from '@interlude/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { t } from '../../texts/t.ts';
import { confirm } from '../confirm/dialogs.ts';
import { toast } from '../toast/toast.ts';

/** Id of the user; undefined for the person's own sessions. */
type Owner = string | undefined;
type Named = Pick<CompanySession, 'id' | 'browser'>;

const listKey = (tenant: string, owner: Owner) =>
  [tenant, 'login-sessions', owner ?? 'own'] as const;

export function useLoginSessions(owner: Owner) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: listKey(tenant, owner),
    queryFn: ({ signal }): Promise<readonly CompanySession[]> =>
      owner === undefined
        ? api(routes.loginSessions.list, { signal })
        : api(routes.loginSessions.listOfUser, { params: { id: owner }, signal }),
  });
}

/** Ends a session after a question, and reads the list again. */
export function useEndSession(owner: Owner) {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ id }: Named) =>
      owner === undefined
        ? api(routes.loginSessions.end, { params: { id } })
        : api(routes.loginSessions.endOfUser, { params: { id: owner, sessionId: id } }),
    onSuccess: (_nothing, { browser }) =>
      toast.success(t('The session of {browser} has ended.', { browser })),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: listKey(tenant, owner) }),
  });
  return async (session: Named) => {
    const agreed = await confirm({
      title: t('End the session of {browser}?', { browser: session.browser }),
      text: t('Whoever uses it has to log in again.'),
      okLabel: t('End session'),
    });
    if (agreed) mutation.mutate(session);
  };
}

export function useEndOtherSessions() {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => api(routes.loginSessions.endOthers, {}),
    onSuccess: () => toast.success(t('All other sessions have ended.')),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: listKey(tenant, undefined) }),
  });
  const ask = async () => {
    const agreed = await confirm({
      title: t('End all other sessions?'),
      text: t('You stay logged in here. Everywhere else you have to log in again.'),
      okLabel: t('End sessions'),
    });
    if (agreed) mutation.mutate();
  };
  return { ask, busy: mutation.isPending };
}
