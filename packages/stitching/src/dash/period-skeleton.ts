// A source Period as outputs print it, with gaps for what differs between its parts:
// rendered once for all sessions and parts.
import {
  element,
  withAttributes,
  withChildren,
  writeElement,
  type XmlElement,
  type XmlPiece,
} from '@interlude/dash';
import type { DashSet, DashSourcePeriod } from '../dash-source/dash-window.ts';
import { isCaptions, isListedSet, type ListedTracks } from './listed-tracks.ts';
import { type LocationRewrite, rewritten } from './track-text.ts';

export interface SkeletonOptions {
  readonly tracks: ListedTracks;
  readonly rewrite: LocationRewrite | undefined;
}

/** Literal text and, at odd places, names of gaps. */
type Pieces = readonly string[];

export interface SetSkeleton {
  readonly set: DashSet;
  /** Gaps: `joint` (continuity descriptors), `0`, `1`, … (addressing of that track of the period). */
  readonly pieces: Pieces;
  /** Continuity that the source itself claims, as XML text. */
  readonly joint: string;
  /** Whether continuity descriptors can name another Period's set: both need an id. */
  readonly hasId: boolean;
}

export interface PeriodSkeleton {
  /** Gaps: `id`, `start`, `events`, `set0`, `set1`, … */
  readonly pieces: Pieces;
  readonly sets: readonly SetSkeleton[];
}

/** Mark of gaps, from the private use area: no source has it in its MPD. */
const MARK = '\uE0F7';
const gap = (name: string) => MARK + name + MARK;

const ADDRESSING: ReadonlySet<string> = new Set(['SegmentTemplate', 'SegmentList', 'SegmentBase']);
const CONTINUITY = /^urn:mpeg:dash:period-(?:continuity|connectivity):2015$/;
/** Children that come before SupplementalProperty (ISO/IEC 23009-1 5.3.7.3). */
const BEFORE_PROPERTIES: ReadonlySet<string> = new Set([
  'FramePacking',
  'AudioChannelConfiguration',
  'ContentProtection',
  'OutputProtection',
  'EssentialProperty',
]);

function isContinuity(child: XmlElement): boolean {
  return CONTINUITY.test(child.attribute('schemeIdUri')?.trim() ?? '');
}

/** Outputs list whole segments only; and absolute addresses may be replaced. */
function baseUrl(child: XmlElement, rewrite: LocationRewrite | undefined): XmlElement {
  const plain = withAttributes(child, {
    availabilityTimeOffset: undefined,
    availabilityTimeComplete: undefined,
  });
  const address = rewritten(child.text, rewrite);
  return address === child.text ? plain : withChildren(plain, [address]);
}

function innerPieces(parent: XmlElement, { rewrite, tracks }: SkeletonOptions): XmlPiece[] {
  return parent.children
    .filter((child) => !ADDRESSING.has(child.localName) && !isContinuity(child))
    .filter((child) => tracks.closedCaptions || !isCaptions(child))
    .map((child) => (child.localName === 'BaseURL' ? baseUrl(child, rewrite) : child));
}

function representation(
  child: XmlElement,
  track: number | undefined,
  options: SkeletonOptions,
): XmlElement {
  const pieces = innerPieces(child, options);
  if (track === undefined && pieces.every((piece, index) => piece === child.children[index]))
    if (pieces.length === child.children.length) return child;
  return withChildren(child, track === undefined ? pieces : [...pieces, gap(String(track))]);
}

function setSkeleton(dashSet: DashSet, options: SkeletonOptions): SetSkeleton {
  const { set, trackOf } = dashSet;
  const [first] = trackOf;
  const isCommon = trackOf.every((track) => track === first);
  const pieces: XmlPiece[] = [];
  let representations = 0;
  let hasJoint = false;
  for (const child of innerPieces(set.element, options)) {
    if (typeof child === 'string') continue;
    if (!hasJoint && !BEFORE_PROPERTIES.has(child.localName)) {
      pieces.push(gap('joint'));
      hasJoint = true;
    }
    if (child.localName !== 'Representation') {
      pieces.push(child);
      continue;
    }
    if (representations === 0 && isCommon) pieces.push(gap(String(first)));
    pieces.push(representation(child, isCommon ? undefined : trackOf[representations], options));
    representations++;
  }
  const claims = set.element.children.filter(isContinuity);
  return {
    set: dashSet,
    pieces: writeElement(withChildren(set.element, pieces)).split(MARK),
    joint: claims.map(writeElement).join(''),
    hasId: set.id !== undefined,
  };
}

function isKept({ set }: DashSet, { tracks }: SkeletonOptions): boolean {
  return set.xlinkHref === undefined && isListedSet(set, tracks);
}

export function periodSkeleton(period: DashSourcePeriod, options: SkeletonOptions): PeriodSkeleton {
  const { rewrite } = options;
  const sets = period.sets
    .filter((set) => isKept(set, options))
    .map((set) => setSkeleton(set, options));
  const pieces: XmlPiece[] = period.baseUrls.map(({ url, serviceLocation }) =>
    element('BaseURL', { serviceLocation }, [rewritten(url, rewrite)]),
  );
  let hasEvents = false;
  for (const child of period.element.children) {
    if (ADDRESSING.has(child.localName) || child.localName === 'BaseURL') continue;
    if (child.localName === 'EventStream') {
      if (!hasEvents) pieces.push(gap('events'));
      hasEvents = true;
    } else if (child.localName === 'AdaptationSet') {
      const index = sets.findIndex(({ set }) => set.set.element === child);
      if (index >= 0) pieces.push(gap(`set${index}`));
    } else pieces.push(child);
  }
  const start = withAttributes(period.element, {
    id: gap('id'),
    start: gap('start'),
    duration: undefined,
    'xlink:href': undefined,
    'xlink:actuate': undefined,
  });
  return { pieces: writeElement(withChildren(start, pieces)).split(MARK), sets };
}

/** The text with its gaps filled. */
export function filled(pieces: Pieces, fill: (name: string) => string): string {
  let text = '';
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index] ?? '';
    text += index % 2 === 0 ? piece : fill(piece);
  }
  return text;
}
