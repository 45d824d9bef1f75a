/** The logger's JSON lines as lines for a terminal: time, level, name, message, fields. */
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

const levelStyles: Readonly<Record<string, Style>> = {
  fatal: ['white', 'bgRed'],
  error: 'red',
  warn: 'yellow',
  info: 'green',
  debug: 'gray',
  trace: 'gray',
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseLine(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function fieldText(key: string, value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `${key}=${text.includes(' ') && typeof value === 'string' ? JSON.stringify(value) : text}`;
}

function errorText(value: unknown): string {
  if (!isRecord(value)) return '';
  return `\n${styleText('gray', String(value['stack'] ?? value['message'] ?? ''))}`;
}

/**
 * One readable line for one JSON line of the logger.
 * @returns the line with its line feed; text that is not JSON is returned unchanged
 */
export function prettyLine(line: string): string {
  const entry = parseLine(line);
  if (entry === undefined) return line;
  const { time, level, name, msg, err, error, ...fields } = entry;
  const clockTime = String(time ?? '').slice(11, 19);
  const label = String(level);
  const details = Object.entries(fields).map(([key, value]) => fieldText(key, value));
  return [
    styleText('gray', clockTime),
    styleText(levelStyles[label] ?? 'white', label.padEnd(5)),
    styleText('cyan', String(name ?? '')),
    String(msg ?? ''),
    ...(details.length > 0 ? [styleText('gray', details.join(' '))] : []),
  ]
    .join(' ')
    .concat(errorText(err ?? error), '\n');
}
