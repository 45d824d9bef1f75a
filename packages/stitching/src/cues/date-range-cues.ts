// EXT-X-DATERANGE with SCTE35-OUT, -IN or -CMD (RFC 8216 4.3.2.7.1). Its time is the START-DATE, not
// the segment that happens to carry it: it may announce a break, or stand at the window's head for all
// that are running.
import { type AttributeList, parseAttributeList, parseDateTime, type Tag } from '@interlude/hls';
import { readSeconds, type Spelling } from './hls-dialects.ts';

export interface DateRangeSpelling extends Spelling {
  /** Epoch ms on the source's own dates; undefined = where the tag stands. */
  readonly dateMs: number | undefined;
}

function dateOf(attributes: AttributeList, name: string): number | undefined {
  const ms = parseDateTime(attributes.get(name) ?? '');
  return Number.isNaN(ms) ? undefined : ms;
}

/** Real duration, else what the two dates say, else the planned one; seconds. */
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

/** Reads the SCTE-35 date ranges of one playlist; the later tags of an ID lack its START-DATE. */
export class DateRangeReader {
  readonly #starts = new Map<string, number>();

  read(tag: Tag): DateRangeSpelling[] {
    if (!tag.value.includes('SCTE35-')) return [];
    const attributes = parseAttributeList(tag.value);
    const id = attributes.get('ID');
    const ownStartMs = dateOf(attributes, 'START-DATE');
    const knownStartMs = this.#starts.get(id ?? '');
    if (id !== undefined && ownStartMs !== undefined && knownStartMs === undefined)
      this.#starts.set(id, ownStartMs);
    const startMs = ownStartMs ?? knownStartMs;
    const durationSeconds = durationOf(attributes) || undefined;
    const found: DateRangeSpelling[] = [];
    const out = attributes.get('SCTE35-OUT');
    const back = attributes.get('SCTE35-IN');
    const command = attributes.get('SCTE35-CMD');
    if (out !== undefined)
      found.push({ kind: 'out', id, durationSeconds, payload: out, dateMs: startMs });
    if (back !== undefined)
      found.push({
        kind: 'in',
        id,
        payload: back,
        dateMs: this.#endOf(attributes, startMs, knownStartMs),
      });
    if (command !== undefined)
      found.push({ kind: undefined, id, durationSeconds, payload: command, dateMs: ownStartMs });
    return found;
  }

  /** Where a return is: END-DATE, start and DURATION, or a START-DATE that is not the break's own. */
  #endOf(
    attributes: AttributeList,
    startMs: number | undefined,
    knownStartMs: number | undefined,
  ): number | undefined {
    const endMs = dateOf(attributes, 'END-DATE');
    if (endMs !== undefined) return endMs;
    const seconds = readSeconds(attributes.get('DURATION'));
    if (seconds !== undefined && startMs !== undefined) return startMs + seconds * 1000;
    return startMs === knownStartMs || attributes.has('SCTE35-OUT') ? undefined : startMs;
  }
}
