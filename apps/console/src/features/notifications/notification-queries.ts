/** The queries and changes of the notifications screen. */
import type { Notification } from '@interlude/contract';
import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { toast } from '../../components/toast/toast.ts';
import { text } from '../../messages.ts';
import { t } from '../../texts/t.ts';
import {
  type NotificationPage,
  nextOffset,
  notificationsPageSize,
  withoutNotification,
} from './notification-pages.ts';
import { type NotificationTab, tabQuery } from './notification-tabs.ts';

type LoadedPages = InfiniteData<NotificationPage, number>;

export function useNotifications(tab: NotificationTab) {
  const { tenant } = useSession();
  return useInfiniteQuery({
    queryKey: [tenant, 'notifications', 'list', tab],
    queryFn: async ({ pageParam, signal }): Promise<NotificationPage> => {
      const query = { ...tabQuery(tab), limit: notificationsPageSize, offset: pageParam };
      const rows = await api(routes.notifications.list, { query, signal });
      return { rows, total: rows.totalCount };
    },
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => nextOffset(pages),
  });
}

/** Removes the notification from the lists at once and restores it when the server refuses (NOTE-002, NOTE-004). */
export function useArchive() {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const lists = { queryKey: [tenant, 'notifications', 'list'] };
  const setStatus = (id: string, status: Notification['status']) =>
    api(routes.notifications.update, { params: { id }, body: { status } });
  const reload = () => queries.invalidateQueries({ queryKey: [tenant, 'notifications'] });
  const restore = useMutation({
    mutationFn: (id: string) => setStatus(id, 'new'),
    onError: () => toast.error(text('cannotUpdateNotification')),
    onSettled: reload,
  });
  return useMutation({
    mutationFn: (id: string) => setStatus(id, 'archived'),
    onMutate: async (id) => {
      await queries.cancelQueries(lists);
      const before = queries.getQueriesData<LoadedPages>(lists);
      queries.setQueriesData<LoadedPages>(lists, (loaded) =>
        loaded ? { ...loaded, pages: [...withoutNotification(loaded.pages, id)] } : loaded,
      );
      return before;
    },
    onSuccess: (_saved, id) =>
      toast.success(t('Notification archived.'), {
        label: t('Undo'),
        run: () => restore.mutate(id),
      }),
    onError: (_error, _id, before) => {
      for (const [key, pages] of before ?? []) queries.setQueryData(key, pages);
      toast.error(text('cannotUpdateNotification'));
    },
    onSettled: reload,
  });
}
