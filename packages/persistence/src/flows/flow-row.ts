/** Converts a row of `flows` to a workflow. */
import { type Flow, type FlowSettings, taskTemplates } from '@interlude/contract';
import type { Selectable } from 'kysely';
import type { FlowsTable } from '../schema.ts';

export type FlowRow = Selectable<FlowsTable>;

export function toFlow(row: FlowRow): Flow {
  return {
    id: row.id,
    name: row.name,
    attempts: row.attempts,
    timeout: row.timeout_minutes,
    taskTemplates: taskTemplates.parse(row.task_templates),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export const flowColumns = (flow: FlowSettings) => ({
  name: flow.name,
  attempts: flow.attempts,
  timeout_minutes: flow.timeout,
  task_templates: JSON.stringify(flow.taskTemplates),
});
