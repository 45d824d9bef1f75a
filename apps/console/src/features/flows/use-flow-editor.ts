/** The steps of the workflow form: edit, check, save, settle a conflict. */
import type { Flow } from '@interlude/contract';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { errorCodeOf, errorText } from '../../api/api-error.ts';
import { serverFieldErrors } from '../../api/field-errors.ts';
import { useSaveItem } from '../../components/save-item/use-save-item.ts';
import { saveFlow } from './flow-queries.ts';
import {
  type FlowValues,
  flowBody,
  flowProblems,
  flowValues,
  isChanged,
  newFlowValues,
} from './flow-values.ts';
import { logInvalidTasks } from './log-invalid-tasks.ts';
import { readTasks, refusedTasks } from './task-problems.ts';

interface EditorOptions {
  readonly flow: Flow | undefined;
  readonly onSaved: (flow: Flow) => void;
  readonly onReload: (() => Promise<Flow | undefined>) | undefined;
}

export function useFlowEditor({ flow, onSaved, onReload }: EditorOptions) {
  const [stored, setStored] = useState(flow);
  const storedValues = useMemo(
    () => (stored === undefined ? newFlowValues : flowValues(stored)),
    [stored],
  );
  const [values, setValues] = useState(storedValues);
  const [checked, setChecked] = useState(false);
  const [created, setCreated] = useState<Flow>();
  // The form has to be clean before its page is left, else the guard would ask.
  useEffect(() => {
    if (created !== undefined) onSaved(created);
  }, [created, onSaved]);
  const { saving, failure, clearFailure, save, reload } = useFlowSave(onReload);
  const tasks = useDeferredValue(values.tasks);
  const reading = useMemo(() => readTasks(tasks), [tasks]);
  const refused = serverFieldErrors(failure);

  const show = (next: FlowValues) => {
    setValues(next);
    setChecked(false);
    clearFailure();
  };
  const settle = (saved: Flow) => {
    setStored(saved);
    show(flowValues(saved));
  };
  const submit = async (base = stored) => {
    setChecked(true);
    const now = readTasks(values.tasks);
    if (!now.parses) return logInvalidTasks(now.problems[0]?.message);
    const sound = now.problems.length === 0 && Object.keys(flowProblems(values)).length === 0;
    if (!sound || saving) return;
    const saved = await save(values, base);
    if (saved === undefined) return;
    settle(saved);
    if (base === undefined) setCreated(saved);
  };
  const conflict = errorCodeOf(failure) === 'EDIT_CONFLICT';
  const named = errorCodeOf(failure) === 'FLOW_NAME_TAKEN';
  return {
    values,
    change: (changed: Partial<FlowValues>) => setValues((now) => ({ ...now, ...changed })),
    reading,
    /** The text that `reading` and `taskProblems` are of: while somebody types it comes a little later. */
    readText: tasks,
    taskProblems: useMemo(
      () => [...reading.problems, ...refusedTasks(reading, serverFieldErrors(failure))],
      [reading, failure],
    ),
    problems: {
      ...(checked && flowProblems(values)),
      ...refused,
      ...(named && { name: errorText(failure) }),
    },
    /** A save was tried with these values, or the server refused them. */
    checked,
    dirty: isChanged(values, storedValues),
    saving,
    leaving: created !== undefined,
    failure: failure === undefined || conflict ? undefined : errorText(failure),
    conflict,
    submit: () => submit(),
    saveOver: async () => {
      const newest = await reload(values);
      if (newest === undefined) return;
      setStored(newest);
      await submit(newest);
    },
    takeStored: async () => {
      const newest = await reload(values);
      if (newest !== undefined) settle(newest);
    },
    discard: () => show(storedValues),
  };
}

function useFlowSave(onReload: EditorOptions['onReload']) {
  const { failure, ...rest } = useSaveItem<FlowValues, Flow>({
    resource: 'flows',
    send: (values, base) =>
      saveFlow({ ...flowBody(values), id: base?.id, updatedAt: base?.updatedAt }),
    onReload,
  });
  return { ...rest, failure: failure?.error };
}
