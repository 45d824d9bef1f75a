/** JSON schema of workflows with the catalogue of tasks; of one task with its settings (OP-54). */
import { flowInput, type TaskType, taskDescription, taskTypes } from '@interlude/contract';
import { invalidFields } from '../../http/field-errors.ts';
import { jsonSchema } from '../../openapi/openapi-document.ts';

function taskSchema(type: TaskType): Record<string, unknown> {
  const { label, about, needs, gives, settings } = taskDescription(type);
  return { ...jsonSchema(settings, 'input'), title: label, description: about, needs, gives };
}

/** @throws {DomainError} INVALID_FIELDS for an unknown task */
export function flowSchema(item: string | undefined): Record<string, unknown> {
  if (item === undefined) {
    const tasks = Object.fromEntries(taskTypes.map((type) => [type, taskSchema(type)]));
    return { ...jsonSchema(flowInput, 'input'), tasks };
  }
  const type = taskTypes.find((known) => known === item);
  if (type === undefined) throw invalidFields({ item: `Choose one of ${taskTypes.join(', ')}.` });
  return taskSchema(type);
}
