// The MPD of a linear channel at a moment. All of it follows from the newest boundary of the pictures, so that two
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
import { endUsOf, playingPart, type Spell } from './generation.ts';
import { LINEAR_LIMITS, US_PER_MS } from './linear-limits.ts';
import { type SpliceBreak, spliceEventId, spliceOut, spliceTicks } from './splice-marks.ts';

const UPDATE_MS = 2_000;
/** Behind the edge, as players of live HLS keep. */
const DELAY_SEGMENTS = 3;
const TICKS_PER_SECOND = 90_000;
const EVENT_SCHEME = 'urn:scte:scte35:2014:xml+bin';
const SCTE_NAMESPACE = 'http://www.scte.org/schemas/35/2016';

/** A piece on the channel's timeline. Epoch microseconds. */
interface Playing {
  readonly spell: Spell<DashProgramme>;
  readonly turns: number;
  readonly part: number;
  readonly startUs: number;
  readonly untilUs: number;
  /** Media time of its start. */
  readonly fromUs: number;
}

function* playingBetween(
  spells: readonly Spell<DashProgramme>[],
  headUs: number,
  edgeUs: number,
): Generator<Playing> {
  for (const spell of spells) {
    const { takeover, turn } = spell;
    const endUs = Math.min(endUsOf(spell), edgeUs);
    let atUs = Math.max(headUs, takeover.fromUs);
    while (atUs < endUs) {
      const place = playingPart(spell, atUs);
      const part = turn.parts[place.part];
      if (part === undefined) return;
      const startUs = Math.max(place.startUs, takeover.fromUs);
      const untilUs = Math.min(place.startUs + part.untilUs - part.fromUs, endUsOf(spell));
      const { turns } = place;
      const fromUs = part.fromUs + startUs - place.startUs;
      yield { spell, turns, part: place.part, startUs, untilUs, fromUs };
      atUs = untilUs;
    }
  }
}

/** The newest boundary of the pictures, epoch microseconds; undefined before the first segment has ended. */
function edgeOf(spells: readonly Spell<DashProgramme>[], nowUs: number): number | undefined {
  const spell = spells.findLast(({ takeover }) => takeover.fromUs <= nowUs);
  if (spell === undefined) return undefined;
  const endUs = endUsOf(spell);
  if (nowUs >= endUs) return endUs;
  const { startUs, part } = playingPart(spell, nowUs);
  const piece = spell.turn.parts[part];
  if (piece === undefined) return undefined;
  const mediaUs = piece.fromUs + nowUs - startUs;
  const boundaries = spell.content.boundariesOf(piece.content);
  const beforeUs = boundaries.findLast((boundaryUs) => boundaryUs <= mediaUs) ?? piece.fromUs;
  const edgeUs = startUs + Math.max(beforeUs, piece.fromUs) - piece.fromUs;
  return spell === spells[0] && edgeUs <= spell.takeover.fromUs ? undefined : edgeUs;
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

/** Told where the break begins, or, to who joins later, where the list does. */
function eventsOf(playing: Playing, isHead: boolean): XmlElement | undefined {
  const { spell, turns, part, startUs } = playing;
  const { takeover, turn } = spell;
  const adBreak = turn.parts[part]?.adBreak;
  if (adBreak === undefined) return undefined;
  const turnUs = takeover.anchorUs + turns * turn.lengthUs;
  const spliced = { startUs: turnUs + adBreak.startUs, untilUs: turnUs + adBreak.untilUs };
  return isHead || spliced.startUs === startUs ? eventStream(spliced, startUs) : undefined;
}

function periodsOf(
  spells: readonly Spell<DashProgramme>[],
  headUs: number,
  edgeUs: number,
): XmlElement[] {
  const periods: XmlElement[] = [];
  for (const playing of playingBetween(spells, headUs, edgeUs)) {
    const { spell, turns, part, startUs, untilUs, fromUs } = playing;
    const item = spell.content.itemOf(spell.turn.parts[part]?.content ?? 0);
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
        id: `${Math.floor(spell.takeover.fromUs / US_PER_MS)}-${turns}-${part}`,
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
 * @param spells oldest first
 * @param options `nowMs` epoch ms; `id` of the presentation; `clockUrl` answers xs:dateTime
 */
export function writeLinearMpd(
  spells: readonly Spell<DashProgramme>[],
  options: { readonly nowMs: number; readonly id: string; readonly clockUrl: string },
): LinearMpd {
  const nowUs = options.nowMs * US_PER_MS;
  const edgeUs = edgeOf(spells, nowUs);
  const newest = spells.at(-1);
  if (edgeUs === undefined || newest === undefined) return { text: '', hasSegments: false };
  const current = spells.findLast(({ takeover }) => takeover.fromUs < edgeUs) ?? newest;
  const longestMs = current.takeover.targetDuration * 1_000;
  const { windowMs } = LINEAR_LIMITS;
  const depthMs = Math.max(windowMs, LINEAR_LIMITS.windowTargetDurations * longestMs);
  // Two segments more than is promised, for players with a slow clock (D2).
  const headUs = edgeUs - (depthMs + 2 * longestMs) * US_PER_MS;
  const periods = periodsOf(spells, headUs, edgeUs);
  if (periods.length === 0) return { text: '', hasSegments: false };
  const isOver = edgeUs >= endUsOf(newest);
  const edgeMs = edgeUs / US_PER_MS;
  const attributes = {
    xmlns: 'urn:mpeg:dash:schema:mpd:2011',
    id: options.id,
    profiles: 'urn:mpeg:dash:profile:isoff-live:2011',
    type: isOver ? 'static' : 'dynamic',
    // Starts of Periods are the time itself, whenever the playlist is saved.
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
