/** Judges the decoded media on both sides of a splice (T17 to T22). */
import type { FindingOwner } from '@interlude/contract';
import { type Found, foundBy } from '../findings/found.ts';
import type { MonitorRuleId } from '../rules/monitor-rules.ts';
import type { Splice, SplicedMedia } from './find-splices.ts';

/** Measurements of one decoded side; decoding starts processes, which a package does not. */
export interface HeardSide {
  readonly picture:
    | {
        readonly seconds: number;
        readonly blackSeconds: number;
        readonly frozenSeconds: number;
        readonly startSeconds: number;
      }
    | undefined;
  readonly sound:
    | {
        readonly seconds: number;
        readonly silentSeconds: number;
        readonly silentAtStart: number;
        readonly silentAtEnd: number;
        readonly loudness: number | null;
        readonly startSeconds: number;
      }
    | undefined;
}

export interface JudgedSide {
  /** Undefined = it was not decoded. */
  readonly heard: HeardSide | undefined;
  /** Why the media cannot be decoded, where that is their fault: a sentence; empty = no fault of theirs. */
  readonly fault: string;
  /** Host that served the segment. */
  readonly host: string;
}

export interface JudgedSplice {
  readonly splice: Splice;
  readonly rendition: string;
  readonly before: JudgedSide;
  readonly after: JudgedSide;
  /** LUFS of the programme; null = not known. */
  readonly programmeLoudness: number | null;
}

/** Findings of one side. Looks at one asset are counted in one view, before and after a splice. */
export interface SideFindings {
  readonly side: 'before' | 'after';
  /** The view of the look, by asset: `splice ad abc`. */
  readonly view: string;
  readonly found: readonly Found[];
}

/** Above these a viewer notices: programmes fade to black before breaks, creatives begin with a few black frames. */
export const spliceThresholds = {
  blackSeconds: 1.5,
  frozenSeconds: 1.5,
  silentSeconds: 0.5,
  /** ITU-R BT.1359-1: sound that is 45 ms early is noticed. */
  offsetMs: 45,
  /** LU: two seconds of each are compared, not the whole of both. */
  louderLu: 4,
} as const;

const nameOf = ({ kind, ad }: SplicedMedia) =>
  kind === 'ad' ? `ad ${ad}` : kind === 'slate' ? 'slate' : 'the programme';

function blameOf({ kind, ad }: SplicedMedia, host: string): { owner: FindingOwner; cause: string } {
  if (kind === 'ad') return { owner: 'creative', cause: `creative ${ad}` };
  if (kind === 'slate') return { owner: 'platform', cause: 'platform slate' };
  return { owner: 'source', cause: `source ${host}` };
}

const tenths = (value: number) => value.toFixed(1);

/**
 * Start of the sound of a segment after that of its picture.
 * @returns ms; null when one of them is not known
 */
export function offsetMsOf({ picture, sound }: HeardSide): number | null {
  if (picture === undefined || sound === undefined) return null;
  return Math.round((sound.startSeconds - picture.startSeconds) * 1000);
}

type Breach = readonly [rule: MonitorRuleId, detail: string];

interface SideOf {
  readonly media: SplicedMedia;
  readonly side: 'before' | 'after';
  readonly heard: HeardSide;
  /** Seconds of silence next to the splice on its other side. */
  readonly silentBeyond: number;
  readonly programmeLoudness: number | null;
}

/** T17, T18. A slate may be still, black and silent: the operator has chosen it. */
function* pictureBreaches({ media, side, heard }: SideOf): Generator<Breach> {
  const { picture } = heard;
  if (picture === undefined || media.kind === 'slate') return;
  const { blackSeconds, frozenSeconds } = picture;
  const name = nameOf(media);
  if (blackSeconds >= spliceThresholds.blackSeconds) {
    yield ['T17', `the picture of ${name} is black for ${tenths(blackSeconds)} s`];
    return;
  }
  // Ads end with a packshot, a still of the product.
  const isPackshot = media.kind === 'ad' && side === 'before';
  if (frozenSeconds >= spliceThresholds.frozenSeconds && !isPackshot)
    yield ['T18', `the picture of ${name} stands still for ${tenths(frozenSeconds)} s`];
}

function* soundBreaches(of: SideOf): Generator<Breach> {
  const { media, side, heard, silentBeyond, programmeLoudness } = of;
  const { sound } = heard;
  if (sound === undefined || media.kind === 'slate') return;
  const name = nameOf(media);
  const next = side === 'before' ? sound.silentAtEnd : sound.silentAtStart;
  // Silence that spans the splice counts against the side with the longer part.
  const across = next >= silentBeyond ? next + silentBeyond : 0;
  const silent = Math.max(sound.silentSeconds, across);
  if (silent > spliceThresholds.silentSeconds)
    yield ['T19', `the sound of ${name} is silent for ${tenths(silent)} s`];
  const { loudness } = sound;
  if (media.kind !== 'ad' || loudness === null || programmeLoudness === null) return;
  const louder = loudness - programmeLoudness;
  if (louder > spliceThresholds.louderLu)
    yield [
      'T21',
      `${name} has ${tenths(loudness)} LUFS, ${tenths(louder)} LU more than the programme`,
    ];
}

/** T20. Content keeps the timeline of the source, in which segments of tracks need not begin together. */
function* offsetBreaches({ media, side, heard }: SideOf): Generator<Breach> {
  const offsetMs = offsetMsOf(heard);
  if (media.kind === 'content' || side === 'before' || offsetMs === null) return;
  if (Math.abs(offsetMs) <= spliceThresholds.offsetMs) return;
  const when = offsetMs > 0 ? 'after' : 'before';
  yield [
    'T20',
    `the sound of ${nameOf(media)} begins ${Math.abs(offsetMs)} ms ${when} its picture`,
  ];
}

function breachesOf(side: JudgedSide, of: Omit<SideOf, 'heard'>): Breach[] {
  const { heard, fault } = side;
  if (fault !== '') return [['T22', `${nameOf(of.media)} cannot be decoded: ${fault}`]];
  if (heard === undefined) return [];
  const whole = { ...of, heard };
  return [...pictureBreaches(whole), ...soundBreaches(whole), ...offsetBreaches(whole)];
}

/**
 * Judges both sides of a splice.
 * @returns an entry for each side that was decoded or cannot be, also without findings: such a look closes open ones
 */
export function judgeSplice(judged: JudgedSplice): SideFindings[] {
  const { splice, rendition, programmeLoudness } = judged;
  const isSlate = { before: splice.before.kind === 'slate', after: splice.after.kind === 'slate' };
  const silent = {
    before: isSlate.before ? 0 : (judged.before.heard?.sound?.silentAtEnd ?? 0),
    after: isSlate.after ? 0 : (judged.after.heard?.sound?.silentAtStart ?? 0),
  };
  return (['before', 'after'] as const).flatMap((name): SideFindings[] => {
    const side = judged[name];
    if (side.heard === undefined && side.fault === '') return [];
    const media = splice[name];
    const silentBeyond = silent[name === 'before' ? 'after' : 'before'];
    const breaches = breachesOf(side, { media, side: name, silentBeyond, programmeLoudness });
    const found = breaches.map(([rule, detail]) =>
      foundBy(rule, {
        ...{ lane: 'output', detail, atMs: splice.atMs, rendition },
        ...blameOf(media, side.host),
      }),
    );
    return [{ side: name, view: `splice ${nameOf(media)}`, found }];
  });
}
