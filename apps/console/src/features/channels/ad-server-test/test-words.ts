/** Results of a test in words. The codes are those of the reference; the screen has its own sentences for them. */
import type { AdServerTest } from '@interlude/contract/api';
import { onDemand } from '../../../texts/on-demand.ts';
import { readerLocale } from '../../../texts/reader-locale.ts';
import { known, t } from '../../../texts/t.ts';

type TestedAd = AdServerTest['ads'][number];

export const creativeWords: Readonly<Record<TestedAd['creative'], string>> = {
  ready: 'ready',
  playable: t('ready-made package'),
  encoding: t('being encoded'),
  new: t('new: encoded when a break meets it'),
  failed: t('encoding failed'),
  unsupported: t('no usable media'),
};

/** Sentences by code of the catalogue of reasons. */
export const reasonWords: Readonly<Record<string, string>> = {
  AD_SERVER_UNSET: t('The channel names no ad server.'),
  AD_REQUEST_INVALID: t('No usable address comes out of the ad server URL and its parameters.'),
  AD_SERVER_UNREACHABLE: t('The ad server could not be reached or answered with an error status.'),
  AD_SERVER_TIMEOUT: t('The ad server did not answer in the time that a break has.'),
  AD_REQUEST_RATE: t('The ad server may get no more requests a second.'),
  VAST_INVALID: t('The answer is no VAST document that can be read.'),
  NO_ADS: t('The ad server answered without an ad.'),
  WRAPPER_LIMIT: t('The chain of wrappers was too long, looped, or one of its tags failed.'),
  DECISION_TIMEOUT: t('Ads or their creatives were not ready in time.'),
  NO_USABLE_AD: t('Every ad of the answer was dropped; each has its own reason.'),
  PARTIAL_FILL_REJECTED: t('The ads fill less of the break than the channel’s minimum.'),
  BREAK_TOO_SHORT: t('What is left of the break is too short to be offered.'),
  BREAK_CANCELLED: t('The break was cancelled before it started.'),
  EARLY_RETURN: t('The source returned to the programme before the ads had ended.'),
  SESSION_RESUMED: t('The session was taken up again in the middle of this break.'),
  SESSION_UNAVAILABLE: t('No playback session could be opened.'),
  NEW_CREATIVE: t('The creative is not conditioned for this channel yet.'),
  CONDITIONING_FAILED: t(
    'Several jobs could not condition the creative; archive them to try again.',
  ),
  CREATIVE_UNREACHABLE: t('The media of the creative could not be fetched.'),
  CREATIVE_UNUSABLE: t('The creative cannot be stitched: encrypted, without segments or in parts.'),
  NO_LINEAR_MEDIA: t('The ad has no linear media file that can be stitched.'),
  NO_VARIANT_MATCH: t('No rendition of the creative matches a variant of the channel.'),
  SEGMENT_TOO_LONG: t("A segment of the creative is longer than the channel's target duration."),
  AVAIL_DURATION_EXCEEDED: t('The ad is longer than the whole break.'),
  LEFTOVER_EXCEEDED: t('The ad is longer than what the ads before it left of the break.'),
  DUPLICATE_CREATIVE: t('The same creative is in the pod already.'),
  COMPETITIVE_SEPARATION: t('An ad of the same category or advertiser is in the pod already.'),
  FREQUENCY_CAP: t('The session was given this creative as often as the channel allows.'),
  NOT_CHOSEN: t('Other stand-alone ads of the answer fill the break better.'),
  SUBSTITUTE_UNUSED: t('A stand-alone ad beside a pod: it was not needed as a substitute.'),
  POD_LIMIT: t('The pod holds more ads than are taken.'),
  WRAPPER_FAILED: t('The wrapper of this ad could not be followed.'),
};

export function reasonText(reason: string): string {
  return reasonWords[reason] ?? reason;
}

const counted = {
  ad: (count: number) => t(count === 1 ? '{count} ad' : '{count} ads', { count }),
  byte: (count: number) => t(count === 1 ? '{count} byte' : '{count} bytes', { count }),
  parameter: (count: number) =>
    t(count === 1 ? '{count} parameter' : '{count} parameters', { count }),
  wrapper: (count: number) => t(count === 1 ? '{count} wrapper' : '{count} wrappers', { count }),
  vmapBreak: (count: number) =>
    t(count === 1 ? 'a VMAP with {count} break' : 'a VMAP with {count} breaks', { count }),
};

export function countText(count: number, noun: keyof typeof counted): string {
  return counted[noun](count);
}

const countedIn = /^(?:a VMAP with (?<breaks>\d+) breaks?|(?<count>\d+) (?<noun>ad|wrapper)s?)$/;

/** The content of a document of the chain, from the API's `2 ads, 1 wrapper`. */
export function foundText(found: string): string {
  const parts = found.split(', ').map((part) => {
    const { breaks, count, noun } = countedIn.exec(part)?.groups ?? {};
    if (breaks !== undefined) return countText(Number(breaks), 'vmapBreak');
    return noun === 'ad' || noun === 'wrapper' ? countText(Number(count), noun) : undefined;
  });
  return parts.every((part) => part !== undefined) ? parts.join(', ') : known(found);
}

export function millisecondsText(ms: number): string {
  return ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

const seconds = onDemand(() => new Intl.NumberFormat(readerLocale(), { maximumFractionDigits: 1 }));
export const secondsText = (value: number) => `${seconds().format(value)} s`;

/** Whether its creative can be played now. */
export function isReady({ creative }: TestedAd): boolean {
  return creative === 'ready' || creative === 'playable';
}

/** One sentence about the whole test. */
export function summaryText({ ads, reason, tookMs }: AdServerTest, breakSeconds: number): string {
  const took = t('in {tookMs}', { tookMs: millisecondsText(tookMs) });
  if (ads.length === 0)
    return t('No ad {took}. {reasonText}', { took, reasonText: reasonText(reason ?? 'NO_ADS') });
  const placed = ads.filter(({ isInPod }) => isInPod);
  const ready = placed.filter(isReady);
  const why = placed.length === 0 && reason !== undefined ? `: ${reasonText(reason)}` : '.';
  return `${countText(ads.length, 'ad')} ${took}, ${verdict(placed, ready, breakSeconds)}${why}`;
}

function verdict(
  placed: readonly TestedAd[],
  ready: readonly TestedAd[],
  breakSeconds: number,
): string {
  if (placed.length === 0) return t('none would play');
  const filled = ready.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  const now =
    ready.length === 0
      ? t('none would play yet')
      : t('{count} would play, {filled} of {breakSeconds}', {
          count: ready.length,
          filled: secondsText(filled),
          breakSeconds: secondsText(breakSeconds),
        });
  const waiting = placed.length - ready.length;
  return waiting === 0 ? now : t('{now}; {waiting} once encoded', { now, waiting });
}
