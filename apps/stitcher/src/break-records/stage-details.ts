/**
 * Details of the stages of a session. Secrets of the channel and everything that names the viewer are masked here,
 * before they are kept anywhere.
 */
import { deviceHeaders, type LoggedRequest, type ViewerContext } from '@interlude/ad-requests';
import { type ChannelSettings, type RecordStage, secretTextsOf } from '@interlude/contract';
import { keyTextOf, serverOf } from '@interlude/reporting';
import { createMask } from '@interlude/runtime';
import { type PlannedBreak, recordedPlan, type SplicePlan } from '@interlude/stitching';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { recordLimits } from './record-limits.ts';
import {
  type DecidedAd,
  dropReasonOf,
  mediaMs,
  type RecordedDecision,
} from './recorded-decision.ts';

export type Detail = Readonly<Record<string, unknown>>;

export interface Stage {
  readonly stage: RecordStage;
  readonly atMs: number;
  readonly detail: Detail;
}

export type Mask = (text: string) => string;

/**
 * Characters of a query parameter from which on it is masked: many viewers share shorter values, and masking these
 * would hide the request.
 */
const shortestParameter = 8;

function viewerTexts(viewer: ViewerContext): string[] {
  const { 'x-device-accept-language': _language, ...headers } = deviceHeaders(viewer);
  const said = [...viewer.query.values()].filter(({ length }) => length >= shortestParameter);
  return [viewer.ip, viewer.forwardedFor, ...Object.values(headers), ...said];
}

/** Hides the secrets of the channel and what names the viewer, however they are spelled. */
export const recordMask = (
  { viewer, id }: Pick<PlaybackSession, 'viewer' | 'id'>,
  settings: ChannelSettings | undefined,
): Mask => createMask([...(settings ? secretTextsOf(settings) : []), ...viewerTexts(viewer), id]);

/** Hides the secrets of the channel and the session's id. The address of a monitor stays: it is one of our machines. */
export const monitorMask = (
  { id }: Pick<PlaybackSession, 'id'>,
  settings: ChannelSettings | undefined,
): Mask => createMask([...(settings ? secretTextsOf(settings) : []), id]);

/** A masked text of at most `chars`; cut after it was masked, so that no part of a secret is left. */
const shown = (text: string, mask: Mask, chars: number = recordLimits.textChars) =>
  mask(text.slice(0, 2 * chars)).slice(0, chars);

function offered({ avail, offeredBy, offeredAtMs }: RecordedDecision): Stage {
  const { adBreak, poll, leadMs } = offeredBy;
  return {
    stage: 'offered',
    atMs: offeredAtMs,
    detail: {
      position: avail.position ?? 'mid',
      startMs: Math.round(adBreak?.startMs ?? avail.startMs),
      durationMs: Math.round(avail.durationMs),
      isOpenEnded: avail.openEnded,
      announcedMs: adBreak?.durationMs,
      dialects: adBreak?.dialects,
      eventId: avail.eventId && keyTextOf(avail.eventId),
      segmentationTypeId: adBreak?.segmentationTypeId,
      scte35: avail.scte35?.slice(0, recordLimits.textChars),
      contentId: avail.contentId && keyTextOf(avail.contentId),
      poll,
      leadMs: leadMs === undefined ? undefined : Math.round(leadMs),
    },
  };
}

function asked(decision: RecordedDecision, mask: Mask): Stage {
  const { requests, isShared, contingencyFor, offeredAtMs } = decision;
  let answerChars: number = recordLimits.answerChars;
  const request = (logged: LoggedRequest) => {
    const answer = shown(logged.text, mask, answerChars);
    answerChars -= answer.length;
    return {
      server: serverOf(logged.url),
      hop: logged.depth,
      method: logged.method,
      url: shown(logged.url, mask),
      atMs: logged.startedAtMs,
      tookMs: logged.tookMs,
      status: logged.status,
      bytes: logged.bytes,
      isLate: logged.isLate,
      error: logged.error === undefined ? undefined : shown(logged.error, mask),
      answer,
    };
  };
  return {
    stage: 'asked',
    atMs: requests[0]?.startedAtMs ?? offeredAtMs,
    detail: {
      isShared,
      contingencyFor,
      requests: requests.slice(0, recordLimits.entries).map(request),
    },
  };
}

/** Ids by which an ad may be searched. */
export function creativeIdsOf({ ad }: DecidedAd): string[] {
  const [creative] = ad?.creatives ?? [];
  const ids = [creative?.universalAdIds[0]?.value, creative?.adId, creative?.id, ad?.id];
  return ids.flatMap((id) => (id === undefined || id === '' ? [] : [keyTextOf(id)]));
}

