/** Workflows: the tasks of a job, its number of attempts and its timeout. */
import { z } from 'zod';
import { nameText } from '../text.ts';
import { type TaskGood, type TaskType, taskDescription, taskTypes } from './task-catalogue.ts';

/** Names by which the platform finds the workflows that it needs. */
export const flowNames = {
  conditioning: 'channel-assets-conditioning',
  slate: 'ad-slate-conditioning',
  analysis: 'media-analysis',
} as const;

const taskTemplateShape = z.strictObject({
  type: z.enum(taskTypes),
  name: z.string().trim().min(1).max(200).optional().describe('shown instead of the label'),
  settings: z.record(z.string(), z.unknown()).default({}),
});

export interface TaskTemplate {
  readonly type: TaskType;
  readonly name?: string | undefined;
  readonly settings: Readonly<Record<string, unknown>>;
}

interface IssueSink {
  addIssue(issue: { code: 'custom'; message: string; path: (string | number)[] }): void;
}

/** Checks that each task occurs once, after the tasks whose results it needs, with settings of its type. */
function checkTasks(tasks: readonly TaskTemplate[], context: IssueSink): void {
  const given = new Set<TaskGood>();
  const seen = new Set<TaskType>();
  for (const [index, { type, settings }] of tasks.entries()) {
    const { needs, gives, settings: schema } = taskDescription(type);
    const report = (message: string, ...path: (string | number)[]) =>
      context.addIssue({ code: 'custom', message, path: [index, ...path] });
    if (seen.has(type)) report(`${type} occurs twice.`, 'type');
    seen.add(type);
    const missing = needs.filter((good) => !given.has(good));
    if (missing.length > 0)
      report(`${type} needs ${missing.join(' and ')} of an earlier task.`, 'type');
    for (const good of gives) given.add(good);
    const checked = schema.safeParse(settings);
    for (const issue of checked.error?.issues ?? []) {
      report(
        issue.message,
        'settings',
        ...issue.path.map((key) => (typeof key === 'symbol' ? '' : key)),
      );
    }
  }
}

/** The tasks of a workflow, checked against the catalogue; settings with their defaults filled in by `taskSettings`. */
export const taskTemplates = z
  .array(taskTemplateShape)
  .min(1)
  .max(taskTypes.length)
  .superRefine(checkTasks);

/**
 * The settings of a task, with defaults for missing ones.
 * @throws {z.ZodError} for settings that were not validated
 * @see FLOW-002; ADR 0022
 */
export function taskSettings(template: TaskTemplate): Record<string, unknown> {
  return taskDescription(template.type).settings.parse(template.settings);
}

/**
 * The tasks of a workflow with the settings of one request over them: `{encode: {preset: "fast"}}`. Keys of no task
 * of the workflow are ignored.
 * @throws {z.ZodError} for a setting that the task does not have, or a value that it refuses
 * @see DATA-035; ADR 0022
 */
export function withTaskParams(
  templates: readonly TaskTemplate[],
  params: Readonly<Record<string, unknown>>,
): TaskTemplate[] {
  return templates.map((template) => {
    const given = params[template.type];
    if (given === undefined) return template;
    const extra = z.record(z.string(), z.unknown()).parse(given);
    const settings = { ...template.settings, ...extra };
    taskSettings({ ...template, settings });
    return { ...template, settings };
  });
}

export const flowInput = z.object({
  name: nameText(200),
  attempts: z.number().int().min(1).max(10).default(3).describe('tries until a job finally fails'),
  timeout: z.number().int().min(1).max(1_440).default(60).describe('minutes of one attempt'),
  taskTemplates,
});
export type FlowInput = z.input<typeof flowInput>;
export type FlowSettings = z.output<typeof flowInput>;

export const flowUpdate = flowInput.extend({ updatedAt: z.iso.datetime().optional() });

/** A workflow as the API answers it (DATA-028). */
export const flow = flowInput.extend({
  id: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Flow = z.output<typeof flow>;

const conditioningTasks: readonly TaskTemplate[] = [
  { type: 'download', settings: {} },
  { type: 'antivirus', settings: {} },
  { type: 'probe', settings: {} },
  { type: 'loudness', settings: {} },
  { type: 'encode', settings: {} },
  { type: 'package', settings: {} },
  { type: 'store', settings: {} },
  { type: 'register', settings: {} },
];

/** Workflows that every tenant gets; an operator may change or delete them. */
export const shippedFlows: readonly FlowSettings[] = [
  {
    name: flowNames.conditioning,
    attempts: 3,
    timeout: 60,
    taskTemplates: conditioningTasks.map((task) => ({ ...task, settings: { ...task.settings } })),
  },
  {
    name: flowNames.slate,
    attempts: 3,
    timeout: 60,
    taskTemplates: conditioningTasks.map((task) => ({ ...task, settings: { ...task.settings } })),
  },
  {
    name: flowNames.analysis,
    attempts: 1,
    timeout: 30,
    taskTemplates: conditioningTasks
      .slice(0, 4)
      .map((task) => ({ ...task, settings: { ...task.settings } })),
  },
];
