/** Deletes a row after a question and reports the result (LIST-007, LIST-008, LIST-009). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../api/api-error.ts';
import { useSession } from '../../app/session.ts';
import { text } from '../../messages.ts';
import { t } from '../../texts/t.ts';
import { confirm } from '../confirm/dialogs.ts';
import { toast } from '../toast/toast.ts';

export interface RemoveItemOptions {
  /** Name in the query keys, e.g. `channels`. */
  readonly resource: string;
  readonly remove: (id: string) => Promise<unknown>;
  readonly onRemoved?: () => void;
  /** Shown instead of 'Your item has been deleted.' */
  readonly doneText?: string;
}

export function useRemoveItem(options: RemoveItemOptions) {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: options.remove,
    onSuccess: () => {
      toast.success(options.doneText ?? text('deleted'));
      options.onRemoved?.();
      return queries.invalidateQueries({ queryKey: [tenant, options.resource] });
    },
    onError: (error) => toast.error(text('deleteFailed', { msg: errorText(error) })),
  });
  return async (item: { id: string; name: string }) => {
    const agreed = await confirm({
      text: t('“{name}” will be deleted. {text}', { name: item.name, text: text('confirmText') }),
      okLabel: t('Ok'),
    });
    if (agreed) mutation.mutate(item.id);
  };
}
