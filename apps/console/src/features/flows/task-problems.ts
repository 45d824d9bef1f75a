/** Problems of a workflow's tasks, with their positions in the text. */
import { taskTemplates, taskTypes } from '@interlude/contract';
import {
  type JsonPath,
  type JsonProblem,
  type JsonReading,
  rangeOf,
  readJson,
} from '../../components/json-editor/json-text.ts';
import { known, t } from '../../texts/t.ts';

/** Reported problems; arbitrary text may have thousands. */
const maxProblems = 100;

export interface TaskReading extends JsonReading {
  /** False for invalid JSON (FLOW-003). */
  readonly parses: boolean;
}

export function readTasks(text: string): TaskReading {
  const reading = readJson(text);
  const parses = reading.root !== undefined;
  const refused = parses ? schemaProblems(reading) : [];
  const problems = [...reading.problems, ...refused]
    .sort((one, other) => one.from - other.from)
    .slice(0, maxProblems);
  return { ...reading, parses, problems };
}

function schemaProblems(reading: JsonReading): JsonProblem[] {
  const { value } = reading;
  if (Array.isArray(value) && value.length > taskTypes.length) {
    const message = t('A workflow has at most {count} tasks, each once; this list has {count2}.', {
      count: taskTypes.length,
      count2: value.length,
    });
    return [problem(message, rangeOf(reading, [taskTypes.length]))];
  }
  const checked = taskTemplates.safeParse(value);
  return (checked.error?.issues ?? []).flatMap(({ path, message }) =>
    problemsAt(
      reading,
      path.map((step) => (typeof step === 'symbol' ? '' : step)),
      message,
    ),
  );
}

/** Marks an unknown name at the name, any other problem at its value. */
function problemsAt(reading: JsonReading, path: (string | number)[], message: string) {
  const unknown = message.startsWith('Unrecognized key')
    ? [...message.matchAll(/"([^"]+)"/g)].map((match) => String(match[1]))
    : [];
  if (unknown.length === 0) {
    const setting = path.indexOf('settings') === 1 && path.length > 2 ? `${path[2]}: ` : '';
    return [problem(setting + known(message), rangeOf(reading, path))];
  }
  const owner = path.at(-1) === 'settings' ? t('This task has no setting') : t('A task has no');
  return unknown.map((name) =>
    problem(`${owner} “${name}”.`, rangeOf(reading, [...path, name], 'name')),
  );
}

function problem(message: string, range: { from: number; to: number }): JsonProblem {
  return { kind: 'schema', message, ...range };
}

/** The server's problems of single tasks: keys such as `taskTemplates.0.settings`. */
export function refusedTasks(
  reading: JsonReading,
  errors: Readonly<Record<string, string>>,
): JsonProblem[] {
  return Object.entries(errors)
    .filter(([path]) => /^taskTemplates(\.|$)/.test(path))
    .map(([path, message]) => problem(known(message), rangeOf(reading, stepsOf(path))));
}

function stepsOf(path: string): JsonPath {
  return path
    .split('.')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}
