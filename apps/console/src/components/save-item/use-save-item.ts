/** Saves what a form edits: what came of it stands in the lists and is told; a refusal is kept for the form. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../app/session.ts';
import { text } from '../../messages.ts';
import { toast } from '../toast/toast.ts';

interface SaveOptions<Values, Item> {
  /** As its queries begin. */
  readonly resource: string;
  /** @param base what is stored; undefined for a new item */
  readonly send: (values: Values, base: Item | undefined) => Promise<Item>;
  /** Reads the stored item anew. */
  readonly onReload: (() => Promise<Item | undefined>) | undefined;
}

interface Failure<Values> {
  readonly error: unknown;
  /** That were to be saved. */
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
  /** Undefined when the save was refused: `failure` says why. */
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
  /** The newest stored item, for a save that was refused because of it; undefined when it cannot be read. */
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
