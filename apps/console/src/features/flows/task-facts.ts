/** The settings of a task from the catalogue, for completion and help. */
import {
  type MediaFinding,
  mediaFindings,
  type TaskType,
  taskDescription,
} from '@interlude/contract';
import { z } from 'zod';
import { onDemand } from '../../texts/on-demand.ts';
import { known, t } from '../../texts/t.ts';

export interface TaskSetting {
  readonly name: string;
  /** `true or false`, `choice`, `list`, `text`, or the range of a number; in the reader's language. */
  readonly kind: string;
  readonly help: string;
  /** As JSON; undefined when there is none. */
  readonly byDefault: string | undefined;
  /** The permitted values, or entries of a list, as JSON. */
  readonly values: readonly string[];
  readonly list: boolean;
}

type Json = Readonly<Record<string, unknown>>;

const kept = onDemand(() => new Map<TaskType, readonly TaskSetting[]>());

export function taskSettingsOf(type: TaskType): readonly TaskSetting[] {
  const read = kept();
  const found = read.get(type);
  if (found !== undefined) return found;
  const schema = z.toJSONSchema(taskDescription(type).settings, { io: 'input' });
  const settings = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    setting(name, typeof property === 'object' ? { ...property } : {}),
  );
  read.set(type, settings);
  return settings;
}

function setting(name: string, property: Json): TaskSetting {
  const list = property['type'] === 'array';
  const items = list ? { ...(property['items'] as object | undefined) } : property;
  const values = valuesOf(items);
  const { default: byDefault, description } = property;
  return {
    name,
    kind: kindText(property, list, values),
    help: typeof description === 'string' ? known(description) : '',
    byDefault: byDefault === undefined ? undefined : JSON.stringify(byDefault),
    values,
    list,
  };
}

function valuesOf(schema: Json): string[] {
  const { enum: choices, type } = schema;
  if (type === 'boolean') return ['true', 'false'];
  return Array.isArray(choices) ? choices.map((choice) => JSON.stringify(choice)) : [];
}

function kindText(property: Json, list: boolean, values: readonly string[]): string {
  if (list) return t('list');
  if (property['type'] === 'boolean') return t('true or false');
  if (values.length > 0) return t('choice');
  const { type, minimum, maximum } = property;
  const number = type === 'integer' || type === 'number';
  return number
    ? t('{minimum} to {maximum}', { minimum: String(minimum), maximum: String(maximum) })
    : t('text');
}

/** The meaning of a list's value: for the findings of the probe task. */
export function findingText(value: string): string | undefined {
  const name = Object.keys(mediaFindings).find((each): each is MediaFinding => each === value);
  return name === undefined ? undefined : known(mediaFindings[name]);
}
