/** The address of a channel's breaks: `?break=…&session=…&lost=true&by=creative&find=…`. Pure. */
import type { BreakRecord } from '@interlude/contract';
import { t } from '../../texts/t.ts';

/** The choices of the search for breaks. */
export const findChoices = [
  { value: 'creative', label: t('Creative') },
  { value: 'adServer', label: t('Ad server') },
  { value: 'session', label: t('Session') },
] as const;
export type FindBy = (typeof findChoices)[number]['value'];

export interface BreakPlace {
  readonly break?: string;
  readonly session?: string;
  /** Only breaks with a loss. */
  readonly lost?: 'true';
  readonly by?: FindBy;
  readonly find?: string;
  /** Epoch milliseconds: opens the break at this time; set by links of the timeline. */
  readonly at?: number;
}

const longestKey = 200;

/** The router parses `true` and digits as values; ids are texts. */
function keyOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && value !== true) return;
  const key = String(value);
  return key !== '' && key.length <= longestKey ? key : undefined;
}

/** Whether a text is a session mark, which ad servers and trackers get in place of the session id. */
export const isSession = (value: string): boolean => /^[\w-]{22}$/.test(value);

/** For a route's `validateSearch`; invalid values are dropped. */
export function breakSearch(raw: Readonly<Record<string, unknown>>): BreakPlace {
  const [breakId, session, find] = [raw['break'], raw['session'], raw['find']].map(keyOf);
  const at = Number(raw['at']);
  const by = findChoices.find(({ value }) => value === raw['by'])?.value;
  return {
    ...(breakId !== undefined && { break: breakId }),
    ...(session !== undefined && isSession(session) && { session }),
    ...(keyOf(raw['lost']) === 'true' && { lost: 'true' }),
    ...(by !== undefined && find !== undefined && { by, find }),
    ...(Number.isSafeInteger(at) && at > 0 && { at }),
  };
}

/** Milliseconds by which the clocks of source and record may differ. */
const toleranceMs = 2_000;
/** Milliseconds that a break without a length is taken for. */
const unknownMs = 60_000;

/**
 * @param atMs epoch milliseconds
 * @returns the break that was running then
 */
export function breakAt(
  records: readonly BreakRecord[],
  atMs: number | undefined,
): BreakRecord | undefined {
  if (atMs === undefined) return;
  return records.find(({ startedAt, observedSeconds, announcedSeconds }) => {
    const startMs = Date.parse(startedAt);
    const seconds = observedSeconds ?? announcedSeconds;
    const lengthMs = seconds === null ? unknownMs : seconds * 1_000;
    return atMs >= startMs - toleranceMs && atMs < startMs + lengthMs + toleranceMs;
  });
}
