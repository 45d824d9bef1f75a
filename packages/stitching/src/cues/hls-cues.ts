// All markers of a media playlist as cues on the source clock: dialects are read, payloads decoded, times set, and cues
// of several dialects at one place joined.
import {
  type MediaPlaylist,
  parseAttributeList,
  programDateTimes,
  type Tag,
  taggedSegments,
} from '@interlude/hls';
import { STITCHING_LIMITS } from '../limits.ts';
import type { Cue } from './cue.ts';
import { DateRangeReader } from './date-range-cues.ts';
import { type DialectFamily, HLS_DIALECTS, type Spelling } from './hls-dialects.ts';
import { areTwoEvents } from './nested-starts.ts';
import { boundaryAtOrAfter } from './segment-boundary.ts';
import {
  type ConfigurationOf,
  isCommandUsed,
  type PayloadReading,
  readPayload,
  type SegmentationConfiguration,
} from './segmentation-rules.ts';

/** Place of a tag: the start of a segment, or the edge after the last one. */
interface Place {
  readonly atMs: number;
  readonly msn: number;
  /** Source clock minus the source's own dates, ms; NaN without dates. */
  readonly clockOffsetMs: number;
}

const UPLYNK = /^#UPLYNK-SEGMENT:[^,\n]*,[^,\n]*,\s*(\w+)/m;

/** Whether the source has Uplynk comments, which precede every segment. */
function hasUplynk({ segments }: MediaPlaylist): boolean {
  return segments.at(-1)?.text.includes('#UPLYNK-SEGMENT:') ?? false;
}

class CueFinder {
  readonly cues: Cue[] = [];
  readonly #configuration: SegmentationConfiguration;
  readonly #configurationOf: ConfigurationOf | undefined;
  readonly #families: ReadonlySet<string> | undefined;
  readonly #dateRanges = new DateRangeReader();
  readonly #boundaries: readonly number[];
  #inUplynkAd = false;
  readonly #payloads = new Map<string, PayloadReading | undefined>();
  /** Cues by kind and time, each with its index in `cues`. */
  readonly #together = new Map<string, Map<number, Cue>>();

  constructor(
    configuration: SegmentationConfiguration,
    options: CueOptions,
    boundaries: readonly number[],
  ) {
    this.#configuration = configuration;
    this.#configurationOf = options.configurationOf;
    this.#families = chosenFamily(configuration.fallbackSourceTags, options.sourceTag);
    this.#boundaries = boundaries;
  }

  /** Reads the tags of one place in order. */
  readTags(tags: readonly Tag[], place: Place): void {
    if (Number.isNaN(place.atMs)) return;
    const found: Cue[] = [];
    for (const tag of tags) {
      if (tag.name === 'EXT-X-DATERANGE') this.#readDateRange(tag, place, found);
      else this.#readDialect(tag, place, found);
    }
    const asset = tags.find((tag) => tag.name === 'EXT-X-ASSET');
    const contentId = asset && parseAttributeList(asset.value).get('CAID');
    for (const cue of found) this.#add(contentId === undefined ? cue : { ...cue, contentId });
  }

