// EXT-X-DATERANGE with SCTE35-OUT, -IN or -CMD (RFC 8216 4.3.2.7.1), and tags that end such a range. The time of a
// cue is the START-DATE, not the segment that carries the tag: the tag may announce a break, or be listed at the
// window's head for a running one. A return in the range of its break is at the end of that range; a return in a
// range of its own is at the start of it.
import { type AttributeList, parseAttributeList, parseDateTime, type Tag } from '@interlude/hls';
import { readSeconds, type Spelling } from './hls-dialects.ts';

export interface DateRangeSpelling extends Spelling {
  /** Epoch ms on the source's own dates; undefined = where the tag stands. */
  readonly dateMs: number | undefined;
  readonly rangeId: string | undefined;
  /** See `Cue.rangeEndMs`; epoch ms on the source's own dates. */
  readonly rangeEndDateMs?: number | undefined;
  /** See `Cue.endsRange`. */
  readonly endsRange?: true | undefined;
}

function dateOf(attributes: AttributeList, name: string): number | undefined {
  const ms = parseDateTime(attributes.get(name) ?? '');
  return Number.isNaN(ms) ? undefined : ms;
}

/** Duration of a range, seconds: DURATION, else END-DATE minus START-DATE, else PLANNED-DURATION. */
function durationOf(attributes: AttributeList): number | undefined {
  const startMs = dateOf(attributes, 'START-DATE');
  const endMs = dateOf(attributes, 'END-DATE');
  const between =
    startMs === undefined || endMs === undefined ? undefined : (endMs - startMs) / 1000;
  return (
    readSeconds(attributes.get('DURATION')) ??
    between ??
    readSeconds(attributes.get('PLANNED-DURATION'))
  );
}

/** End of a range, epoch ms: END-DATE, else its start plus DURATION. */
function endOf(attributes: AttributeList, startMs: number | undefined): number | undefined {
  const endMs = dateOf(attributes, 'END-DATE');
  if (endMs !== undefined) return endMs;
  const seconds = readSeconds(attributes.get('DURATION'));
  return seconds === undefined || startMs === undefined ? undefined : startMs + seconds * 1000;
}

/** Reads the date ranges of one playlist; the later tags of an ID may lack its START-DATE. */
export class DateRangeReader {
  readonly #starts = new Map<string, number>();

  read(tag: Tag): DateRangeSpelling[] {
    const attributes = parseAttributeList(tag.value);
    const rangeId = attributes.get('ID');
    if (!tag.value.includes('SCTE35-')) return this.#readEnd(attributes, rangeId);
    const ownStartMs = dateOf(attributes, 'START-DATE');
    const knownStartMs = this.#starts.get(rangeId ?? '');
    if (rangeId !== undefined && ownStartMs !== undefined && knownStartMs === undefined)
      this.#starts.set(rangeId, ownStartMs);
    const startMs = ownStartMs ?? knownStartMs;
    const base = { id: rangeId, rangeId, durationSeconds: durationOf(attributes) || undefined };
    const found: DateRangeSpelling[] = [];
    const out = attributes.get('SCTE35-OUT');
    const back = attributes.get('SCTE35-IN');
    const command = attributes.get('SCTE35-CMD');
    if (out !== undefined) found.push({ ...base, kind: 'out', payload: out, dateMs: startMs });
    if (back !== undefined) {
      const isPair = out !== undefined || ownStartMs === undefined || ownStartMs === knownStartMs;
      const endMs = endOf(attributes, startMs);
      const at = isPair ? { dateMs: endMs } : { dateMs: ownStartMs, rangeEndDateMs: endMs };
      found.push({ kind: 'in', id: rangeId, rangeId, payload: back, ...at });
    }
    if (command !== undefined)
      found.push({ ...base, kind: undefined, payload: command, dateMs: ownStartMs });
    return found;
  }

  /**
   * Tags of one ID are one range: a later one may say where it ends without repeating its SCTE-35 attribute.
   * @see RFC 8216 §4.3.2.7
   */
  #readEnd(attributes: AttributeList, rangeId: string | undefined): DateRangeSpelling[] {
    if (rangeId === undefined) return [];
    const startMs = dateOf(attributes, 'START-DATE') ?? this.#starts.get(rangeId);
    const dateMs = endOf(attributes, startMs);
    return dateMs === undefined ? [] : [{ kind: 'in', rangeId, dateMs, endsRange: true }];
  }
}
