/** The queries and changes of the media screens. */

import type { Media, MediaType } from '@interlude/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import type { ListState } from '../../components/list-view/list-search.ts';
import { useResourceList } from '../../components/list-view/use-resource-list.ts';
import { useSaveForm } from '../../components/save-item/use-save-form.ts';
import { useStoredItem } from '../../components/stored-item/use-stored-item.ts';
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
  return useStoredItem('medias', id, (call) => api(routes.medias.read, call));
}

export function useSaveMedia(stored: Media | undefined, onSaved: (media: Media) => void) {
  return useSaveForm<MediaValues, Media>({
    resource: 'medias',
    noun: 'media',
    stored,
    create: (body) => api(routes.medias.create, { body }),
    update: (body, id, updatedAt) =>
      api(routes.medias.update, {
        params: { id },
        body: { ...body, ...(updatedAt !== undefined && { updatedAt }) },
      }),
    onSaved,
  });
}

/** Creates a second media with the same file (MED-009, MED-010). */
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
