/** One stage of a session in one break, as a sentence. Records of an older or newer version may lack fields. */
import { isLossReason, lossGuides, type RecordStage } from '@interlude/contract';
import type { StageRow } from '@interlude/persistence';
import { countText, ownerNames, secondsText } from './break-sentence.ts';

type Detail = StageRow['detail'];

const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
const isDetail = (value: unknown): value is Detail => typeof value === 'object' && value !== null;
const listOf = (value: unknown): readonly Detail[] =>
  Array.isArray(value) ? value.filter(isDetail) : [];
const msText = (value: unknown) => secondsText((numberOf(value) ?? 0) / 1_000);

function causeOf(reason: unknown): string | undefined {
  const name = textOf(reason);
  if (name === undefined || !isLossReason(name)) return undefined;
  const { cause, owner } = lossGuides[name];
  return `${cause} (${ownerNames[owner]})`;
}

function offered({ durationMs, dialects, leadMs, isOpenEnded, position }: Detail): string {
  const length = isOpenEnded === true ? 'without a length' : `of ${msText(durationMs)}`;
  const names = Array.isArray(dialects) ? dialects.filter((one) => typeof one === 'string') : [];
  const by = names.length > 0 ? ` by ${names.join(', ')}` : '';
  const lead = numberOf(leadMs);
  const ahead = lead !== undefined && lead > 0 ? `, ${msText(lead)} ahead` : '';
  const kind = position === 'pre' ? 'pre-roll' : 'break';
  return `A ${kind} ${length} was offered${by}${ahead}.`;
}

function requestText({ server, hop, status, tookMs, isLate, error }: Detail): string {
  const name = `${textOf(server) ?? 'the ad server'}${numberOf(hop) ? ` (wrapper ${hop})` : ''}`;
  if (isLate === true) return `${name} did not answer in time`;
  const took = `${Math.round(numberOf(tookMs) ?? 0)} ms`;
  return numberOf(status) === undefined
    ? `${name} could not be reached after ${took}: ${textOf(error) ?? 'no answer'}`
    : `${name} answered with ${status} in ${took}`;
}

function asked({ requests, isShared, contingencyFor }: Detail): string {
  const sent = listOf(requests).map(requestText);
  const cause = causeOf(contingencyFor);
  const instead = cause === undefined ? '' : ` The ads are contingency ads, because ${cause}.`;
  if (sent.length === 0) return `No ad server was asked.${instead}`;
  const shared = isShared === true ? 'For another session of the cohort: ' : '';
  return `${shared}${sent.join('; ')}.${instead}`;
}

function answered({ ads, count }: Detail): string {
  const list = listOf(ads);
  const totalMs = list.reduce((sum, { durationMs }) => sum + (numberOf(durationMs) ?? 0), 0);
  const number = numberOf(count) ?? list.length;
  return number === 0
    ? 'The answer has no ad.'
    : `The answer has ${countText(number, 'ad')} of ${msText(totalMs)}.`;
}

function usable({ ads }: Detail): string {
  const list = listOf(ads);
  const lost = list.flatMap(({ creative, ad, reason }) => {
    const cause = causeOf(reason);
    return cause === undefined ? [] : [`${textOf(creative) ?? textOf(ad) ?? 'an ad'}: ${cause}`];
  });
  const rest = `${list.length - lost.length} of ${countText(list.length, 'ad')} can be placed`;
  return `${[rest, ...lost].join('; ')}.`;
}

const remainders: Readonly<Record<string, string>> = {
  slate: ', slate fills the rest',
  content: ', the source shows the rest',
};

function decided({ placements, adMs, remainder, reason, tookMs, deadlineMs }: Detail): string {
  const ads = listOf(placements).filter(({ kind }) => kind === 'ad').length;
  const filled = `${countText(ads, 'ad')} fill${ads === 1 ? 's' : ''} ${msText(adMs)}`;
  const leftMs = Math.round((numberOf(deadlineMs) ?? 0) - (numberOf(tookMs) ?? 0));
  const time = leftMs < 0 ? `${-leftMs} ms too late` : `${leftMs} ms before the deadline`;
  const cause = causeOf(reason);
  const why = cause === undefined ? '' : ` because ${cause}`;
  const what = ads > 0 ? filled : 'No ad is placed';
  return `${what}${remainders[textOf(remainder) ?? ''] ?? ''}${why}; decided ${time}.`;
}

function published({ renditions, periods, seenMs, reason, startMs, returnMs }: Detail): string {
  const list = listOf(renditions);
  const lengthMs = (numberOf(returnMs) ?? 0) - (numberOf(startMs) ?? 0);
  const where = isDetail(periods) ? 'in the MPD' : `in ${countText(list.length, 'rendition')}`;
  const cause = causeOf(reason);
  const why = cause === undefined ? '' : `, because ${cause}`;
  return lengthMs > 0
    ? `${msText(lengthMs)} were replaced ${where}, of which ${msText(seenMs)} were requested${why}.`
    : `The source was shown${why}.`;
}

/** A slate is requested segment by segment as an ad is, and has no beacons. */
function reached({ events, slot, kind }: Detail): string {
  const names = Array.isArray(events) ? events.filter((name) => typeof name === 'string') : [];
  return `${kind === 'slate' ? 'Slate' : 'Ad'}, place ${(numberOf(slot) ?? 0) + 1} of the break, has reached ${names.join(', ')}.`;
}

function sent({ event, server, outcome, tries, reason }: Detail): string {
  const to = `${textOf(event) ?? 'beacon'} to ${textOf(server) ?? 'a tracker'}`;
  const number = numberOf(tries) ?? 0;
  const attempts = number === 1 ? '1 try' : `${number} tries`;
  return `${to}: ${textOf(outcome) ?? 'unknown'} after ${attempts} (${textOf(reason) ?? ''}).`;
}

const sentences: Readonly<Record<RecordStage, (detail: Detail) => string>> = {
  offered,
  asked,
  answered,
  usable,
  decided,
  published,
  reached,
  sent,
};

export const stageSentence = ({ stage, detail }: Pick<StageRow, 'stage' | 'detail'>): string =>
  sentences[stage](detail);
