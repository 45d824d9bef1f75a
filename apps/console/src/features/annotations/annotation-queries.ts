/** Notes of the company on the time axes of charts: listed, added, removed. */
import { type Annotation, type AnnotationInput, annotationLimits } from '@interlude/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { annotationsKey } from '../../components/reports/annotations/use-annotations.ts';
import { toast } from '../../components/toast/toast.ts';
import { t } from '../../texts/t.ts';

/** Milliseconds before now from which on notes are listed; planned notes are listed, too. */
const listedMs = 400 * 86_400_000;

/** The newest first. */
export function useNotes() {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [...annotationsKey(tenant), 'notes'],
    queryFn: async ({ signal }) => {
      const nowMs = Date.now();
      const query = {
        from: new Date(nowMs - listedMs).toISOString(),
        to: new Date(nowMs + annotationLimits.futureMs + 1).toISOString(),
        kinds: 'mark',
      };
      return (await api(routes.annotations.list, { query, signal })).toReversed();
    },
  });
}

export function useNoteChanges() {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: annotationsKey(tenant) });
  const create = useMutation({
    mutationFn: (body: AnnotationInput) => api(routes.annotations.create, { body }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ id }: Annotation) => api(routes.annotations.remove, { params: { id } }),
    onSuccess: (_nothing, { text, at, endsAt, channelIds }) =>
      toast.success(t('The note was removed.'), {
        label: t('Undo'),
        run: () =>
          void create
            .mutateAsync({ text, at, endsAt, channelId: channelIds[0] ?? null })
            .catch((error: unknown) => toast.error(errorText(error))),
      }),
    onError: (error) => toast.error(errorText(error)),
    onSettled,
  });
  return { create, remove };
}
