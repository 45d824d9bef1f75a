/** Maps a workflow to the values of its form and back. */
import {
  type Flow,
  flowInput,
  flowNames,
  shippedFlows,
  type TaskType,
  taskTypes,
} from '@interlude/contract';
import { known, t } from '../../texts/t.ts';
import { readTasks } from './task-problems.ts';

export interface FlowValues {
  readonly name: string;
  /** '' for an empty field. */
  readonly attempts: number | '';
  /** Minutes. */
  readonly timeout: number | '';
  /** The task templates as text. */
  readonly tasks: string;
}

function tasksText(tasks: unknown): string {
  return JSON.stringify(tasks, null, 2);
}

/** A new workflow starts as the built-in one that conditions ads. */
export const newFlowValues: FlowValues = {
  name: '',
  attempts: 3,
  timeout: 60,
  tasks: tasksText(shippedFlows[0]?.taskTemplates ?? []),
};

export function flowValues(flow: Flow): FlowValues {
  const { name, attempts, timeout, taskTemplates } = flow;
  return { name, attempts, timeout, tasks: tasksText(taskTemplates) };
}

export function isChanged(values: FlowValues, stored: FlowValues): boolean {
  return (
    values.name !== stored.name ||
    values.attempts !== stored.attempts ||
    values.timeout !== stored.timeout ||
    values.tasks !== stored.tasks
  );
}

type FieldName = 'name' | 'attempts' | 'timeout';
export type FlowProblems = Readonly<Partial<Record<FieldName, string>>>;

export const attemptsRange = { min: 1, max: 10 } as const;
export const timeoutRange = { min: 1, max: 1_440 } as const;

/** Problems of the fields other than the tasks. */
export function flowProblems({ name, attempts, timeout }: FlowValues): FlowProblems {
  const { shape } = flowInput;
  const named = shape.name.safeParse(name);
  const between = ({ min, max }: { min: number; max: number }) =>
    t('value must be between {min} and {max}', { min, max });
  return {
    ...(named.error && { name: known(named.error.issues[0]?.message ?? '') }),
    ...(!shape.attempts.safeParse(attempts).success && { attempts: between(attemptsRange) }),
    ...(!shape.timeout.safeParse(timeout).success && { timeout: between(timeoutRange) }),
  };
}

/** @throws {z.ZodError} for invalid values */
export function flowBody({ name, attempts, timeout, tasks }: FlowValues) {
  return flowInput.parse({ name, attempts, timeout, taskTemplates: readTasks(tasks).value });
}

/** Whether the platform starts jobs by a workflow of this name. */
export function isNeeded(name: string): boolean {
  return Object.values(flowNames).some((each) => each === name);
}

/** The task types that are not in the list yet; none for invalid JSON. */
export function missingTasks(value: unknown): TaskType[] {
  if (!Array.isArray(value)) return [];
  const used = new Set(value.map((task: unknown) => typeOf(task)));
  return taskTypes.filter((type) => !used.has(type));
}

/** Inserts a task at its place in the order of the catalogue. */
export function withTask(value: unknown, type: TaskType): string {
  const tasks: unknown[] = Array.isArray(value) ? [...value] : [];
  const order: readonly unknown[] = taskTypes;
  const place = order.indexOf(type);
  const next = tasks.findIndex((task) => order.indexOf(typeOf(task)) > place);
  tasks.splice(next === -1 ? tasks.length : next, 0, { type, settings: {} });
  return tasksText(tasks);
}

function typeOf(task: unknown): unknown {
  return typeof task === 'object' && task !== null && 'type' in task ? task.type : undefined;
}
