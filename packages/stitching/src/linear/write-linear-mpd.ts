// The MPD of a linear channel at a moment. All of it follows from the newest boundary of the video, so that two
// MPDs differ exactly when their publishTime does (D11).
import {
  element,
  formatDateTime,
  formatDuration,
  writeElement,
  type XmlElement,
} from '@interlude/dash';
import { encodeBase64 } from '@interlude/scte35';
import { dashPeriods } from './dash-part.ts';
import type { DashProgramme } from './dash-programme.ts';
import { endUsOf, type Generation, playingPart } from './generation.ts';
import { LINEAR_LIMITS, US_PER_MS } from './linear-limits.ts';
import { type SpliceBreak, spliceEventId, spliceOut, spliceTicks } from './splice-marks.ts';

const UPDATE_MS = 2_000;
/** Presentation delay, segments: the distance that players of live HLS keep to the edge. */
const DELAY_SEGMENTS = 3;
const TICKS_PER_SECOND = 90_000;
const EVENT_SCHEME = 'urn:scte:scte35:2014:xml+bin';
const SCTE_NAMESPACE = 'http://www.scte.org/schemas/35/2016';

/** A piece on the channel's timeline. Epoch microseconds. */
interface Playing {
  readonly generation: Generation<DashProgramme>;
  readonly cycles: number;
  readonly part: number;
  readonly startUs: number;
  readonly untilUs: number;
  /** Media time of its start. */
  readonly fromUs: number;
}

function* playingBetween(
  generations: readonly Generation<DashProgramme>[],
  headUs: number,
  edgeUs: number,
): Generator<Playing> {
  for (const generation of generations) {
    const { takeover, cycle } = generation;
    const endUs = Math.min(endUsOf(generation), edgeUs);
    let atUs = Math.max(headUs, takeover.fromUs);
    while (atUs < endUs) {
      const place = playingPart(generation, atUs);
      const part = cycle.parts[place.part];
      if (part === undefined) return;
      const startUs = Math.max(place.startUs, takeover.fromUs);
      const untilUs = Math.min(place.startUs + part.untilUs - part.fromUs, endUsOf(generation));
      const { cycles } = place;
      const fromUs = part.fromUs + startUs - place.startUs;
      yield { generation, cycles, part: place.part, startUs, untilUs, fromUs };
      atUs = untilUs;
    }
  }
}

/** The newest boundary of the video, epoch microseconds; undefined before the first segment has ended. */
function edgeOf(
  generations: readonly Generation<DashProgramme>[],
  nowUs: number,
): number | undefined {
  const generation = generations.findLast(({ takeover }) => takeover.fromUs <= nowUs);
  if (generation === undefined) return undefined;
  const endUs = endUsOf(generation);
  if (nowUs >= endUs) return endUs;
  const { startUs, part } = playingPart(generation, nowUs);
  const piece = generation.cycle.parts[part];
  if (piece === undefined) return undefined;
  const mediaUs = piece.fromUs + nowUs - startUs;
  const boundaries = generation.content.boundariesOf(piece.content);
  const beforeUs = boundaries.findLast((boundaryUs) => boundaryUs <= mediaUs) ?? piece.fromUs;
  const edgeUs = startUs + Math.max(beforeUs, piece.fromUs) - piece.fromUs;
  return generation === generations[0] && edgeUs <= generation.takeover.fromUs ? undefined : edgeUs;
}

function eventStream(adBreak: SpliceBreak, startUs: number): XmlElement {
  const binary = element('Binary', {}, [encodeBase64(spliceOut(adBreak))]);
  const signal = element('Signal', { xmlns: SCTE_NAMESPACE }, [binary]);
  const elapsed = spliceTicks(startUs - adBreak.startUs);
  return element(
    'EventStream',
    {
      schemeIdUri: EVENT_SCHEME,
      timescale: TICKS_PER_SECOND,
      presentationTimeOffset: elapsed > 0 ? elapsed : undefined,
    },
    [
      element(
        'Event',
        {
          presentationTime: 0,
          duration: spliceTicks(adBreak.untilUs - adBreak.startUs),
          id: spliceEventId(adBreak),
        },
        [signal],
      ),
    ],
  );
}

