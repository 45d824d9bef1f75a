/** A plan for people. Texts in it come from files and from the platform: none acts in a terminal. */
import type { FieldDifference } from '@interlude/contract';
import { givenFields } from './documents.ts';
import { type Entry, mapTexts } from './kinds.ts';
import { type Change, entryOf, type Plan } from './plan.ts';
import { maskAddress } from './secret-texts.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const maxValueChars = 160;
const maxFields = 60;
const maxNames = 10;

/** A text whose control characters are escaped, so that none acts in a terminal. */
export function safeText(text: string): string {
  return text.replace(controls, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The same for a text of several lines. */
export function safeLines(text: string): string {
  return text.split('\n').map(safeText).join('\n');
}

const titleOf = ({ kind, name }: Pick<Entry, 'kind' | 'name'>) =>
  `${kind} ${safeText(JSON.stringify(name))}`;

function shown(value: unknown): string {
  if (value === undefined) return '(none)';
  const text = safeText(JSON.stringify(mapTexts(value, maskAddress)) ?? '');
  return text.length > maxValueChars ? `${text.slice(0, maxValueChars)}…` : text;
}

function fieldLines(lines: readonly string[]): string[] {
  const more = lines.length - maxFields;
  const all = more > 0 ? [...lines.slice(0, maxFields), `… ${more} more`] : lines;
  return all.map((line) => `    ${line}`);
}

const difference = ({ path, before, after }: FieldDifference) =>
  `${safeText(path)}: ${shown(before)} → ${shown(after)}`;

function changeLines(change: Change): string[] {
  if (change.action === 'delete') return [`- ${titleOf(change.existing)}`];
  const { wanted } = change;
  if (change.action === 'create') {
    const fields = givenFields(wanted).map(
      ({ path, after }) => `${safeText(path)}: ${shown(after)}`,
    );
    return [`+ ${titleOf(wanted)}`, ...fieldLines(fields)];
  }
  const secrets = change.secrets.map((id) => `${safeText(id)}: the secret is written anew`);
  return [
    `~ ${titleOf(wanted)}`,
    ...fieldLines([...change.differences.map(difference), ...secrets]),
  ];
}

const count = (plan: Plan, action: Change['action']) =>
  plan.changes.filter((change) => change.action === action).length;

/** Lines of a plan, ended by its sum. */
export function planText(plan: Plan): string {
  const lines = plan.changes.flatMap(changeLines);
  if (plan.unlisted.length > 0) {
    const names = plan.unlisted.slice(0, maxNames).map(titleOf);
    const more = plan.unlisted.length - names.length;
    lines.push(
      `In no file, and kept: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''} (see --prune).`,
    );
  }
  const sum = `${count(plan, 'create')} to create, ${count(plan, 'change')} to change, ${count(plan, 'delete')} to delete, ${plan.equal} as they should be.`;
  return `${[...lines, sum].join('\n')}\n`;
}

/** One line for a change that was carried out. */
export function doneText(change: Change): string {
  const verb = { create: 'created', change: 'changed', delete: 'deleted' }[change.action];
  return `${verb} ${titleOf(entryOf(change))}\n`;
}
