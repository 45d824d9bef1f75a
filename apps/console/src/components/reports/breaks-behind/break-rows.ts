/** The breaks behind a figure as rows. Pure. */
import type { BreakFacts, BreakStage } from '@interlude/contract';
import { t } from '../../../texts/t.ts';
import type { BreakFilter } from './break-filter.ts';

const before = {
  asked: 'offeredMs',
  answered: 'askedMs',
  usable: 'answeredMs',
  placed: 'usableMs',
  seen: 'placedMs',
} as const satisfies Readonly<Record<BreakStage, keyof BreakFacts>>;

/** Milliseconds of a break that the figure counts as lost. */
export function lostOf(facts: BreakFacts, { reason, owner, stage }: BreakFilter): number {
  if (stage !== undefined) return facts[before[stage]] - facts[`${stage}Ms`];
  return facts.losses
    .filter((loss) => reason === undefined || loss.reason === reason)
    .filter((loss) => owner === undefined || loss.owner === owner)
    .reduce((sum, { lostMs }) => sum + lostMs, 0);
}

/** The reason with the most lost time; empty where nothing was lost. */
export const mainReason = ({ losses: [worst] }: BreakFacts): string => worst?.reason ?? '';

/** Whether a row is the sum of all breaks of a day: after 35 days there are no single breaks with a story. */
export const isSumOfDay = ({ breakId }: BreakFacts): boolean => breakId.startsWith('day-');

const ownerNames: ReadonlyMap<string, string> = new Map([
  ['source', 'source'],
  ['adServer', t('ad server')],
  ['creative', 'creative'],
  ['cdn', 'CDN'],
  ['us', 'Interlude'],
  ['viewer', 'viewer'],
]);

/** The filter of the listed breaks, in words. */
export function filterText(
  { reason, owner, stage }: BreakFilter,
  channelName: string | undefined,
): string {
  const named = owner === undefined ? '' : ` (${ownerNames.get(owner) ?? owner})`;
  if (stage !== undefined) return t('Breaks that lost time before the stage {stage}', { stage });
  if (reason !== undefined)
    return t('Breaks that lost time for {reason}{named}', { reason, named });
  return channelName === undefined
    ? t('All breaks')
    : t('Breaks of {channelName}', { channelName });
}
