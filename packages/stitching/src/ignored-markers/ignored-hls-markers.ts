import { type MediaPlaylist, type Tag, taggedSegments } from '@interlude/hls';
import { DateRangeReader } from '../cues/date-range-cues.ts';
import { HLS_DIALECTS, type Spelling } from '../cues/hls-dialects.ts';
import { readPayload, type SegmentationConfiguration } from '../cues/segmentation-rules.ts';
import { type IgnoredMarker, MAX_IGNORED, reasonOfPayload, reasons } from './ignored-markers.ts';

const MARKERS: ReadonlySet<string> = new Set(['EXT-X-DATERANGE', ...HLS_DIALECTS.keys()]);

/** Tags of one family signal breaks in the same way; DATERANGE is one of its own. */
function familyOf(tag: string): string | undefined {
  const name = tag.trim().replace(/^#/, '').toUpperCase();
  return name === 'EXT-X-DATERANGE' ? 'daterange' : HLS_DIALECTS.get(name)?.family;
}

class Reader {
  readonly found: IgnoredMarker[] = [];
  readonly #configuration: SegmentationConfiguration;
  readonly #sourceTag: string | undefined;
  readonly #dateRanges = new DateRangeReader();

  constructor(configuration: SegmentationConfiguration, sourceTag: string | undefined) {
    this.#configuration = configuration;
    this.#sourceTag = sourceTag;
  }

  read(tag: Tag, atMs: number): void {
    const isMarker = tag.name !== 'EXT-X-DATERANGE' || tag.value.includes('SCTE35-');
    if (!MARKERS.has(tag.name) || !isMarker || this.found.length >= MAX_IGNORED) return;
    const reason = this.#isChosen(tag.name)
      ? this.#reasonOf(tag)
      : reasons.notChosen(this.#sourceTag);
    if (reason !== undefined) this.found.push({ dialect: tag.name, atMs, reason });
  }

  #isChosen(name: string): boolean {
    const named = this.#configuration.fallbackSourceTags.some((tag) => familyOf(tag) !== undefined);
    return (
      !named || (this.#sourceTag !== undefined && familyOf(this.#sourceTag) === familyOf(name))
    );
  }

  #reasonOf(tag: Tag): string | undefined {
    if (tag.name === 'EXT-X-DATERANGE') {
      const spellings = this.#dateRanges.read(tag);
      const reasons = spellings.map((spelling) => this.#reasonOfSpelling(spelling));
      return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
    }
    const spelling = HLS_DIALECTS.get(tag.name)?.read(tag.value);
    return spelling === undefined ? 'Its TYPE is not known.' : this.#reasonOfSpelling(spelling);
  }

  /** A kind that the tag names counts unless `spliceMode` excludes its command; else the payload decides. */
  #reasonOfSpelling({ kind, payload }: Spelling): string | undefined {
    if (payload === undefined) return kind === undefined ? reasons.empty : undefined;
    const reading = readPayload(payload, this.#configuration);
    const configuration = reading?.configuration ?? this.#configuration;
    if (kind === undefined) return reasonOfPayload(reading, configuration);
    const speaks = reading !== undefined && reading.command !== 'other';
    const { spliceMode } = configuration;
    const isOff = speaks && spliceMode !== 'both' && spliceMode !== 'tags';
    return isOff && spliceMode !== reading.command
      ? reasonOfPayload(reading, configuration)
      : undefined;
  }
}

/**
 * Markers of a media playlist that neither start nor end a break.
 * @param times as `findHlsCues` takes them
 * @param sourceTag the tag that `chooseSourceTag` chose
 * @returns place, tag and reason of each, at most 500
 * @see RFC 8216 §4.3.2.7.1; rule SCTE-S7
 */
export function ignoredHlsMarkers(
  playlist: MediaPlaylist,
  times: ArrayLike<number>,
  configuration: SegmentationConfiguration,
  sourceTag: string | undefined,
): IgnoredMarker[] {
  const reader = new Reader(configuration, sourceTag);
  const { segments, headerTags, trailerTags } = playlist;
  const startOf = (index: number) => times[index] ?? Number.NaN;
  for (const tag of headerTags) reader.read(tag, startOf(0));
  for (const index of taggedSegments(playlist, MARKERS)) {
    for (const tag of segments[index]?.tags ?? []) reader.read(tag, startOf(index));
  }
  const last = segments.length - 1;
  const edgeMs = startOf(last) + (segments[last]?.durationSeconds ?? 0) * 1000;
  for (const tag of trailerTags) reader.read(tag, edgeMs);
  return reader.found.filter(({ atMs }) => !Number.isNaN(atMs));
}
