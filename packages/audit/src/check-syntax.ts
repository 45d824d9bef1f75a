// Rules that a playlist breaks by how it is written (H10, H13, H14, H16, H17, H28).
import { type MediaPlaylist, parseAttributeList, type Tag } from '@interlude/hls';
import type { FindingLog } from './rules.ts';

/** H10 (RFC 8216 4.3.2.2): without an offset the range follows the one before of the same resource. */
export function checkByteRanges(playlist: MediaPlaylist, log: FindingLog): void {
  let before: string | undefined;
  for (const { tags, uri } of playlist.segments) {
    const tag = tags.find(({ name }) => name === 'EXT-X-BYTERANGE');
    if (tag !== undefined && !tag.value.includes('@') && before !== uri)
      log.add('H10', tag.line, `${uri} has a byte range without offset after another resource`);
    before = tag === undefined ? undefined : uri;
  }
}

const versionNeeds: readonly {
  readonly version: number;
  readonly what: string;
  readonly uses: (tag: Tag) => boolean;
}[] = [
  { version: 2, what: 'an IV', uses: isKeyWith(/[:,]\s*IV=/) },
  {
    version: 3,
    what: 'a fractional duration',
    uses: ({ name, value }) => name === 'EXTINF' && /^\d+\.\d/.test(value),
  },
  { version: 4, what: 'a byte range', uses: ({ name }) => name === 'EXT-X-BYTERANGE' },
  { version: 5, what: 'KEYFORMAT', uses: isKeyWith(/[:,]\s*KEYFORMAT(VERSIONS)?=/) },
  { version: 5, what: 'EXT-X-MAP', uses: ({ name }) => name === 'EXT-X-MAP' },
  { version: 8, what: 'a variable', uses: ({ name }) => name === 'EXT-X-DEFINE' },
  { version: 9, what: 'EXT-X-SKIP', uses: ({ name }) => name === 'EXT-X-SKIP' },
];

function isKeyWith(attribute: RegExp) {
  return ({ name, value }: Tag) => name === 'EXT-X-KEY' && attribute.test(`:${value}`);
}

function* allTags({ headerTags, segments, trailerTags }: MediaPlaylist): Generator<Tag> {
  yield* headerTags;
  for (const { tags } of segments) yield* tags;
  yield* trailerTags;
}

/** H13 (RFC 8216 7; rfc8216bis 8). */
export function checkVersion(playlist: MediaPlaylist, log: FindingLog): void {
  const seen = new Set<string>();
  for (const tag of allTags(playlist))
    for (const { version, what, uses } of versionNeeds)
      if (version > playlist.version && !seen.has(what) && uses(tag)) {
        seen.add(what);
        log.add(
          'H13',
          tag.line,
          `${what} needs version ${version}, declared is ${playlist.version}`,
        );
      }
  const [mapped] = playlist.segments.filter(({ map }) => map !== undefined);
  if (mapped !== undefined && !playlist.iFramesOnly && playlist.version < 6)
    log.add(
      'H13',
      mapped.tags[0]?.line ?? 1,
      `EXT-X-MAP needs version 6, declared is ${playlist.version}`,
    );
}

/** H16: `{$name}` in an address or attribute. */
export function checkVariables(playlist: MediaPlaylist, log: FindingLog): void {
  const defined = new Set<string>();
  for (const { name, value } of playlist.headerTags) {
    if (name !== 'EXT-X-DEFINE') continue;
    const attributes = parseAttributeList(value);
    for (const key of ['NAME', 'IMPORT', 'QUERYPARAM']) {
      const declared = attributes.get(key);
      if (declared !== undefined) defined.add(declared.replace(/^"|"$/g, ''));
    }
  }
  for (const { text, tags } of playlist.segments)
    for (const [, name = ''] of text.matchAll(/\{\$([\w-]{1,100})\}/g))
      if (!defined.has(name)) log.add('H16', tags[0]?.line ?? 1, `{$${name}} is not defined`);
}

/** Least CAN-SKIP-UNTIL in target durations (rfc8216bis 4.4.3.8). */
const SKIP_TARGETS = 6;

/** H17 and H28. */
export function checkLowLatency(playlist: MediaPlaylist, log: FindingLog): void {
  const { skippedSegments, serverControl, targetDuration, partTargetSeconds } = playlist;
  if (skippedSegments > 0) log.add('H17', 1, `${skippedSegments} segments are left out`);
  const skipUntil = Number(serverControl?.get('CAN-SKIP-UNTIL') ?? Number.NaN);
  if (skipUntil < SKIP_TARGETS * targetDuration)
    log.add('H17', 1, `CAN-SKIP-UNTIL is ${skipUntil} s with target duration ${targetDuration} s`);
  for (const { name, value, line } of allTags(playlist)) {
    if (name !== 'EXT-X-PART') continue;
    const seconds = Number(parseAttributeList(value).get('DURATION') ?? Number.NaN);
    if (partTargetSeconds === undefined) log.add('H28', line, 'EXT-X-PART without EXT-X-PART-INF');
    else if (!(seconds <= partTargetSeconds + 0.001))
      log.add('H28', line, `a part of ${seconds} s, the target is ${partTargetSeconds} s`);
  }
}

/** Date ranges by id: each attribute as first declared. */
export type DateRanges = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** May be declared later (rfc8216bis 4.4.5.1): the end. */
const laterAttributes = new Set(['DURATION', 'END-DATE', 'SCTE35-IN', 'SCTE35-OUT', 'SCTE35-CMD']);
const MAX_RANGES = 1_000;

/** H14: in one playlist and over time. */
export function checkDateRanges(
  playlist: MediaPlaylist,
  known: DateRanges,
  log: FindingLog,
): DateRanges {
  const ranges = new Map(known);
  const isDated = playlist.segments.some(
    ({ programDateTimeMs }) => programDateTimeMs !== undefined,
  );
  for (const tag of allTags(playlist)) {
    if (tag.name !== 'EXT-X-DATERANGE') continue;
    const attributes = parseAttributeList(tag.value);
    const id = attributes.get('ID') ?? '';
    if (id === '') log.add('H14', tag.line, 'a date range without ID');
    if (!isDated) log.add('H14', tag.line, `date range ${id} in a playlist without dates`);
    if (attributes.get('END-ON-NEXT') !== undefined && attributes.get('CLASS') === undefined)
      log.add('H14', tag.line, `date range ${id} has END-ON-NEXT and no CLASS`);
    ranges.set(id, merged(id, ranges.get(id), attributes, tag.line, log));
  }
  for (const id of ranges.keys()) {
    if (ranges.size <= MAX_RANGES) break;
    ranges.delete(id);
  }
  return ranges;
}

function merged(
  id: string,
  before: ReadonlyMap<string, string> | undefined,
  now: ReadonlyMap<string, string>,
  line: number,
  log: FindingLog,
): ReadonlyMap<string, string> {
  if (before === undefined) return now;
  for (const [name, value] of now) {
    const was = before.get(name);
    const isNew = was === undefined && !laterAttributes.has(name);
    if (was !== undefined && was !== value)
      log.add('H14', line, `${name} of date range ${id} went from ${was} to ${value}`);
    else if (isNew) log.warn('H14', line, `${name} was added to date range ${id}`);
  }
  return new Map([...before, ...now]);
}
