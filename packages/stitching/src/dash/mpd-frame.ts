// The MPD around its Periods: the source's own attributes and elements, but for those
// of updates, locations and time shift.
import {
  element,
  formatDateTime,
  formatDuration,
  withAttributes,
  withChildren,
  writeElement,
  type XmlElement,
  type XmlPiece,
} from '@interlude/dash';
import type { DashWindow } from '../dash-source/dash-window.ts';
import { type UriResolver, uriResolver } from '../source/resolve-uri.ts';
import { filled } from './period-skeleton.ts';
import { SMALL_HOLE_MS } from './visible-edge.ts';

export interface FrameValues {
  readonly isStatic: boolean;
  readonly minimumUpdatePeriodMs: number;
  /** Infinity: the whole presentation can be played. */
  readonly timeShiftBufferDepthMs: number;
  readonly suggestedPresentationDelayMs: number;
  readonly longestSegmentMs: number;
  /** Address of a clock that answers xs:dateTime; used when the source names no clock that players can reach. */
  readonly clockUrl: string | undefined;
  /** The source's own clocks on HTTP do not answer. */
  readonly replacesClocks: boolean;
  /** MPD@id, which patches name. */
  readonly mpdId: string;
}

const MARK = '\uE0F7';
const gap = (name: string) => MARK + name + MARK;

/** Elements that the stitcher prints itself or drops: the source's patches lack the session's ads (D11). */
const OWN: ReadonlySet<string> = new Set(['BaseURL', 'Location', 'PatchLocation']);
const XS_DATE = 'urn:mpeg:dash:utc:http-xsdate:2014';

/**
 * End of the presentation, ms: as the source declares it, when that is within or at the end of the last
 * segment; else the end of that segment (D20).
 */
function endOf({ mpd, boundariesMs, segmentMs }: DashWindow): number {
  const endMs = boundariesMs.at(-1) ?? 0;
  const ownMs = mpd.mediaPresentationDurationMs ?? Number.POSITIVE_INFINITY;
  return ownMs > endMs - segmentMs && ownMs <= endMs + SMALL_HOLE_MS ? ownMs : endMs;
}

function attributesOf(window: DashWindow, values: FrameValues) {
  const { mpd, originMs } = window;
  const { isStatic, timeShiftBufferDepthMs, longestSegmentMs } = values;
  const declaredMs = mpd.maxSegmentDurationMs;
  const hasMoved = (mpd.availabilityStartTimeMs ?? 0) !== originMs;
  return {
    id: values.mpdId,
    type: isStatic ? 'static' : 'dynamic',
    ...(hasMoved ? { availabilityStartTime: formatDateTime(originMs) } : {}),
    publishTime: gap('publishTime'),
    minimumUpdatePeriod: isStatic ? undefined : formatDuration(values.minimumUpdatePeriodMs),
    timeShiftBufferDepth:
      isStatic || timeShiftBufferDepthMs === Number.POSITIVE_INFINITY
        ? undefined
        : formatDuration(timeShiftBufferDepthMs),
    suggestedPresentationDelay: isStatic
      ? undefined
      : formatDuration(values.suggestedPresentationDelayMs),
    ...(isStatic ? { mediaPresentationDuration: formatDuration(endOf(window)) } : {}),
    ...(window.ended && !isStatic ? { mediaPresentationDuration: undefined } : {}),
    ...(declaredMs !== undefined && declaredMs < longestSegmentMs
      ? { maxSegmentDuration: formatDuration(longestSegmentMs) }
      : {}),
  };
}

/** UTCTiming schemes that players support; browsers cannot use NTP. */
const KNOWN_CLOCK = /^urn:mpeg:dash:utc:(?:http-(?:head|xsdate|iso)|direct):201[24]$/i;

const schemeOf = (child: XmlElement) => child.attribute('schemeIdUri')?.trim() ?? '';

function isClockKept(child: XmlElement, { clockUrl, replacesClocks }: FrameValues): boolean {
  return !(replacesClocks && clockUrl !== undefined && /:http-/.test(schemeOf(child)));
}

function clockPiece({ mpd }: DashWindow, values: FrameValues): readonly XmlPiece[] {
  const { clockUrl } = values;
  const own = mpd.element.childrenNamed('UTCTiming').filter((each) => isClockKept(each, values));
  if (clockUrl === undefined || own.some((each) => KNOWN_CLOCK.test(schemeOf(each)))) return [];
  return [element('UTCTiming', { schemeIdUri: XS_DATE, value: clockUrl })];
}

/** Addresses of clocks may be relative to the source's MPD. */
function absoluteClock(child: XmlElement, resolve: UriResolver): XmlElement {
  const value = child.attribute('value');
  const isAddress = /:http-/.test(schemeOf(child));
  if (!isAddress || value === undefined) return child;
  return withAttributes(child, { value: value.trim().split(/\s+/).map(resolve).join(' ') });
}

/** A low-latency source is served as an ordinary one: its latency cannot be kept. */
function isDropped({ localName }: XmlElement, window: DashWindow): boolean {
  return OWN.has(localName) || (window.isLowLatency && localName === 'ServiceDescription');
}

function pieces(window: DashWindow, values: FrameValues): readonly string[] {
  const { mpd, baseUrl } = window;
  const resolve = uriResolver(baseUrl);
  const head: XmlPiece[] = [];
  const tail: XmlPiece[] = [];
  let body = head;
  for (const child of mpd.element.children) {
    if (isDropped(child, window)) continue;
    if (child.localName === 'Period') body = tail;
    if (child.localName !== 'UTCTiming') {
      if (child.localName !== 'Period') body.push(child);
    } else if (isClockKept(child, values)) body.push(absoluteClock(child, resolve));
  }
  const infos = head.filter((piece) => typeof piece !== 'string' && isInfo(piece));
  const others = head.filter((piece) => typeof piece === 'string' || !isInfo(piece));
  const root = withAttributes(mpd.element, attributesOf(window, values));
  const all = [
    ...infos,
    gap('location'),
    ...others,
    gap('periods'),
    ...tail,
    ...clockPiece(window, values),
  ];
  return (mpd.document.prolog + writeElement(withChildren(root, all))).split(MARK);
}

/** Comes before Location (ISO/IEC 23009-1 5.3.1.3). */
function isInfo({ localName }: XmlElement): boolean {
  return localName === 'ProgramInformation';
}

const frames = new WeakMap<DashWindow, Map<string, readonly string[]>>();

/**
 * Text of the MPD with gaps, once for each window and set of values; sessions differ in the gaps `publishTime`,
 * `location` (with PatchLocation) and `periods`.
 */
export function mpdFrame(window: DashWindow, values: FrameValues): readonly string[] {
  const known = frames.get(window) ?? new Map<string, readonly string[]>();
  frames.set(window, known);
  const key = Object.values(values).join('|');
  const frame = known.get(key) ?? pieces(window, values);
  known.set(key, frame);
  return frame;
}

export function framed(
  frame: readonly string[],
  values: {
    readonly publishTimeMs: number;
    readonly sessionUrl: string;
    /** PatchLocation, or ''. */
    readonly patch: string;
    readonly periods: string;
  },
): string {
  return filled(frame, (name) => {
    if (name === 'publishTime') return formatDateTime(values.publishTimeMs);
    if (name === 'location')
      return writeElement(element('Location', {}, [values.sessionUrl])) + values.patch;
    return values.periods;
  });
}