/** Signals the break in the Period in which it begins and, for players that join later, in the first of the MPD. */
function eventsOf(playing: Playing, isHead: boolean): XmlElement | undefined {
  const { generation, cycles, part, startUs } = playing;
  const { takeover, cycle } = generation;
  const adBreak = cycle.parts[part]?.adBreak;
  if (adBreak === undefined) return undefined;
  const cycleUs = takeover.anchorUs + cycles * cycle.lengthUs;
  const spliced = { startUs: cycleUs + adBreak.startUs, untilUs: cycleUs + adBreak.untilUs };
  return isHead || spliced.startUs === startUs ? eventStream(spliced, startUs) : undefined;
}

function periodsOf(
  generations: readonly Generation<DashProgramme>[],
  headUs: number,
  edgeUs: number,
): XmlElement[] {
  const periods: XmlElement[] = [];
  for (const playing of playingBetween(generations, headUs, edgeUs)) {
    const { generation, cycles, part, startUs, untilUs, fromUs } = playing;
    const item = generation.content.itemOf(generation.cycle.parts[part]?.content ?? 0);
    if (item === undefined) continue;
    const mediaUs = (atUs: number) => fromUs + atUs - startUs;
    periods.push(
      ...dashPeriods({
        item,
        fromUs,
        untilUs: mediaUs(untilUs),
        headUs: mediaUs(headUs),
        edgeUs: mediaUs(edgeUs),
        startUs,
        id: `${Math.floor(generation.takeover.fromUs / US_PER_MS)}-${cycles}-${part}`,
        events: eventsOf(playing, periods.length === 0),
      }),
    );
  }
  return periods;
}

export interface LinearMpd {
  readonly text: string;
  /** False until the first segments have ended. */
  readonly hasSegments: boolean;
}

/**
 * The MPD of a linear channel.
 * @param generations oldest first
 * @param options `nowMs` epoch ms; `id` of the presentation; `clockUrl` answers xs:dateTime
 * @returns a dynamic MPD and whether it lists a segment
 * @see ISO/IEC 23009-1 §5.3.1; SCTE 214-1; rules D1, D2
 */
export function writeLinearMpd(
  generations: readonly Generation<DashProgramme>[],
  options: { readonly nowMs: number; readonly id: string; readonly clockUrl: string },
): LinearMpd {
  const nowUs = options.nowMs * US_PER_MS;
  const edgeUs = edgeOf(generations, nowUs);
  const newest = generations.at(-1);
  if (edgeUs === undefined || newest === undefined) return { text: '', hasSegments: false };
  const current = generations.findLast(({ takeover }) => takeover.fromUs < edgeUs) ?? newest;
  const longestMs = current.takeover.targetDuration * 1_000;
  const { windowMs } = LINEAR_LIMITS;
  const depthMs = Math.max(windowMs, LINEAR_LIMITS.windowTargetDurations * longestMs);
  // Two segments more than timeShiftBufferDepth declares, for players with a slow clock (D2).
  const headUs = edgeUs - (depthMs + 2 * longestMs) * US_PER_MS;
  const periods = periodsOf(generations, headUs, edgeUs);
  if (periods.length === 0) return { text: '', hasSegments: false };
  const isOver = edgeUs >= endUsOf(newest);
  const edgeMs = edgeUs / US_PER_MS;
  const attributes = {
    xmlns: 'urn:mpeg:dash:schema:mpd:2011',
    id: options.id,
    profiles: 'urn:mpeg:dash:profile:isoff-live:2011',
    type: isOver ? 'static' : 'dynamic',
    // Period@start is epoch time, so that it stays the same after every save.
    availabilityStartTime: formatDateTime(0),
    publishTime: formatDateTime(Math.floor(edgeMs)),
    mediaPresentationDuration: isOver ? formatDuration(edgeMs) : undefined,
    minimumUpdatePeriod: isOver ? undefined : formatDuration(UPDATE_MS),
    timeShiftBufferDepth: isOver ? undefined : formatDuration(depthMs),
    suggestedPresentationDelay: isOver ? undefined : formatDuration(DELAY_SEGMENTS * longestMs),
    minBufferTime: formatDuration(Math.min(longestMs, 4_000)),
    maxSegmentDuration: formatDuration(longestMs),
  };
  const clock = element('UTCTiming', {
    schemeIdUri: 'urn:mpeg:dash:utc:http-xsdate:2014',
    value: options.clockUrl,
  });
  const root = element('MPD', attributes, [...periods, clock]);
  return {
    text: `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement(root)}\n`,
    hasSegments: true,
  };
}
