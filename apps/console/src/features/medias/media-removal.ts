/** Deletes a media with its whole encoding, after a warning with their number (MED-012 to MED-014). */
import type { Media } from '@interlude/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { confirm } from '../../components/confirm/dialogs.ts';
import { toast } from '../../components/toast/toast.ts';
import { text } from '../../messages.ts';
import { t } from '../../texts/t.ts';

/** The number of other medias of the same encoding, in the whole company. */
async function siblingCount({ externalResourceId }: Media): Promise<number> {
  if (externalResourceId === '') return 0;
  const query = { externalResourceId, limit: 1 };
  const found = await api(routes.medias.list, { query });
  return Math.max(0, found.totalCount - 1);
}

export function useRemoveMedia(onRemoved?: () => void) {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const fail = (error: unknown) => toast.error(text('deleteFailed', { msg: errorText(error) }));
  const mutation = useMutation({
    mutationFn: ({ media, shared }: { media: Media; shared: boolean }) => {
      const { id, externalResourceId } = media;
      return api(routes.medias.remove, {
        params: { id },
        ...(shared && { query: { externalResourceId } }),
      });
    },
    onSuccess: () => {
      toast.success(text('deleted'));
      onRemoved?.();
      return queries.invalidateQueries({ queryKey: [tenant, 'medias', 'list'] });
    },
    onError: fail,
  });
  return async (media: Media) => {
    try {
      const siblings = await siblingCount(media);
      const question =
        siblings > 0
          ? text('mediaShared', { n: siblings })
          : t('“{name}” will be deleted. {text}', { name: media.name, text: text('confirmText') });
      if (await confirm({ text: question })) mutation.mutate({ media, shared: siblings > 0 });
    } catch (error) {
      fail(error);
    }
  };
}
