/** Completion and help for the tasks of a workflow, from the catalogue of tasks. */
import { type TaskType, taskDescription, taskTypes } from '@interlude/contract';
import type { JsonPlace } from '../../components/json-editor/json-place.ts';
import type { JsonHints, JsonSuggestion } from '../../components/json-editor/json-suggestions.ts';
import { known, t } from '../../texts/t.ts';
import { findingText, type TaskSetting, taskSettingsOf } from './task-facts.ts';

const taskNames: readonly JsonSuggestion[] = [
  { label: 'type', detail: t('required'), help: t('Type of the task.'), value: '""' },
  {
    label: 'name',
    detail: t('optional'),
    help: t('Shown instead of the label of the task.'),
    value: '""',
  },
  {
    label: 'settings',
    detail: t('optional'),
    help: t('Settings of the task; missing ones have their defaults.'),
    value: '{}',
  },
];

export const taskHints: JsonHints = {
  suggest: (place) => {
    const unused = ({ label }: JsonSuggestion) => !place.names.includes(label);
    return place.kind === 'name' ? namesAt(place).filter(unused) : valuesAt(place);
  },
  explain: (place, written) => {
    const label = place.kind === 'name' ? parsedText(written) : written;
    const all = place.kind === 'name' ? namesAt(place) : valuesAt(place);
    return all.find((each) => each.label === label)?.help;
  },
};

function namesAt({ path, objects }: JsonPlace): readonly JsonSuggestion[] {
  if (path.length === 1) return taskNames;
  const type = taskTypeOf(objects);
  if (path.length !== 2 || path[1] !== 'settings' || type === undefined) return [];
  return taskSettingsOf(type).map((setting) => ({
    label: setting.name,
    detail: setting.kind,
    help: settingHelp(setting),
    value: setting.byDefault ?? '',
  }));
}

function valuesAt({ path, objects }: JsonPlace): readonly JsonSuggestion[] {
  if (path.length === 1) return taskTypes.map(wholeTask);
  if (path.length === 2 && path[1] === 'type') return taskTypes.map(taskTypeSuggestion);
  const type = taskTypeOf(objects);
  if (type === undefined || path[1] !== 'settings') return [];
  const setting = taskSettingsOf(type).find(({ name }) => name === path[2]);
  if (setting === undefined || setting.list !== (path.length === 4)) return [];
  return setting.values.map((label) => {
    const meaning = findingText(parsedText(label)) ?? setting.help;
    return { label, ...(meaning !== '' && { help: meaning }) };
  });
}

function wholeTask(type: TaskType): JsonSuggestion {
  const { about } = taskDescription(type);
  return { label: `{ "type": "${type}", "settings": {} }`, help: known(about) };
}

function taskTypeSuggestion(type: TaskType): JsonSuggestion {
  return {
    label: JSON.stringify(type),
    detail: known(taskDescription(type).label),
    help: taskHelp(type),
  };
}

/** The type of the task at the cursor: that of the outermost object. */
function taskTypeOf([task]: JsonPlace['objects']): TaskType | undefined {
  return taskTypes.find((type) => type === task?.['type']);
}

export function taskHelp(type: TaskType): string {
  const { about, needs } = taskDescription(type);
  const needed =
    needs.length === 0
      ? ''
      : `\n${t('Needs {needs} of earlier tasks.', { needs: needs.map(known).join(t(' and ')) })}`;
  return known(about) + needed;
}

function settingHelp({ kind, help, byDefault }: TaskSetting): string {
  const meaning = help === '' ? kind : `${kind}: ${help}`;
  return byDefault === undefined
    ? meaning
    : `${meaning}\n${t('Default {value}', { value: byDefault })}`;
}

function parsedText(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
}
