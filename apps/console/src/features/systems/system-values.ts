/** Between a system and the values of its form. */
import {
  type System,
  type SystemCategory,
  type SystemSetting,
  type SystemTypeName,
  settingProblem,
  systemType,
} from '@interlude/contract';

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

/** What a field shows: what was entered or stored, else the setting's default. */
export function shownValue(setting: SystemSetting, settings: SettingValues): SettingValue {
  return settings[setting.name] ?? setting.byDefault ?? (setting.kind === 'boolean' ? false : '');
}

/** Another type has other settings; those that are stored come back with the stored type. */
export function withType(
  values: SystemValues,
  type: SystemTypeName,
  stored: SystemValues,
): SystemValues {
  if (type === values.type) return values;
  return { ...values, type, settings: type === stored.type ? stored.settings : {} };
}

/** The first type of a category, unless the chosen one is of it already. */
export function typeOfCategory(
  category: SystemCategory,
  current: SystemTypeName,
  types: readonly SystemTypeName[],
): SystemTypeName {
  if (systemType(current).category === category) return current;
  return types.find((name) => systemType(name).category === category) ?? current;
}

/** Types that a person may add; the built-in ones are there once and for all. */
export function addableTypes(types: readonly SystemTypeName[]): SystemTypeName[] {
  return types.filter((name) => systemType(name).builtIn !== true);
}

/** What is wrong with the values, by field path: `name`, `settings.apiKey`. */
export function systemProblems(
  values: SystemValues,
  fields: readonly SystemSetting[],
): Record<string, string> {
  const problems = fields.flatMap((setting): [string, string][] => {
    const message = settingProblem(setting, shownValue(setting, values.settings));
    return message === undefined ? [] : [[`settings.${setting.name}`, message]];
  });
  return {
    ...(values.name.trim() === '' && { name: 'I should not be empty!' }),
    ...Object.fromEntries(problems),
  };
}

/** What is sent: the settings of the type with their defaults; the placeholder keeps a stored secret. */
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

/** Whether a save would change something. */
export function isChanged(values: SystemValues, stored: SystemValues): boolean {
  if (values.name !== stored.name || values.type !== stored.type) return true;
  const names = new Set([...Object.keys(values.settings), ...Object.keys(stored.settings)]);
  return [...names].some((name) => (values.settings[name] ?? '') !== (stored.settings[name] ?? ''));
}
