/** The steps of the system form: edit, check, confirm, save, resolve a conflict. */
import type { System, SystemSetting } from '@interlude/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorCodeOf, errorText } from '../../api/api-error.ts';
import { forbiddenHost, hostOf, serverFieldErrors } from '../../api/field-errors.ts';
import { useSession } from '../../app/session.ts';
import { toast } from '../../components/toast/toast.ts';
import { text } from '../../messages.ts';
import {
  type Problems,
  shownProblems,
  storedValues as storedValuesOf,
  useSystemEdits,
} from './system-edits.ts';
import { mayChangeSystem, saveSystem } from './system-queries.ts';
import {
  isChanged,
  type SettingValue,
  type SystemValues,
  shownValue,
  systemBody,
  systemProblems,
  withType,
} from './system-values.ts';

interface EditorOptions {
  readonly system: System | undefined;
  readonly onSaved: (system: System) => void;
  readonly onReload: (() => Promise<System | undefined>) | undefined;
}

export type SystemEditor = ReturnType<typeof useSystemEditor>;

export function useSystemEditor({ system, onSaved, onReload }: EditorOptions) {
  const { edits, change, touch, touchAll, settle, setStored, fail } = useSystemEdits(system);
  const { stored, values, failure, round } = edits;
  const [created, setCreated] = useState<System>();
  // The form has to be clean before its page is left, else the guard opens its dialog.
  useEffect(() => {
    if (created !== undefined) onSaved(created);
  }, [created, onSaved]);
  const { saving, save } = useSave({
    onSaved: (saved) => {
      settle(saved);
      if (stored === undefined) setCreated(saved);
    },
    onFailed: fail,
  });
  const submit = async (fields: readonly SystemSetting[], base = stored) => {
    touchAll();
    const sound = Object.keys(systemProblems(values, fields)).length === 0;
    if (sound && !saving) await save(values, fields, base);
  };
  const reload = async () => {
    try {
      return await onReload?.();
    } catch (error) {
      fail(error);
      return;
    }
  };
  const storedValues = storedValuesOf(stored);
  const conflict = errorCodeOf(failure) === 'EDIT_CONFLICT';
  return {
    values,
    storedSettings: values.type === storedValues.type ? storedValues.settings : {},
    dirty: isChanged(values, storedValues),
    saving,
    /** A created system is about to be opened: leaving loses nothing. */
    leaving: created !== undefined,
    failure: failure === undefined || conflict ? undefined : errorText(failure),
    conflict,
    /** Number of resets to the stored values. */
    round,
    problems: (fields: readonly SystemSetting[]) => shownProblems(edits, fields),
    setName: (name: string) => change({ ...values, name }, 'name'),
    setType: (type: SystemValues['type']) => change(withType(values, type, storedValues), 'type'),
    setSetting: (name: string, value: SettingValue) =>
      change({ ...values, settings: { ...values.settings, [name]: value } }, `settings.${name}`),
    touch,
    submit: (fields: readonly SystemSetting[]) => submit(fields),
    saveOver: async (fields: readonly SystemSetting[]) => {
      const newest = await reload();
      if (newest === undefined) return;
      setStored(newest);
      await submit(fields, newest);
    },
    takeStored: async () => {
      const newest = await reload();
      if (newest !== undefined) settle(newest);
    },
    discard: () => settle(),
  };
}

interface SaveOptions {
  readonly onSaved: (saved: System) => void;
  readonly onFailed: (error: unknown, refused?: Problems) => void;
}

/** Saves after a question when medias depend on the system, and reports the result. */
function useSave({ onSaved, onFailed }: SaveOptions) {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const [saving, setSaving] = useState(false);
  const save = async (
    values: SystemValues,
    fields: readonly SystemSetting[],
    base: System | undefined,
  ) => {
    setSaving(true);
    onFailed(undefined);
    try {
      if (base !== undefined && !(await mayChangeSystem(base.id))) return;
      const body = systemBody(values, fields);
      const saved = await saveSystem({ ...body, id: base?.id, updatedAt: base?.updatedAt });
      queries.setQueryData([tenant, 'systems', 'item', saved.id], saved);
      void queries.invalidateQueries({ queryKey: [tenant, 'systems', 'list'] });
      toast.success(text('systemSaved'));
      onSaved(saved);
    } catch (error) {
      onFailed(error, refusedFields(error, values, fields));
    } finally {
      setSaving(false);
    }
  };
  return { saving, save };
}

/** The server's problems by field; for a forbidden address, of the fields that hold it. */
function refusedFields(
  error: unknown,
  values: SystemValues,
  fields: readonly SystemSetting[],
): Problems {
  const host = forbiddenHost(error);
  if (host === undefined) return serverFieldErrors(error);
  const holders = fields.filter(
    (field) => field.kind === 'url' && hostOf(String(shownValue(field, values.settings))) === host,
  );
  return Object.fromEntries(holders.map(({ name }) => [`settings.${name}`, errorText(error)]));
}
