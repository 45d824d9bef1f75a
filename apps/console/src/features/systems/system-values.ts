/** Maps a system to the values of its form and back. */

import {
  nameText,
  type System,
  type SystemCategory,
  type SystemSetting,
  type SystemTypeName,
  settingProblem,
  systemType,
} from '@interlude/contract';
import { known } from '../../texts/t.ts';

export type SettingValue = string | number | boolean;
export type SettingValues = Readonly<Record<string, SettingValue>>;

export interface SystemValues {
  readonly name: string;
  readonly type: SystemTypeName;
  readonly settings: SettingValues;
}

export const newSystemValues: SystemValues = { name: '', type: 'bitmovin', settings: {} };

export function systemValues({ name, type, settings }: System): SystemValues {
  return { name, type, settings };
}

/** The value of a field: entered or stored, else the default of the setting. */
export function shownValue(setting: SystemSetting, settings: SettingValues): SettingValue {
  return settings[setting.name] ?? setting.byDefault ?? (setting.kind === 'boolean' ? false : '');
}

/** A change of the type replaces the settings; the stored type restores the stored ones. */
export function withType(
  values: SystemValues,
  type: SystemTypeName,
  stored: SystemValues,
): SystemValues {
  if (type === values.type) return values;
  return { ...values, type, settings: type === stored.type ? stored.settings : {} };
}

/** The first type of a category, unless the selected type belongs to it. */
export function typeOfCategory(
  category: SystemCategory,
  current: SystemTypeName,
  types: readonly SystemTypeName[],
): SystemTypeName {
  if (systemType(current).category === category) return current;
  return types.find((name) => systemType(name).category === category) ?? current;
}

/** Types that can be added: all but the built-in ones. */
export function addableTypes(types: readonly SystemTypeName[]): SystemTypeName[] {
  return types.filter((name) => systemType(name).builtIn !== true);
}

function nameProblem(name: string): { name?: string } {
  const message = nameText(200).safeParse(name).error?.issues[0]?.message;
  return message === undefined ? {} : { name: known(message) };
}

/** Problems of the values by field path: `name`, `settings.apiKey`. */
export function systemProblems(
  values: SystemValues,
  fields: readonly SystemSetting[],
): Record<string, string> {
  const problems = fields.flatMap((setting): [string, string][] => {
    const message = settingProblem(setting, shownValue(setting, values.settings));
    return message === undefined ? [] : [[`settings.${setting.name}`, message]];
  });
  return {
    ...nameProblem(values.name),
    ...Object.fromEntries(problems),
  };
}

/** The body of a save: the settings of the type with defaults; the placeholder keeps a stored secret. */
export function systemBody(values: SystemValues, fields: readonly SystemSetting[]) {
  const settings = fields.map((field) => [field.name, trimmed(shownValue(field, values.settings))]);
  return {
    name: values.name.trim(),
    type: values.type,
    category: systemType(values.type).category,
    settings: Object.fromEntries(settings) as Record<string, SettingValue>,
  };
}

function trimmed(value: SettingValue): SettingValue {
  return typeof value === 'string' ? value.trim() : value;
}

/** Whether the values differ from the stored ones. */
export function isChanged(values: SystemValues, stored: SystemValues): boolean {
  if (values.name !== stored.name || values.type !== stored.type) return true;
  const names = new Set([...Object.keys(values.settings), ...Object.keys(stored.settings)]);
  return [...names].some((name) => (values.settings[name] ?? '') !== (stored.settings[name] ?? ''));
}
