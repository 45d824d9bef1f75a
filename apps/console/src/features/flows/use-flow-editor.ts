/** The form of a workflow: its values, the problems of its tasks, its save. */
import type { Flow } from '@interlude/contract';
import { useDeferredValue, useMemo } from 'react';
import { errorCodeOf, errorText } from '../../api/api-error.ts';
import { serverFieldErrors } from '../../api/field-errors.ts';
import { useItemEditor } from '../../components/save-item/use-item-editor.ts';
import { saveFlow } from './flow-queries.ts';
import {
  type FlowValues,
  flowBody,
  flowProblems,
  flowValues,
  isChanged,
  newFlowValues,
} from './flow-values.ts';
import { readTasks, refusedTasks } from './task-problems.ts';

interface EditorOptions {
  readonly flow: Flow | undefined;
  readonly onSaved: (flow: Flow) => void;
  readonly onReload: (() => Promise<Flow | undefined>) | undefined;
}

/** A save of tasks that are not JSON fails without a message; it is only logged (FLOW-003, OP-34). */
function isValid(values: FlowValues): boolean {
  const { parses, problems } = readTasks(values.tasks);
  if (!parses) {
    const problem = problems[0]?.message;
    // biome-ignore lint/suspicious/noConsole: the specification requires this line in the log, and no message
    console.warn(`The workflow was not saved: taskTemplates do not parse as JSON. ${problem}`);
  }
  return problems.length === 0 && Object.keys(flowProblems(values)).length === 0;
}

export function useFlowEditor({ flow, onSaved, onReload }: EditorOptions) {
  const {
    setValues,
    failure,
    clearFailure: _,
    ...editor
  } = useItemEditor<FlowValues, Flow>({
    resource: 'flows',
    item: flow,
    newValues: () => newFlowValues,
    valuesOf: flowValues,
    isChanged,
    isValid,
    send: (sent, base) => saveFlow({ ...flowBody(sent), id: base?.id, updatedAt: base?.updatedAt }),
    onSaved,
    onReload,
  });
  const { values, checked, conflict } = editor;
  const error = failure?.error;
  const tasks = useDeferredValue(values.tasks);
  const reading = useMemo(() => readTasks(tasks), [tasks]);
  const isNameTaken = errorCodeOf(error) === 'FLOW_NAME_TAKEN';
  return {
    ...editor,
    change: (changed: Partial<FlowValues>) => setValues((now) => ({ ...now, ...changed })),
    reading,
    /** The text of `reading` and `taskProblems`: it follows the typed text with a delay. */
    readText: tasks,
    taskProblems: useMemo(
      () => [...reading.problems, ...refusedTasks(reading, serverFieldErrors(error))],
      [reading, error],
    ),
    problems: {
      ...(checked && flowProblems(values)),
      ...serverFieldErrors(error),
      ...(isNameTaken && { name: errorText(error) }),
    },
    failure: error === undefined || conflict ? undefined : errorText(error),
  };
}
