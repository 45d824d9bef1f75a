// Items of a playlist as the periods of one static MPD, with addresses of their own.
import {
  element,
  formatDuration,
  type Mpd,
  parseMpd,
  withAttributes,
  withChildren,
  writeMpd,
  type XmlElement,
} from '@interlude/dash';
import { uriResolver } from '../source/resolve-uri.ts';
import { stitchVodMpd } from '../vod/stitch-vod-mpd.ts';

export interface MpdPart {
  readonly mpd: Mpd;
  /** Address of the MPD after redirects. */
  readonly baseUrl: string;
  /** ms of the joined asset. */
  readonly startMs: number;
  /** Duration that is played of it, ms. */
  readonly playedMs: number;
}

/** All tracks are kept: outputs of a channel leave out those that it does not list. */
const EVERY_TRACK = { iFrames: true, subtitles: true, closedCaptions: true } as const;

const isNamespace = (name: string) => name.startsWith('xmlns:');

/** The MPD as far as it is played, with an absolute base. */
function cutMpd({ mpd, baseUrl, playedMs }: MpdPart): Mpd | undefined {
  const plan = { contentMs: playedMs, breaks: [], durationMs: playedMs };
  const text = stitchVodMpd({
    mpd,
    baseUrl,
    plan,
    adBaseUrl: () => '',
    includeDashEvents: true,
    includeMediaTracks: EVERY_TRACK,
  });
  return parseMpd(text).mpd;
}

/** The Period with an absolute base: the level above it belongs to another item. */
function withBase(period: XmlElement, base: string): XmlElement {
  const own = period.childrenNamed('BaseURL');
  if (own.length === 0)
    return withChildren(period, [element('BaseURL', {}, [base]), ...period.children]);
  const resolve = uriResolver(base);
  return withChildren(
    period,
    period.children.map((child) =>
      own.includes(child) ? withChildren(child, [resolve(child.text.trim())]) : child,
    ),
  );
}

function periodsOf(cut: Mpd, startMs: number, index: number): XmlElement[] {
  const base = cut.baseUrls[0]?.url ?? '';
  const names = [...cut.element.attributes].filter(([name]) => isNamespace(name));
  return cut.periods.map((period, place) => {
    const changes = {
      ...Object.fromEntries(names),
      id: `${index}-${period.id ?? place}`,
      start: formatDuration(startMs + period.startMs),
    };
    return withBase(withAttributes(period.element, changes), base);
  });
}

const DROPPED: ReadonlySet<string> = new Set(['BaseURL', 'Period']);

/**
 * Joins the items of a playlist.
 * @returns one static MPD with the Periods of all parts in a row; undefined when there is nothing to play
 * @see ISO/IEC 23009-1 §5.3.2; rule D20
 */
export function joinMpds(parts: readonly MpdPart[]): Mpd | undefined {
  const cuts = parts.map((part) => cutMpd(part));
  const [first] = cuts;
  if (first === undefined) return undefined;
  const periods = cuts.flatMap((cut, index) =>
    cut === undefined ? [] : periodsOf(cut, parts[index]?.startMs ?? 0, index + 1),
  );
  const longestMs = Math.max(0, ...cuts.map((cut) => cut?.maxSegmentDurationMs ?? 0));
  const last = parts.at(-1);
  const durationMs = last === undefined ? 0 : last.startMs + last.playedMs;
  const root = withAttributes(first.element, {
    mediaPresentationDuration: formatDuration(durationMs),
    ...(longestMs > 0 && { maxSegmentDuration: formatDuration(longestMs) }),
  });
  const head = first.element.children.filter(({ localName }) => !DROPPED.has(localName));
  return parseMpd(writeMpd(first, withChildren(root, [...head, ...periods]))).mpd;
}
