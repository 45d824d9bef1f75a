/** The queries and changes of the user screens. */

import type { User } from '@interlude/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sendPasswordReset, sendVerificationEmail } from '../../api/account-mails.ts';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { confirm } from '../../components/confirm/dialogs.ts';
import type { ListState } from '../../components/list-view/list-search.ts';
import { useResourceList } from '../../components/list-view/use-resource-list.ts';
import { useStoredItem } from '../../components/stored-item/use-stored-item.ts';
import { toast } from '../../components/toast/toast.ts';
import { text } from '../../messages.ts';
import { t } from '../../texts/t.ts';
import {
  recordUserId,
  selectedUserId,
  type UserRow,
  type userChange,
  userName,
  userRow,
} from './user-records.ts';

/** Time between a deletion and the moment the list is read again (USR-012). */
export const reloadAfterRemovalMs = 2_200;

export function useUserList(state: ListState) {
  return useResourceList<UserRow>({
    resource: 'users',
    state,
    load: async (query, signal) => {
      const users = await api(routes.users.list, { query, signal });
      return Object.assign(users.map(userRow), { totalCount: users.totalCount });
    },
  });
}

export function useUser(id: string) {
  return useStoredItem('users', id, ({ signal }) =>
    api(routes.users.read, { params: { id: selectedUserId(id) }, signal }),
  );
}

export function useSaveUser(user: User) {
  const { tenant } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: ReturnType<typeof userChange>) => {
      const id = recordUserId(user);
      return api(routes.users.update, { params: { id }, body: { ...change, user_id: id } });
    },
    onSuccess: (saved) => {
      queries.setQueryData([tenant, 'users', 'item', saved.user_id], saved);
      void queries.invalidateQueries({ queryKey: [tenant, 'users', 'list'] });
      toast.success(text('saved'));
    },
    onError: (error) => toast.error(text('settingsSaveFailed', { msg: errorText(error) })),
  });
}

/** Asks, removes, takes the row off the lists at once; they are read again after 2.2 s (USR-012). */
export function useRemoveUser(onRemoved?: () => void) {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const lists = { queryKey: [tenant, 'users', 'list'] };
  const mutation = useMutation({
    mutationFn: (id: string) => api(routes.users.remove, { params: { id: selectedUserId(id) } }),
    onSuccess: (_answer, id) => {
      toast.success(text('userDeleted'));
      queries.setQueriesData<{ rows: readonly UserRow[]; total: number }>(lists, (page) =>
        page ? { total: page.total - 1, rows: page.rows.filter((row) => row.id !== id) } : page,
      );
      setTimeout(() => void queries.invalidateQueries(lists), reloadAfterRemovalMs);
      onRemoved?.();
    },
    onError: (error) => toast.error(text('deleteFailed', { msg: errorText(error) })),
  });
  return async (user: User) => {
    const agreed = await confirm({
      text: t('“{user}” will lose access to this company. {text}', {
        user: userName(user),
        text: text('confirmText'),
      }),
    });
    if (agreed) mutation.mutate(user.user_id);
  };
}

export function useSendPasswordReset() {
  return useMutation({
    mutationFn: sendPasswordReset,
    onSuccess: () => toast.success(text('passwordResetSentToUser')),
    onError: (error) => toast.error(text('passwordResetFailed', { error: errorText(error) })),
  });
}

export function useSendVerification() {
  return useMutation({
    mutationFn: sendVerificationEmail,
    onSuccess: () => toast.success(text('verificationMailSent')),
    onError: (error) => toast.error(errorText(error)),
  });
}

/** The key of the open invitations of a company. */
export const invitationsKey = (tenant: string) => [tenant, 'invitations', 'list'] as const;

/** Invites an address; rejects with the answer's message when it belongs to a member (USR-005). */
export function useInviteUser(): (email: string) => Promise<string> {
  const { tenant, user } = useSession();
  const queries = useQueryClient();
  return async (email) => {
    const { message } = await api(routes.users.invite, { body: { email, invitedBy: user.email } });
    if (message === text('userExists')) throw new Error(message);
    void queries.invalidateQueries({ queryKey: invitationsKey(tenant) });
    return message;
  };
}
