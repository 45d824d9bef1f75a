/** The texts of a setting in the editor, and the search over them. Pure. */
import {
  type EditedSetting,
  editedSettings,
  inputOf,
  type SettingPath,
  settingAround,
} from '@interlude/contract';
import { onDemand } from '../../../texts/on-demand.ts';
import { localeWith } from '../../../texts/reader-locale.ts';
import { known, t } from '../../../texts/t.ts';
import { isEnglish } from '../../../texts/written.ts';

export function settingAt(path: SettingPath): EditedSetting {
  const setting = settingAround(path);
  if (setting === undefined) throw new Error(`no text for the setting ${path}`);
  return inLanguage(setting);
}

const choicesOf = ({ choices = {} }: EditedSetting) => Object.entries(choices);

/** Translated settings: a setting stays the same object while the language is the same. */
const kept = onDemand(() => new WeakMap<EditedSetting, EditedSetting>());

function inLanguage(setting: EditedSetting): EditedSetting {
  if (isEnglish()) return setting;
  const translated = kept();
  const made = translated.get(setting) ?? translate(setting);
  translated.set(setting, made);
  return made;
}

function translate(setting: EditedSetting): EditedSetting {
  return {
    ...setting,
    label: known(setting.label),
    help: known(setting.help),
    ...(setting.choices !== undefined && {
      choices: Object.fromEntries(choicesOf(setting).map(([value, text]) => [value, known(text)])),
    }),
  };
}

const shown = onDemand(() => new Intl.NumberFormat(localeWith('en')));

/** The help, with the range of a number that has one. */
export function helpOf({ help, schema, control, unit = '' }: EditedSetting): string {
  const input = inputOf(schema, control);
  if (input.kind !== 'number' || input.min === undefined || input.max === undefined) return help;
  return `${help} ${t('{min} to {max} {unit}', { min: shown().format(input.min), max: shown().format(input.max), unit }).trim()}.`;
}

/**
 * Texts by which a search finds a setting, in English and in the reader's language; for a JSON setting also those of
 * the settings that are edited only inside of it.
 */
export function searchTexts(setting: EditedSetting): readonly string[] {
  const inside = editedSettings.filter(({ editedIn }) => editedIn === setting.path);
  const own = settingAround(setting.path) ?? setting;
  return [own, ...inside].flatMap((each) => {
    const texts = [each.label, each.help, ...choicesOf(each).map(([, text]) => text)];
    return isEnglish() ? [each.path, ...texts] : [each.path, ...texts, ...texts.map(known)];
  });
}

/** Whether every word of the search is in the texts; `search` is in lower case. */
export function matchesSearch(search: string, texts: readonly string[]): boolean {
  const all = texts.join(' ').toLowerCase();
  return search.split(/\s+/).every((word) => all.includes(word));
}
