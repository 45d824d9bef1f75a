/** The steps of an item's form: edit, check, save, resolve a conflict. */
import { useEffect, useMemo, useState } from 'react';
import { errorCodeOf } from '../../api/api-error.ts';
import { useSaveItem } from './use-save-item.ts';

interface ItemEditorOptions<Values, Item> {
  /** Name of the resource in the query keys of its list, e.g. `flows`. */
  readonly resource: string;
  /** Undefined for a new item. */
  readonly item: Item | undefined;
  readonly newValues: () => Values;
  readonly valuesOf: (item: Item) => Values;
  readonly isChanged: (values: Values, stored: Values) => boolean;
  /** Whether the values may be sent. */
  readonly isValid: (values: Values) => boolean;
  /** @param base the stored item; undefined creates one */
  readonly send: (values: Values, base: Item | undefined) => Promise<Item>;
  /** A new item is stored; its page can be opened. */
  readonly onSaved: (item: Item) => void;
  /** Reads the stored item again. */
  readonly onReload: (() => Promise<Item | undefined>) | undefined;
}

export function useItemEditor<Values, Item extends { readonly id: string }>(
  options: ItemEditorOptions<Values, Item>,
) {
  const { item, newValues, valuesOf, isChanged, isValid, onSaved } = options;
  const [stored, setStored] = useState(item);
  const [fresh] = useState(newValues);
  const storedValues = useMemo(
    () => (stored === undefined ? fresh : valuesOf(stored)),
    [stored, fresh, valuesOf],
  );
  const [values, setValues] = useState(storedValues);
  const [checked, setChecked] = useState(false);
  const [created, setCreated] = useState<Item>();
  const dirty = isChanged(values, storedValues);
  // Input that was typed during the creation is saved before the page of the new item opens.
  useEffect(() => {
    if (created !== undefined && !dirty) onSaved(created);
  }, [created, dirty, onSaved]);
  const { saving, failure, clearFailure, save, reload } = useSaveItem<Values, Item>(options);

  const show = (next: Values) => {
    setValues(next);
    setChecked(false);
    clearFailure();
  };
  const submit = async (base = stored): Promise<void> => {
    setChecked(true);
    if (!isValid(values) || saving) return;
    const saved = await save(values, base);
    if (saved === undefined) return;
    setStored(saved);
    // Input that was typed during the save is not part of it, and stays.
    setValues((now) => (now === values ? valuesOf(saved) : now));
    setChecked(false);
    if (base === undefined) setCreated(saved);
  };
  return {
    values,
    setValues,
    /** A save was tried with these values. */
    checked,
    dirty,
    saving,
    /** A created item is about to be opened: leaving loses nothing. */
    leaving: created !== undefined,
    failure,
    clearFailure,
    /** Another user saved the item meanwhile. */
    conflict: errorCodeOf(failure?.error) === 'EDIT_CONFLICT',
    submit: () => submit(),
    saveOver: async () => {
      const newest = await reload(values);
      if (newest === undefined) return;
      setStored(newest);
      await submit(newest);
    },
    takeStored: async () => {
      const newest = await reload(values);
      if (newest === undefined) return;
      setStored(newest);
      show(valuesOf(newest));
    },
    discard: () => show(storedValues),
  };
}
