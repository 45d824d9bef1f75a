/** What the monitor keeps, in few bytes: entries of lanes and messages as deflated JSON, manifests as deflated text. */

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type {
  MonitoringLane,
  MonitoringMessage,
  MonitoringPlaylist,
  MonitoringSegment,
  RecordedLook,
} from '@interlude/contract';

/** An entry of a lane; `playlist` is an index, 0 in DASH. */
export interface LaneEntry {
  readonly lane: MonitoringLane;
  readonly playlist: number;
  readonly entry: MonitoringSegment;
}

/** What was seen within a few seconds. An entry of a later chunk replaces the one with its id. */
export interface TimelineChunk {
  readonly entries: readonly LaneEntry[];
  readonly messages: readonly MonitoringMessage[];
  /** Where they have changed; the newest stands. */
  readonly playlists?: readonly MonitoringPlaylist[] | undefined;
  /** In the order in which they were made; for evidence packs. */
  readonly looks?: readonly RecordedLook[] | undefined;
}

/** Of one chunk and of one manifest after inflating, bytes: what a monitor writes is smaller. */
const maxInflatedBytes = 32 * 1024 * 1024;
/** Begins the line of the looks. */
const looksMark = 'looks ';
/** Deflate looks back no further. */
const dictionaryBytes = 32 * 1024;

/**
 * A line for what is of all playlists, and one for the entries of each: who shows one playlist parses no other.
 */
export function encodeChunk({ entries, messages, playlists, looks }: TimelineChunk): Buffer {
  const groups = Map.groupBy(entries, ({ playlist }) => playlist);
  const lines = [...groups].map(
    ([playlist, of]) => `${playlist} ${JSON.stringify(of.map(({ lane, entry }) => [lane, entry]))}`,
  );
  const ofLooks =
    looks === undefined || looks.length === 0 ? [] : [looksMark + JSON.stringify(looks)];
  return deflateRawSync(
    [JSON.stringify({ messages, playlists }), ...lines, ...ofLooks].join('\n'),
    {
      level: 6,
    },
  );
}

/** The looks of a chunk; who shows a timeline does not parse them. */
export function decodeLooks(body: Buffer): RecordedLook[] {
  const text = inflateRawSync(body, { maxOutputLength: maxInflatedBytes }).toString('utf8');
  const line = text.split('\n').find((one) => one.startsWith(looksMark));
  return line === undefined ? [] : (JSON.parse(line.slice(looksMark.length)) as RecordedLook[]);
}

/** @param playlist whose entries are read */
export function decodeChunk(body: Buffer, playlist: number): TimelineChunk {
  const text = inflateRawSync(body, { maxOutputLength: maxInflatedBytes }).toString('utf8');
  const [head = '{}', ...lines] = text.split('\n');
  const mark = `${playlist} `;
  const line = lines.find((one) => one.startsWith(mark))?.slice(mark.length) ?? '[]';
  const entries = JSON.parse(line) as [MonitoringLane, MonitoringSegment][];
  return {
    ...(JSON.parse(head) as Pick<TimelineChunk, 'messages' | 'playlists'>),
    entries: entries.map(([lane, entry]) => ({ lane, playlist, entry })),
  };
}

const dictionaryOf = (base: string) => Buffer.from(base, 'utf8').subarray(-dictionaryBytes);

/** @param base text of an earlier manifest; empty = none */
export function encodeManifest(text: string, base: string): Buffer {
  return deflateRawSync(text, {
    level: 6,
    ...(base !== '' && { dictionary: dictionaryOf(base) }),
  });
}

/**
 * The text that `encodeManifest` packed.
 * @param base text of the manifest that was its dictionary; empty = none
 * @throws {RangeError} when it inflates to more than a manifest may have
 */
export function decodeManifest(body: Buffer, base: string): string {
  return inflateRawSync(body, {
    maxOutputLength: maxInflatedBytes,
    ...(base !== '' && { dictionary: dictionaryOf(base) }),
  }).toString('utf8');
}
