/** SCTE 35 in an MPD (ANSI/SCTE 214-1 §6.7): one EventStream of a period in one of three forms. */
import { type BreakPlace, secondsOf } from '../live-origin/break-schedule.ts';
import { type SpliceInsert, spliceInsertBytes, spliceTicks } from '../live-origin/splice-insert.ts';
import { element, textElement } from '../xml/write-element.ts';
import type { EventForm } from './dash-options.ts';

const TIMESCALE = 90_000;

const schemes: Readonly<Record<EventForm, string>> = {
  xml: 'urn:scte:scte35:2013:xml',
  xmlbin: 'urn:scte:scte35:2014:xml+bin',
  bin: 'urn:scte:scte35:2013:bin',
  none: '',
};

/** Namespace that the MPD element declares for the prefix `scte35`. */
export const eventNamespace = (form: EventForm) =>
  form === 'xml' ? 'urn:scte:scte35:2013:xml' : 'http://www.scte.org/schemas/35/2016';

export interface SpliceEvent {
  readonly place: BreakPlace;
  /** Out of the network, or back into it. */
  readonly isOut: boolean;
  /** Segment at whose start the splice point is. */
  readonly segment: number;
}

/** `periodStart`: segment with which the period begins; presentation times count from there. */
export function eventStream(
  form: EventForm,
  events: readonly SpliceEvent[],
  periodStart: number,
): string[] {
  if (form === 'none' || events.length === 0) return [];
  const lines = events.flatMap((event) => eventElement(form, event, periodStart));
  return element('EventStream', { schemeIdUri: schemes[form], timescale: TIMESCALE }, lines);
}

function eventElement(form: EventForm, event: SpliceEvent, periodStart: number): string[] {
  const { place, isOut, segment } = event;
  const seconds = secondsOf(place.announcedSegments);
  const insert: SpliceInsert = {
    eventId: place.id,
    isOut,
    atSeconds: secondsOf(segment),
    ...(isOut && { durationSeconds: seconds }),
  };
  const attributes = {
    presentationTime: Math.round(secondsOf(segment - periodStart) * TIMESCALE),
    duration: isOut ? Math.round(seconds * TIMESCALE) : undefined,
    id: isOut ? place.id * 2 : place.id * 2 + 1,
  };
  if (form === 'xml') return element('Event', attributes, spliceXml(insert));
  const binary = Buffer.from(spliceInsertBytes(insert)).toString('base64');
  if (form === 'bin') {
    return [textElement('Event', binary, { ...attributes, contentEncoding: 'base64' })];
  }
  return element(
    'Event',
    attributes,
    element('scte35:Signal', {}, [textElement('scte35:Binary', binary)]),
  );
}

/** A splice_insert as elements (SCTE 35 §12.2, the form of 2013). */
function spliceXml(insert: SpliceInsert): string[] {
  const { durationSeconds } = insert;
  const section = { protocolVersion: 0, ptsAdjustment: 0, tier: 4_095 };
  const attributes = {
    spliceEventId: insert.eventId,
    spliceEventCancelIndicator: 'false',
    outOfNetworkIndicator: String(insert.isOut),
    spliceImmediateFlag: 'false',
    uniqueProgramId: 1,
    availNum: 0,
    availsExpected: 0,
  };
  const time = { ptsTime: spliceTicks(insert.atSeconds) };
  const duration =
    durationSeconds === undefined
      ? []
      : element('scte35:BreakDuration', {
          autoReturn: 'true',
          duration: Math.round(durationSeconds * TIMESCALE),
        });
  return element(
    'scte35:SpliceInfoSection',
    section,
    element('scte35:SpliceInsert', attributes, [
      ...element('scte35:Program', {}, element('scte35:SpliceTime', time)),
      ...duration,
    ]),
  );
}
