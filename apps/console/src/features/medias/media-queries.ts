/** What the media screens read and change. */
import type { Media, MediaType } from '@interlude/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorCodeOf, errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { confirm } from '../../components/confirm/dialogs.ts';
import type { ListState } from '../../components/list-view/list-search.ts';
import { useResourceList } from '../../components/list-view/use-resource-list.ts';
import { toast } from '../../components/toast/toast.ts';
import { text } from '../../messages.ts';
import { type MediaValues, mediaValues } from './media-values.ts';

export function useMediaList(state: ListState, titleId: string, type: MediaType | undefined) {
  return useResourceList<Media>({
    resource: 'medias',
    state: Object.assign({ titleId, type }, state),
    load: (query, signal) =>
      api(routes.medias.list, { query: { ...query, titleId, ...(type && { type }) }, signal }),
  });
}

export function useMedia(id: string) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'medias', 'item', id],
    queryFn: ({ signal }) => api(routes.medias.read, { params: { id }, signal }),
    // A form is being filled with it: it is read anew on opening, never behind the user's back.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** An item with an id is updated, one without is created (LIST-016). */
function saveMedia(body: MediaValues, stored: Media | undefined, over: boolean): Promise<Media> {
  if (stored === undefined) return api(routes.medias.create, { body });
  const { id, updatedAt } = stored;
  return api(routes.medias.update, {
    params: { id },
    body: { ...body, ...(!over && { updatedAt }) },
  });
}

export function useSaveMedia(stored: Media | undefined, onSaved: (media: Media) => void) {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ values, over }: { values: MediaValues; over: boolean }) =>
      saveMedia(values, stored, over),
    onSuccess: (saved) => {
      toast.success(text('saved'));
      queries.setQueryData([tenant, 'medias', 'item', saved.id], saved);
      void queries.invalidateQueries({ queryKey: [tenant, 'medias', 'list'] });
      onSaved(saved);
    },
    onError: async (error, { values, over }) => {
      if (!over && errorCodeOf(error) === 'EDIT_CONFLICT' && (await savesOver())) {
        mutation.mutate({ values, over: true });
        return;
      }
      toast.error(text('saveFailed', { message: errorText(error) }));
    },
  });
  return mutation;
}

/** True when the user's own input shall win over what somebody else saved meanwhile. */
function savesOver(): Promise<boolean> {
  return confirm({
    title: 'Somebody else has changed this media',
    text: 'It was saved after you opened it. Your input is still here: save it over theirs, or keep it for now, reload and compare.',
    okLabel: 'Save mine',
    cancelLabel: 'Not yet',
  });
}

/** Makes a second media of the same file (MED-009, MED-010). */
export function useDuplicateMedia(onDuplicated?: (copy: Media) => void) {
  const { tenant } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (media: Media) => api(routes.medias.create, { body: mediaValues(media) }),
    onSuccess: (copy, { id }) => {
      toast.success(text('mediaDuplicated', { id }));
      void queries.invalidateQueries({ queryKey: [tenant, 'medias', 'list'] });
      onDuplicated?.(copy);
    },
    onError: (error) => toast.error(text('saveFailed', { message: errorText(error) })),
  });
}
