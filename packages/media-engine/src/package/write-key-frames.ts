/**
 * Playlists of key frames alone (RFC 8216bis §4.4.3.6): every segment's first frame as a file of its own, so
 * that a server needs no ranges.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { domainError } from '@interlude/contract/errors';
import type { TranscodeSink } from '../transcode/plan-sinks.ts';
import { readFragments } from './fragments.ts';
import { initOfTrack, keyFragment } from './key-fragment.ts';
import { keyPackets } from './key-packets.ts';
import { readTracks } from './mp4-boxes.ts';
import { segmentName } from './read-sink.ts';
import { writeMediaText } from './write-playlists.ts';

/** Folder of the key frames of a rendition. */
export const keyFramesName = (rendition: string) => `${rendition}-iframes`;

export interface KeyFrames {
  /** Of the rendition that they are of. */
  readonly name: string;
  readonly peakBps: number;
}

type Cut = (segment: Buffer, index: number) => Buffer;

async function cmafCut(folder: string, sink: TranscodeSink, target: string): Promise<Cut> {
  const init = await readFile(join(folder, sink.folder, 'init.mp4'));
  const tracks = readTracks(init);
  const track = tracks.find(({ kind }) => kind === 'video');
  if (track === undefined) {
    throw domainError('PACKAGE_FAULTY', { reason: `${sink.folder} has no video` });
  }
  await writeFile(join(folder, target, 'init.mp4'), initOfTrack(init, track.id));
  return (segment, index) => {
    const own = readFragments(segment, tracks).filter(({ trackId }) => trackId === track.id);
    const [first] = own;
    if (first === undefined) return Buffer.alloc(0);
    const { offset, bytes } = first.firstSample;
    const duration = own.reduce((sum, fragment) => sum + fragment.duration, 0);
    const sample = segment.subarray(offset, offset + bytes);
    return keyFragment({ fragment: { ...first, duration }, sample, sequence: index + 1 });
  };
}

/** @throws {DomainError} PACKAGE_FAULTY */
export async function writeKeyFrames(
  folder: string,
  sink: TranscodeSink,
  segmentSeconds: readonly number[],
): Promise<KeyFrames> {
  const target = keyFramesName(sink.folder);
  await mkdir(join(folder, target), { recursive: true });
  const counters = new Map<number, number>();
  const cut: Cut =
    sink.container === 'cmaf'
      ? await cmafCut(folder, sink, target)
      : (segment) => keyPackets(segment, counters);
  let peakBps = 0;
  for (const [index, seconds] of segmentSeconds.entries()) {
    const video = cut(await readFile(join(folder, segmentName(sink, index))), index);
    if (video.length === 0) {
      throw domainError('PACKAGE_FAULTY', {
        reason: `segment ${index} of ${sink.folder} is empty`,
      });
    }
    const name = segmentName({ ...sink, folder: target }, index);
    await writeFile(join(folder, name), video);
    peakBps = Math.max(peakBps, Math.ceil((video.length * 8) / seconds));
  }
  const text = writeMediaText(sink.container, segmentSeconds, { isKeyFrames: true });
  await writeFile(join(folder, target, 'index.m3u8'), text);
  return { name: sink.streams[0] ?? '', peakBps };
}
