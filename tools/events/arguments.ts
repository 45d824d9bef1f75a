/** The arguments of `npm run events`. */
import { parseArgs } from 'node:util';
import { queryLimits } from '@interlude/event-archive';

export const usage = `Reads the archive of raw events (EVENT_ARCHIVE).

  npm run -s events -- "select type, count(*) from events group by type"
  npm run -s events -- files
  npm run -s events -- rebuild --company <name or id> --from <date> --to <date> [--write]

A question is one select over the table events; docs/manual/20-events-and-companies.md has its columns.

  --company <name or id>  events of this company alone
  --from, --to <date>     days, both included, as 2026-11-23: of UTC; for rebuild of the company's time zone.
                          Default: the last 7 days
  --format <form>         table (default), csv or json
  --rows <number>         most rows that are printed; default ${queryLimits.rows}
  --seconds <number>      time of a question; default ${queryLimits.seconds}
  --memory <MB>           memory of a question; default ${queryLimits.memoryMb}

rebuild counts the days again from the archive and compares; with --write the figures are replaced, unless one would
become smaller (--may-lose allows it).

Exit status: 0 answered, or equal figures; 1 different figures; 2 it could not be done.
`;

export type Format = 'table' | 'csv' | 'json';
const formats: readonly Format[] = ['table', 'csv', 'json'];

export interface EventsArguments {
  readonly command: 'question' | 'files' | 'rebuild';
  readonly question: string;
  readonly company: string | undefined;
  /** Days since 1970-01-01, both included. */
  readonly fromDay: number;
  readonly toDay: number;
  readonly format: Format;
  readonly rows: number;
  readonly seconds: number;
  readonly memoryMb: number;
  readonly isWritten: boolean;
  readonly mayLose: boolean;
}

/** Wrong arguments; the message is a sentence for the person who typed the command. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
}

const dayMs = 86_400_000;
const usualDays = 6;
const mostDays = 800;

function dayOf(text: string, name: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  const isDay = Number.isFinite(ms) && new Date(ms).toISOString().startsWith(text);
  if (!isDay) throw new ArgumentError(`--${name} has to be a day such as 2026-11-23.`);
  return Math.floor(ms / dayMs);
}

function numberOf(text: string, name: string, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= most) return number;
  throw new ArgumentError(`--${name} has to be a number from 1 to ${most}.`);
}

const options = {
  company: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  format: { type: 'string', default: 'table' },
  rows: { type: 'string', default: String(queryLimits.rows) },
  seconds: { type: 'string', default: String(queryLimits.seconds) },
  memory: { type: 'string', default: String(queryLimits.memoryMb) },
  write: { type: 'boolean', default: false },
  'may-lose': { type: 'boolean', default: false },
} as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new ArgumentError(error instanceof Error ? error.message : String(error));
  }
}

/** @throws {ArgumentError} */
export function parseEventsArguments(args: readonly string[], nowMs: number): EventsArguments {
  const { values, positionals } = parse(args);
  const [first = '', ...more] = positionals;
  if (first === '' || more.length > 0) {
    throw new ArgumentError('Ask one question, in quotes, or say files or rebuild.');
  }
  const command = first === 'files' || first === 'rebuild' ? first : 'question';
  const today = Math.floor(nowMs / dayMs);
  const toDay = values.to === undefined ? today : dayOf(values.to, 'to');
  const fromDay = values.from === undefined ? toDay - usualDays : dayOf(values.from, 'from');
  if (fromDay > toDay || toDay - fromDay > mostDays) {
    throw new ArgumentError(`--from has to be a day before --to, by ${mostDays} days at most.`);
  }
  const isBare =
    values.company === undefined || values.from === undefined || values.to === undefined;
  if (command === 'rebuild' && isBare) {
    throw new ArgumentError('rebuild needs --company, --from and --to.');
  }
  const format = formats.find((one) => one === values.format);
  if (format === undefined) throw new ArgumentError(`--format is one of ${formats.join(', ')}.`);
  return {
    ...{ command, question: first, company: values.company, fromDay, toDay, format },
    rows: numberOf(values.rows, 'rows', 10_000_000),
    seconds: numberOf(values.seconds, 'seconds', 86_400),
    memoryMb: numberOf(values.memory, 'memory', 1_000_000),
    isWritten: values.write,
    mayLose: values['may-lose'],
  };
}
