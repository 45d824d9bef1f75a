/** The outcome of a break as a sentence with the cause of its loss and who can mend it. */
import { type BreakLoss, type LossOwner, lossGuides } from '@interlude/contract';
import type { BreakFacts } from '@interlude/persistence';

export const ownerNames: Readonly<Record<LossOwner, string>> = {
  source: 'the source',
  adServer: 'the ad server',
  creative: 'the creative',
  cdn: 'the CDN',
  us: 'the platform',
  viewer: 'the viewer',
};

/** Whole seconds, or tenths of short times. */
export function secondsText(seconds: number): string {
  const isShort = Math.abs(seconds) < 10 && !Number.isInteger(seconds);
  return `${isShort ? seconds.toFixed(1) : Math.round(seconds)} s`;
}

export const countText = (count: number, noun: string) =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Seconds; a smaller loss comes from rounding and from viewers who left. */
const leastLossSeconds = 1;

function largest(losses: readonly BreakLoss[]): BreakLoss | undefined {
  const real = losses.filter(({ lostSeconds }) => lostSeconds >= leastLossSeconds);
  return real.find(({ owner }) => owner !== 'viewer') ?? real[0];
}

export function breakSentence({
  sessions,
  offeredSeconds,
  seenSeconds,
  losses,
}: Pick<BreakFacts, 'sessions' | 'offeredSeconds' | 'seenSeconds' | 'losses'>): string {
  const offered = `${secondsText(offeredSeconds)} in ${countText(sessions, 'session')}`;
  const loss = largest(losses);
  if (loss === undefined) {
    const cancelled = losses.find(({ count }) => count > 0);
    return offeredSeconds > 0 || cancelled === undefined
      ? `${secondsText(seenSeconds)} of ${offered} were seen.`
      : `Nothing was offered, because ${lossGuides[cancelled.reason].cause}.`;
  }
  const { cause } = lossGuides[loss.reason];
  const lost = `${secondsText(loss.lostSeconds)} were lost because ${cause}`;
  const seen = `${secondsText(seenSeconds)} of ${offered} were seen`;
  return `${seen}; ${lost} (${ownerNames[loss.owner]}). ${loss.advice}`;
}
