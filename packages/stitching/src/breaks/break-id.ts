import type { Cue } from '../cues/cue.ts';

const HOUR_MS = 3_600_000;
const BUCKET_MS = 10_000;

function safe(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 64);
}

/**
 * The id of a break, the same for everyone who sees any part of it: by its event id, within the hour,
 * because event ids come again after hours; else by its start to ten seconds, because one who joins in
 * its middle knows the start only from rounded elapsed times.
 */
export function breakId(
  cue: Pick<Cue, 'eventId'>,
  startMs: number,
  taken: ReadonlySet<string>,
): string {
  const id =
    cue.eventId === undefined
      ? `t${Math.floor(startMs / BUCKET_MS).toString(36)}`
      : `e${safe(cue.eventId)}-${Math.floor(startMs / HOUR_MS).toString(36)}`;
  let free = id;
  for (let count = 2; taken.has(free); count++) free = `${id}-${count}`;
  return free;
}
