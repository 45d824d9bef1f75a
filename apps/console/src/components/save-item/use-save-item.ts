/** Saves the item of a form, updates the lists and reports success; a failure is kept for the form. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../app/session.ts';
import { text } from '../../messages.ts';
import { toast } from '../toast/toast.ts';

interface SaveOptions<Values, Item> {
  /** Name of the resource in the query keys of its list, e.g. `flows`. */
  readonly resource: string;
  /** @param base the stored item; undefined creates one */
  readonly send: (values: Values, base: Item | undefined) => Promise<Item>;
  /** Reads the stored item again. */
  readonly onReload: (() => Promise<Item | undefined>) | undefined;
}

interface Failure<Values> {
  readonly error: unknown;
  /** The values of the failed save. */
  readonly values: Values;
}

export function useSaveItem<Values, Item extends { readonly id: string }>(
  options: SaveOptions<Values, Item>,
) {
  const { resource, send, onReload } = options;
  const { tenant } = useSession();
  const queries = useQueryClient();
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure<Values>>();
  /** @returns undefined when the save failed, with `failure` set */
  const save = async (values: Values, base: Item | undefined): Promise<Item | undefined> => {
    setSaving(true);
    setFailure(undefined);
    try {
      const saved = await send(values, base);
      queries.setQueryData([tenant, resource, 'item', saved.id], saved);
      void queries.invalidateQueries({ queryKey: [tenant, resource, 'list'] });
      toast.success(text('saved'));
      return saved;
    } catch (error) {
      setFailure({ error, values });
      return;
    } finally {
      setSaving(false);
    }
  };
  /** @returns the stored item after a conflict; undefined when it cannot be read */
  const reload = async (values: Values): Promise<Item | undefined> => {
    try {
      return await onReload?.();
    } catch (error) {
      setFailure({ error, values });
      return;
    }
  };
  return { saving, failure, clearFailure: () => setFailure(undefined), save, reload };
}