function adDetail(decided: DecidedAd, mask: Mask) {
  const { ad, candidate } = decided;
  const [creative] = ad?.creatives ?? [];
  const seconds = creative?.durationSeconds;
  return {
    ad: candidate.adId,
    adId: ad && shown(ad.id, mask),
    creative: creativeIdsOf(decided)[0],
    title: ad && shown(ad.title, mask, 200),
    sequence: candidate.sequence,
    durationMs: seconds === undefined ? undefined : Math.round(seconds * 1_000),
  };
}

const answeredAtMs = ({ requests, offeredAtMs }: RecordedDecision) =>
  Math.max(offeredAtMs, ...requests.map(({ startedAtMs, tookMs }) => startedAtMs + tookMs));

function answered(decision: RecordedDecision, mask: Mask): Stage {
  const ads = decision.ads.slice(0, recordLimits.entries).map((ad) => adDetail(ad, mask));
  return {
    stage: 'answered',
    atMs: answeredAtMs(decision),
    detail: { count: decision.ads.length, ads },
  };
}

function usable(decision: RecordedDecision): Stage {
  const { ads, pod, offeredAtMs, tookMs } = decision;
  return {
    stage: 'usable',
    atMs: offeredAtMs + tookMs,
    detail: {
      ads: ads.slice(0, recordLimits.entries).map((ad) => ({
        ad: ad.candidate.adId,
        creative: creativeIdsOf(ad)[0],
        mediaMs: mediaMs(ad.candidate),
        reason: dropReasonOf(ad, pod),
      })),
    },
  };
}

function decided(decision: RecordedDecision): Stage {
  const { pod, offeredAtMs, tookMs, deadlineMs, slateFault } = decision;
  return {
    stage: 'decided',
    atMs: offeredAtMs + tookMs,
    detail: {
      placements: pod.placements.slice(0, recordLimits.entries).map((placement) => ({
        kind: placement.kind,
        ad: placement.adId.slice(0, recordLimits.textChars),
        offsetMs: Math.round(placement.offsetMs),
        durationMs: Math.round(placement.durationMs),
      })),
      remainder: pod.remainder,
      adMs: Math.round(pod.adMs),
      occupiesMs: Math.round(pod.occupiesMs),
      reason: pod.reason,
      slateFault,
      deadlineMs: Math.round(deadlineMs),
      tookMs: Math.round(tookMs),
      lateMs: Math.max(0, Math.round(tookMs - deadlineMs)),
    },
  };
}

/** The stages up to the decision. */
export function decisionStages(decision: RecordedDecision, mask: Mask): Stage[] {
  const head = offered(decision);
  return decision.isAsked || decision.ads.length > 0
    ? [head, asked(decision, mask), answered(decision, mask), usable(decision), decided(decision)]
    : [head, decided(decision)];
}

/**
 * Detail of the stage `published`: media sequence numbers of each rendition, requested or not, or the Periods; `seenMs`
 * is the duration of requested ad segments.
 */
export function publishedDetail(planned: PlannedBreak, seenMs: number): Detail {
  const { dash } = planned;
  return {
    state: planned.state,
    startMs: Math.round(planned.startMs),
    endMs: Math.round(planned.endMs),
    returnMs: Math.round(planned.returnMs),
    isTruncated: planned.truncated,
    isLate: planned.isLate === true,
    reason: planned.reason,
    renditions: Object.entries(planned.renditions)
      .slice(0, recordLimits.entries)
      .map(([rendition, splice]) => ({
        rendition: rendition.slice(0, 100),
        firstAdNumber: splice.firstAdMsn,
        returnNumber: splice.returnMsn,
        isPassed: splice.passed,
      })),
    periods: dash && {
      fromMs: Math.round(dash.cutMs),
      untilMs: dash.back === undefined ? undefined : Math.round(dash.back.atMs),
      isPassed: dash.passed,
    },
    seenMs,
  };
}

/** The whole plan of a session of a monitor: with it an evidence pack stitches the output again. */
export function planDetail(plan: SplicePlan | undefined, mask: Mask): Detail {
  const text = JSON.stringify(plan && recordedPlan(plan));
  if (text === undefined) return {};
  // Masked as text: a secret may be spelled as in JSON.
  return text.length > recordLimits.planChars
    ? { planChars: text.length }
    : { plan: JSON.parse(mask(text)) };
}
