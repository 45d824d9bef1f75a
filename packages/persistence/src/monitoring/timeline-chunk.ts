/** Compact storage of monitoring data: lane entries and messages as deflated JSON, manifests as deflated text. */

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

/** Entries and messages of a few seconds. An entry replaces the one with the same id in an earlier chunk. */
export interface TimelineChunk {
  readonly entries: readonly LaneEntry[];
  readonly messages: readonly MonitoringMessage[];
  /** Only when the playlists have changed; the newest list is in force. */
  readonly playlists?: readonly MonitoringPlaylist[] | undefined;
  /** In order of time; for evidence packs. */
  readonly looks?: readonly RecordedLook[] | undefined;
}

/** Limit of one inflated chunk or manifest, bytes; monitors write less. */
const maxInflatedBytes = 32 * 1024 * 1024;
/** Prefix of the line with the looks. */
const looksMark = 'looks ';
/** Window of deflate: an earlier part of the dictionary has no effect. */
const dictionaryBytes = 32 * 1024;

/**
 * Encodes one line for all playlists together, and one for the entries of each playlist, so that a timeline of one
 * playlist parses only its own line.
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

/** Decodes the looks of a chunk; timelines leave them out. */
export function decodeLooks(body: Buffer): RecordedLook[] {
  const text = inflateRawSync(body, { maxOutputLength: maxInflatedBytes }).toString('utf8');
  const line = text.split('\n').find((one) => one.startsWith(looksMark));
  return line === undefined ? [] : (JSON.parse(line.slice(looksMark.length)) as RecordedLook[]);
}

/** @param playlist index of the playlist whose entries are decoded */
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
 * Inflates the text that `encodeManifest` has deflated.
 * @param base text of the manifest that was its dictionary; empty = none
 * @throws {RangeError} when it inflates to more than 32 MiB
 */
export function decodeManifest(body: Buffer, base: string): string {
  return inflateRawSync(body, {
    maxOutputLength: maxInflatedBytes,
    ...(base !== '' && { dictionary: dictionaryOf(base) }),
  }).toString('utf8');
}
