/** Names of exported files (EXP-002, OP-52). Pure. */
import { intervalName } from '../card-settings.ts';

/** Characters that a file system refuses, or that would lead out of a folder. */
const refused = /[\\/:*?"<>|\p{Cc}]+/gu;

/**
 * `{reportName}_{interval}_{ISO}.xlsx`, with `-` for the colons of the time.
 * @param interval milliseconds @param extension without a dot
 */
export function exportFileName(
  reportName: string,
  interval: number,
  nowMs: number,
  extension: 'xlsx' | 'csv' | 'png',
): string {
  const name = `${reportName}_${intervalName(interval)}_${new Date(nowMs).toISOString()}`;
  return `${name.replace(refused, '-')}.${extension}`;
}
