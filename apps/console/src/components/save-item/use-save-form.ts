/** Saves an item whose form has no place for a conflict: a dialog offers to overwrite. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorCodeOf, errorText } from '../../api/api-error.ts';
import { useSession } from '../../app/session.ts';
import { text } from '../../messages.ts';
import { known, t } from '../../texts/t.ts';
import { confirm } from '../confirm/dialogs.ts';
import { toast } from '../toast/toast.ts';

interface SaveFormOptions<Values, Item> {
  /** Name of the resource in the query keys of its list, e.g. `titles`. */
  readonly resource: string;
  /** Noun of the item in the question about a conflict, e.g. `asset`. */
  readonly noun: string;
  readonly stored: Item | undefined;
  readonly create: (values: Values) => Promise<Item>;
  /** @param updatedAt of the stored item, which lets the server refuse a conflict; undefined = save over it */
  readonly update: (values: Values, id: string, updatedAt: string | undefined) => Promise<Item>;
  readonly onSaved: (item: Item) => void;
}

interface Stored {
  readonly id: string;
  readonly updatedAt: string;
}

/** A mutation of `{ values, over }`. An item with an id is updated, one without is created (LIST-016). */
export function useSaveForm<Values, Item extends Stored>(options: SaveFormOptions<Values, Item>) {
  const { resource, noun, stored, create, update, onSaved } = options;
  const { tenant } = useSession();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ values, over }: { values: Values; over: boolean }) =>
      stored === undefined
        ? create(values)
        : update(values, stored.id, over ? undefined : stored.updatedAt),
    onSuccess: (saved) => {
      toast.success(text('saved'));
      queries.setQueryData([tenant, resource, 'item', saved.id], saved);
      void queries.invalidateQueries({ queryKey: [tenant, resource, 'list'] });
      onSaved(saved);
    },
    onError: async (error, { values, over }) => {
      if (!over && errorCodeOf(error) === 'EDIT_CONFLICT' && (await confirmSaveOver(noun))) {
        mutation.mutate({ values, over: true });
        return;
      }
      toast.error(text('saveFailed', { message: errorText(error) }));
    },
  });
  return mutation;
}

/** True when the user's input replaces the version that another user saved meanwhile. */
function confirmSaveOver(noun: string): Promise<boolean> {
  return confirm({
    title: t('Somebody else has changed this {noun}', { noun: known(noun) }),
    text: t(
      'It was saved after you opened it. Your input is still here: save it over theirs, or keep it for now, reload and compare.',
    ),
    okLabel: t('Save mine'),
    cancelLabel: t('Not yet'),
  });
}