  /** `#UPLYNK-SEGMENT:<asset>,<number>,ad`: a comment before each segment; only its changes are markers. */
  readUplynk(text: string, { atMs, msn }: Place): void {
    const dialect = 'UPLYNK-SEGMENT';
    const kind = UPLYNK.exec(text)?.[1]?.toLowerCase();
    if (kind === undefined || this.#families !== undefined || Number.isNaN(atMs)) return;
    const isAd = kind === 'ad';
    if (isAd !== this.#inUplynkAd) this.#add({ kind: isAd ? 'out' : 'in', atMs, msn, dialect });
    this.#inUplynkAd = isAd;
  }

  #readDialect(tag: Tag, place: Place, found: Cue[]): void {
    const dialect = HLS_DIALECTS.get(tag.name);
    if (dialect === undefined || this.#families?.has(dialect.family) === false) return;
    const spelling = dialect.read(tag.value);
    if (spelling !== undefined) this.#interpret(tag.name, spelling, place.atMs, place, found);
  }

  #readDateRange(tag: Tag, place: Place, found: Cue[]): void {
    if (this.#families?.has('daterange') === false) return;
    const timeOf = (dateMs: number | undefined) => {
      const sourceMs = (dateMs ?? Number.NaN) + place.clockOffsetMs;
      return Number.isNaN(sourceMs) ? undefined : boundaryAtOrAfter(sourceMs, this.#boundaries);
    };
    for (const spelling of this.#dateRanges.read(tag)) {
      const { rangeId, rangeEndDateMs, endsRange } = spelling;
      const datedMs = timeOf(spelling.dateMs);
      if (datedMs === undefined && endsRange) continue;
      const atMs = datedMs ?? place.atMs;
      const cues: Cue[] = [];
      this.#interpret(tag.name, spelling, atMs, place, cues);
      for (const cue of cues)
        found.push({ ...cue, rangeId, rangeEndMs: timeOf(rangeEndDateMs), endsRange });
    }
  }

  #payload(text: string): PayloadReading | undefined {
    if (!this.#payloads.has(text))
      this.#payloads.set(text, readPayload(text, this.#configuration, this.#configurationOf));
    return this.#payloads.get(text);
  }

  /** A kind that the tag names (out, cont, in) counts, and its payload adds the event id; else the payload decides. */
  #interpret(dialect: string, spelling: Spelling, atMs: number, place: Place, found: Cue[]): void {
    const { payload } = spelling;
    const reading = payload === undefined ? undefined : this.#payload(payload);
    const used = reading !== undefined && isCommandUsed(reading.command, reading.configuration);
    const base = { atMs, msn: place.msn, dialect, scte35: payload };
    if (spelling.kind === undefined) {
      for (const signal of used ? reading.signals : [])
        found.push({
          ...base,
          ...signal,
          durationSeconds: spelling.durationSeconds ?? signal.durationSeconds,
        });
      return;
    }
    const excluded = reading !== undefined && reading.command !== 'other' && !used;
    if (excluded && reading.configuration.spliceMode !== 'tags') return;
    const wanted = spelling.kind === 'in' ? 'in' : 'out';
    const signal = reading?.signals.find((candidate) => candidate.kind === wanted);
    found.push({
      ...base,
      kind: spelling.kind,
      eventId: signal?.eventId ?? spelling.id,
      segmentationTypeId: signal?.segmentationTypeId,
      durationSeconds: spelling.durationSeconds ?? signal?.durationSeconds,
      elapsedSeconds: spelling.elapsedSeconds,
    });
  }

  /** Merges it with a cue of the same kind, position and event from another dialect. */
  #add(cue: Cue): void {
    if (this.cues.length >= STITCHING_LIMITS.maxCues) return;
    const key = `${cue.kind} ${cue.atMs}`;
    const together = this.#together.get(key) ?? new Map<number, Cue>();
    const twin = cue.endsRange
      ? undefined
      : [...together].find(([, other]) => areTwins(other, cue));
    if (twin === undefined && together.size >= STITCHING_LIMITS.maxCuesOfPlace) return;
    const index = twin?.[0] ?? this.cues.length;
    const entered = twin === undefined ? cue : joined(twin[1], cue);
    this.cues[index] = entered;
    this.#together.set(key, together.set(index, entered));
  }
}

/** Whether two cues of one kind and time are one marker in two dialects. */
function areTwins(other: Cue, cue: Cue): boolean {
  return (
    other.dialect !== cue.dialect &&
    (other.eventId === cue.eventId || !other.eventId || !cue.eventId) &&
    !areTwoEvents(other, cue)
  );
}

function joined(first: Cue, second: Cue): Cue {
  return {
    ...first,
    eventId: first.eventId ?? second.eventId,
    segmentationTypeId: first.segmentationTypeId ?? second.segmentationTypeId,
    durationSeconds: first.durationSeconds ?? second.durationSeconds,
    elapsedSeconds: first.elapsedSeconds ?? second.elapsedSeconds,
    scte35: first.scte35 ?? second.scte35,
    contentId: first.contentId ?? second.contentId,
    rangeId: first.rangeId ?? second.rangeId,
    rangeEndMs: first.rangeEndMs ?? second.rangeEndMs,
  };
}

function familyOf(tag: string): DialectFamily | 'daterange' | undefined {
  const name = tag.trim().replace(/^#/, '').toUpperCase();
  return name === 'EXT-X-DATERANGE' ? 'daterange' : HLS_DIALECTS.get(name)?.family;
}

/** Dialect families that are read: with `fallbackSourceTags` only that of the chosen tag; undefined = all. */
function chosenFamily(
  tags: readonly string[],
  sourceTag: string | undefined,
): ReadonlySet<string> | undefined {
  if (!tags.some((tag) => familyOf(tag) !== undefined)) return undefined;
  const family = sourceTag === undefined ? undefined : familyOf(sourceTag);
  return new Set(family === undefined ? [] : [family]);
}

function allTags(playlist: MediaPlaylist): Tag[] {
  const ofSegments = playlist.segments.flatMap((segment) => segment.tags);
  return [...playlist.headerTags, ...ofSegments, ...playlist.trailerTags];
}

/**
 * The first of `fallbackSourceTags` that a playlist carries. Once one has appeared the caller keeps it until the
 * channel is reset, so that two dialects never signal one break twice.
 * @returns the name of a tag without `#`, undefined when the playlist has none of them
 */
export function chooseSourceTag(
  playlist: MediaPlaylist,
  tags: readonly string[],
): string | undefined {
  if (tags.length === 0) return undefined;
  const present = new Set<string | undefined>();
  for (const tag of allTags(playlist)) {
    const isOther = tag.name === 'EXT-X-DATERANGE' && !tag.value.includes('SCTE35-');
    if (!isOther) present.add(familyOf(tag.name));
  }
  return tags.find((tag) => familyOf(tag) !== undefined && present.has(familyOf(tag)));
}

export interface CueOptions {
  /** Tag that `chooseSourceTag` chose for this channel; default the one that it chooses in this playlist. */
  readonly sourceTag?: string | undefined;
  readonly configurationOf?: ConfigurationOf | undefined;
}

const MARKERS: ReadonlySet<string> = new Set(['EXT-X-DATERANGE', ...HLS_DIALECTS.keys()]);

const hasMarkers = (tags: readonly Tag[]) => tags.some(({ name }) => MARKERS.has(name));

/** Indexes of the segments at which markers stand, ascending; those of the header stand at the first. */
function markedSegments(playlist: MediaPlaylist): number[] {
  const marked = taggedSegments(playlist, MARKERS);
  return hasMarkers(playlist.headerTags) && marked[0] !== 0 ? [0, ...marked] : marked;
}

/**
 * Finds the markers of ad breaks in one media playlist.
 * @param times start of each segment on the source clock, ms, see `segmentTimes`; segments with NaN are skipped
 * @returns cues in order of their place in the playlist
 * @see RFC 8216 §4.3.2.7.1; SCTE 35 §9.7.3, §10.3.3; rules SCTE-S1, SCTE-S2, SCTE-S7
 */
export function findHlsCues(
  playlist: MediaPlaylist,
  times: ArrayLike<number>,
  configuration: SegmentationConfiguration,
  options: CueOptions = {},
): Cue[] {
  const isUplynk = hasUplynk(playlist);
  const { segments } = playlist;
  const marked = isUplynk ? [...segments.keys()] : markedSegments(playlist);
  const isMarkedBehind = hasMarkers(playlist.trailerTags);
  if (marked.length === 0 && !isMarkedBehind) return [];
  const dates = programDateTimes(playlist);
  const startOf = (index: number) => times[index] ?? Number.NaN;
  const lastIndex = segments.length - 1;
  const edgeMs = startOf(lastIndex) + (segments[lastIndex]?.durationSeconds ?? 0) * 1000;
  const boundaries = segments.map((_, index) => startOf(index)).concat(edgeMs);
  const tags = configuration.fallbackSourceTags;
  const sourceTag = options.sourceTag ?? chooseSourceTag(playlist, tags);
  const finder = new CueFinder(
    configuration,
    { ...options, sourceTag },
    boundaries.filter((boundary) => !Number.isNaN(boundary)),
  );
  for (const index of marked) {
    const { msn = Number.NaN, tags = [], text = '' } = segments[index] ?? {};
    const atMs = startOf(index);
    const place = { atMs, msn, clockOffsetMs: atMs - (dates[index] ?? Number.NaN) };
    finder.readTags(index === 0 ? [...playlist.headerTags, ...tags] : tags, place);
    if (isUplynk) finder.readUplynk(text, place);
  }
  const last = segments[lastIndex];
  // Markers after the last segment belong to the one that comes next.
  if (last !== undefined && isMarkedBehind)
    finder.readTags(playlist.trailerTags, {
      atMs: edgeMs,
      msn: last.msn + 1,
      clockOffsetMs: startOf(lastIndex) - (dates[lastIndex] ?? Number.NaN),
    });
  return finder.cues;
}
