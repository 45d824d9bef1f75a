/** The markers of ad breaks at a segment of an HLS playlist, in all dialects that sources write. */
import { parseAttributeList, parseDateTime, type Segment, type Tag } from '@interlude/hls';

export type MarkerKind = 'out' | 'cont' | 'in';

export interface HlsMarker {
  readonly kind: MarkerKind;
  /** The tag as the playlist has it, at most 200 characters. */
  readonly text: string;
  /** Announced duration of the break, ms; undefined = not stated. */
  readonly durationMs: number | undefined;
  /** Stated by the marker itself, epoch ms; undefined = the start of its segment. */
  readonly atMs: number | undefined;
}

const maxText = 200;

const seconds = (text: string | undefined): number | undefined => {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) && value > 0 ? value * 1000 : undefined;
};

function dateOf(text: string | undefined): number | undefined {
  const ms = parseDateTime(text ?? '');
  return Number.isNaN(ms) ? undefined : ms;
}

function cueOutDuration(value: string): number | undefined {
  return seconds(/^[\d.]/.test(value) ? value : parseAttributeList(value).get('DURATION'));
}

function dateRange(tag: Tag): Omit<HlsMarker, 'text'> | undefined {
  const attributes = parseAttributeList(tag.value);
  const isOut = attributes.get('SCTE35-OUT') !== undefined;
  const isIn = attributes.get('SCTE35-IN') !== undefined;
  if (!isOut && !isIn) return undefined;
  const durationMs =
    seconds(attributes.get('DURATION')) ?? seconds(attributes.get('PLANNED-DURATION'));
  // A date range with SCTE35-IN ends a break, at its END-DATE: the tag may be at an earlier segment.
  return isOut && !isIn
    ? { kind: 'out', durationMs, atMs: dateOf(attributes.get('START-DATE')) }
    : { kind: 'in', durationMs: undefined, atMs: dateOf(attributes.get('END-DATE')) };
}

function markerOf(tag: Tag): Omit<HlsMarker, 'text'> | undefined {
  const { name, value } = tag;
  const plain = { durationMs: undefined, atMs: undefined };
  if (name === 'EXT-X-CUE-OUT')
    return { kind: 'out', durationMs: cueOutDuration(value), atMs: undefined };
  if (name === 'EXT-X-CUE-OUT-CONT') return { ...plain, kind: 'cont' };
  if (name === 'EXT-X-CUE-IN') return { ...plain, kind: 'in' };
  if (name === 'EXT-X-DATERANGE') return dateRange(tag);
  if (name !== 'EXT-X-SCTE35') return undefined;
  const attributes = parseAttributeList(value);
  const cueOut = attributes.get('CUE-OUT');
  if (attributes.get('CUE-IN') === 'YES') return { ...plain, kind: 'in' };
  if (cueOut === 'CONT') return { ...plain, kind: 'cont' };
  return cueOut === 'YES'
    ? { kind: 'out', durationMs: seconds(attributes.get('DURATION')), atMs: undefined }
    : undefined;
}

/** In the order of the playlist. EXT-OATCLS-SCTE35 states no direction and comes with a cue tag: it is skipped. */
export function hlsMarkers({ tags }: Pick<Segment, 'tags'>): HlsMarker[] {
  return tags.flatMap((tag) => {
    const marker = markerOf(tag);
    const text = `#${tag.name}${tag.value === '' ? '' : `:${tag.value}`}`.slice(0, maxText);
    return marker === undefined ? [] : [{ ...marker, text }];
  });
}
