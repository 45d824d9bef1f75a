/**
 * Reads the JSON schemas of GET /systems/schema: types, categories and the settings of a type (SYS-003, SYS-004). The
 * catalogue of the contract completes a schema.
 */
import {
  type SystemCategory,
  type SystemSetting,
  type SystemTypeName,
  systemCategories,
  systemType,
  systemTypeNames,
} from '@interlude/contract';
import { known } from '../../texts/t.ts';

type Json = Readonly<Record<string, unknown>>;

export interface SystemChoices {
  readonly types: readonly SystemTypeName[];
  readonly categories: readonly SystemCategory[];
}

/** @param schema the answer of GET /systems/schema; unknown names are ignored */
export function systemChoices(schema: unknown): SystemChoices {
  const properties = objectAt(objectAt(schema)['properties']);
  const types = enumOf(properties['type']);
  const categories = enumOf(properties['category']);
  return {
    types: systemTypeNames.filter((name) => types.includes(name)),
    categories: systemCategories.filter((name) => categories.includes(name)),
  };
}

/** @param schema the answer of GET /systems/schema?item={type} */
export function settingsOf(type: SystemTypeName, schema: unknown): SystemSetting[] {
  const object = objectAt(schema);
  const required = Array.isArray(object['required']) ? object['required'] : [];
  return Object.entries(objectAt(object['properties'])).map(([name, property]) => {
    const listed = systemType(type).settings.find((setting) => setting.name === name);
    return settingOf(name, objectAt(property), listed, required.includes(name));
  });
}

function settingOf(
  name: string,
  property: Json,
  listed: SystemSetting | undefined,
  required: boolean,
): SystemSetting {
  const choices = enumOf(property);
  const byDefault = property['default'];
  return {
    name,
    label: known(textAt(property, 'title') ?? listed?.label ?? name),
    help: known(textAt(property, 'description') ?? listed?.help ?? ''),
    kind: kindOf(property, choices) ?? listed?.kind ?? 'text',
    required,
    ...(choices.length > 0 && { choices }),
    ...(isValue(byDefault) && { byDefault }),
  };
}

/** Undefined for a plain string. */
function kindOf(property: Json, choices: readonly string[]): SystemSetting['kind'] | undefined {
  if (property['writeOnly'] === true || property['format'] === 'password') return 'secret';
  if (choices.length > 0) return 'choice';
  if (property['format'] === 'uri' || property['format'] === 'url') return 'url';
  if (property['type'] === 'boolean') return 'boolean';
  return property['type'] === 'number' || property['type'] === 'integer' ? 'number' : undefined;
}

function isValue(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function objectAt(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function enumOf(property: unknown): string[] {
  const values = objectAt(property)['enum'];
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
}

function textAt(property: Json, key: string): string | undefined {
  const value = property[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
