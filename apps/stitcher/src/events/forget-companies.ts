/**
 * Removes the events of erased companies from files that would keep them: those that are set aside, and those that wait
 * for the archive. The spool itself is left alone: its events are read within seconds, and the database drops them.
 * @see rule SEC-S124
 */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { archiveFolder, intakeFolder } from '@interlude/event-archive';
import { decodeEventFrames, encodeEventFrames } from '@interlude/reporting';

const setAsideFile = /^(.+)-(\d{1,9})\.seg$/;

async function rewrite(
  folder: string,
  name: string,
  erased: ReadonlySet<string>,
  nameOf: (events: number) => string,
): Promise<number> {
  const path = join(folder, name);
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes === undefined) return 0;
  const { events } = decodeEventFrames(bytes);
  const kept = events.filter(({ tenant }) => !erased.has(tenant));
  if (kept.length === events.length) return 0;
  const draft = `${path}.erasing`;
  await writeFile(draft, encodeEventFrames(kept), { mode: 0o600, flush: true });
  await rename(draft, join(folder, nameOf(kept.length)));
  if (nameOf(kept.length) !== name) await rm(path, { force: true });
  return events.length - kept.length;
}

/** @returns the number of events that were taken out */
export async function forgetCompanies(
  dataFolder: string,
  erased: ReadonlySet<string>,
): Promise<number> {
  if (erased.size === 0) return 0;
  let forgotten = 0;
  const aside = join(dataFolder, 'set-aside');
  for (const name of await readdir(aside).catch(() => [])) {
    const stem = setAsideFile.exec(name)?.[1];
    if (stem === undefined) continue;
    forgotten += await rewrite(aside, name, erased, (events) => `${stem}-${events}.seg`);
  }
  const intake = join(dataFolder, archiveFolder, intakeFolder);
  for (const name of await readdir(intake).catch(() => [])) {
    if (!name.endsWith('.seg')) continue;
    forgotten += await rewrite(intake, name, erased, () => name);
  }
  return forgotten;
}
