/** Links to cards of the company: listed, made, revoked. */
import type { ShareLink, ShareLinkInput } from '@interlude/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import { errorText } from '../../../api/api-error.ts';
import { routes } from '../../../api/contract-routes.ts';
import { useSession } from '../../../app/session.ts';
import { t } from '../../../texts/t.ts';
import { confirm } from '../../confirm/dialogs.ts';
import { toast } from '../../toast/toast.ts';

const listKey = (tenant: string) => [tenant, 'share-links'] as const;

export function useShareLinks() {
  const { tenant } = useSession();
  return useQuery({
    queryKey: listKey(tenant),
    queryFn: ({ signal }) => api(routes.shareLinks.list, { signal }),
  });
}

/** Makes a link; its error is shown in the dialog that shares the card. */
export function useShareCard() {
  const { tenant } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ShareLinkInput) => api(routes.shareLinks.create, { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: listKey(tenant) }),
  });
}

/** Revokes a link after a question: afterwards the link opens no card. */
export function useRevokeLink() {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ id }: ShareLink) => api(routes.shareLinks.remove, { params: { id } }),
    onSuccess: (_nothing, { name }) => toast.success(t('The link {name} was revoked.', { name })),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: listKey(tenant) }),
  });
  return async (link: ShareLink) => {
    const agreed = await confirm({
      title: t('Revoke {name}?', { name: link.name }),
      text: t('Whoever has this link sees nothing from now on. It cannot be undone.'),
      okLabel: t('Revoke'),
    });
    if (agreed) mutation.mutate(link);
  };
}
