/** One file of the endless channel: the loop's segment at its place on the timeline, whole, encrypted or in pieces. */
import { domainError } from '@interlude/contract/errors';
import type { Container } from '@interlude/media-engine';
import type { Clock } from '@interlude/runtime';
import { answer, type LabAnswer } from '../http/lab-request.ts';
import { loopSchedule } from '../media/catalogue.ts';
import type { MediaLibrary, ReadyMedia } from '../media/media-library.ts';
import { SAMPLE_RATE } from '../media/tones.ts';
import { segmentStartMs } from './break-schedule.ts';
import { firstSampleEnd, partOfSegment } from './fragment-boxes.ts';
import { SEGMENT_MS } from './live-clock.ts';
import { edgeSegment, LOOP_SEGMENTS } from './live-options.ts';
import { RANGE_SEGMENTS } from './live-playlist.ts';
import { moveDecodeTimes } from './live-segment.ts';
import { PARTS, partReadyMs } from './low-latency.ts';
import { encryptSegment, readKeyName } from './segment-keys.ts';
import { firstPts, firstVideoFrameEnd } from './transport-stream.ts';

const SEGMENT_AGE_SECONDS = 3_600;
/** Timescale of the encoder's video tracks at 25 frames per second. */
const VIDEO_TICKS_PER_FRAME = 512;
const LOOP_SECONDS = (LOOP_SEGMENTS * SEGMENT_MS) / 1000;
const PTS_TURN = 2 ** 33;
/** A DASH player computes segment availability with its own clock, so a request may be early by the clock difference. */
const GRACE_MS = 500;

export interface SegmentDeps {
  readonly library: MediaLibrary;
  readonly clock: Clock;
}

export interface SegmentPlace {
  readonly container: Container;
  readonly rendition: string;
}

/**
 * `file` is `init.mp4`, `123.m4s`, `123.ts`, `123.k24x.ts` (encrypted), `123.p0.m4s` (a part) or `c24.ts` (five
 * segments in one); undefined when there can be no such file.
 */
export async function serveLiveSegment(
  deps: SegmentDeps,
  place: SegmentPlace,
  file: string,
): Promise<LabAnswer | undefined> {
  const ready = deps.library.load('content');
  if (file === 'init.mp4') return serveInit(deps, ready, place);
  const match = /^(c?)(\d{1,12})(?:\.([a-z0-9]+))?\.(m4s|ts)$/.exec(file);
  if (match === null) return undefined;
  const [, chunk, digits, middle, extension] = match;
  if ((place.container === 'cmaf') !== (extension === 'm4s')) return undefined;
  const segment = Number(digits);
  const type = extension === 'ts' ? 'ts' : 'mp4';
  const delayMs = chunk === '' ? waitMs(deps, segment, middle) : 0;
  const body =
    chunk === ''
      ? await oneSegment(deps, ready, place, segment, middle)
      : await wholeChunk(deps, ready, place, segment);
  if (body === undefined) return undefined;
  return { ...answer(type, body, SEGMENT_AGE_SECONDS), delayMs };
}

/**
 * Milliseconds until a file is available: a part is requested by its hint before it is complete, and the request is
 * held (§6.2.2).
 * @throws {DomainError} ROUTE_NOT_FOUND for segments too far ahead
 */
function waitMs(deps: SegmentDeps, segment: number, middle: string | undefined): number {
  const nowMs = deps.clock.now();
  const part = /^p(\d)$/.exec(middle ?? '')?.[1];
  const readyMs =
    part === undefined
      ? segmentStartMs(segment + 1) - GRACE_MS
      : partReadyMs(segment, Number(part));
  if (readyMs <= nowMs) return 0;
  if (part !== undefined && readyMs - nowMs < SEGMENT_MS) return readyMs - nowMs;
  throw domainError('ROUTE_NOT_FOUND', { method: 'GET', path: `segment ${segment} yet` });
}

async function serveInit(
  deps: SegmentDeps,
  ready: ReadyMedia,
  { container, rendition }: SegmentPlace,
): Promise<LabAnswer | undefined> {
  const isKnown = ready.encoded.renditions.some((each) => each.name === rendition);
  if (!isKnown || container !== 'cmaf') return undefined;
  const bytes = await deps.library.readFile(ready, `cmaf/${rendition}/init.mp4`);
  return answer('mp4', bytes, SEGMENT_AGE_SECONDS);
}

async function oneSegment(
  deps: SegmentDeps,
  ready: ReadyMedia,
  place: SegmentPlace,
  segment: number,
  middle: string | undefined,
): Promise<Buffer | undefined> {
  const bytes = await placedSegment(deps, ready, place, segment);
  if (bytes === undefined || middle === undefined) return bytes;
  const part = /^p(\d)$/.exec(middle)?.[1];
  if (part !== undefined) return partOfSegment(bytes, Number(part), PARTS);
  const key = readKeyName(middle);
  return key === undefined ? undefined : encryptSegment(bytes, segment, key);
}

/** The segments of a chunk that are complete: the file grows while it is live. */
async function wholeChunk(
  deps: SegmentDeps,
  ready: ReadyMedia,
  place: SegmentPlace,
  chunk: number,
): Promise<Buffer | undefined> {
  const last = Math.min(edgeSegment(deps.clock.now()), (chunk + 1) * RANGE_SEGMENTS - 1);
  const pieces: Buffer[] = [];
  for (let segment = chunk * RANGE_SEGMENTS; segment <= last; segment += 1) {
    const bytes = await placedSegment(deps, ready, place, segment);
    if (bytes !== undefined) pieces.push(bytes);
  }
  return pieces.length === 0 ? undefined : Buffer.concat(pieces);
}

async function placedSegment(
  deps: SegmentDeps,
  ready: ReadyMedia,
  { container, rendition }: SegmentPlace,
  segment: number,
): Promise<Buffer | undefined> {
  const index = segment % LOOP_SEGMENTS;
  const bytes = await deps.library.readSegment(ready, container, rendition, index);
  if (bytes === undefined || container === 'ts') return bytes;
  const loops = BigInt(Math.floor(segment / LOOP_SEGMENTS));
  return moveDecodeTimes(bytes, loopTicks(rendition === 'audio') * loops);
}

/** Duration of the loop in the track's timescale. */
function loopTicks(isAudio: boolean): bigint {
  if (isAudio) return BigInt(Math.round(LOOP_SECONDS * SAMPLE_RATE));
  const frames = loopSchedule.segments * loopSchedule.segmentFrames;
  return BigInt(frames * VIDEO_TICKS_PER_FRAME);
}

/** Facts about the bytes of the segments that playlists need, by position in the loop. */
export interface LoopBytes {
  readonly sizes: readonly number[];
  /** End of the first video frame. */
  readonly firstFrameEnds: readonly number[];
}

const known = new WeakMap<ReadyMedia, Map<string, Promise<LoopBytes>>>();

/** Read once and kept: the media never change. */
export function loopBytes(
  library: MediaLibrary,
  ready: ReadyMedia,
  place: SegmentPlace,
): Promise<LoopBytes> {
  const ofMedia = known.get(ready) ?? new Map<string, Promise<LoopBytes>>();
  known.set(ready, ofMedia);
  const name = `${place.container}/${place.rendition}`;
  const found = ofMedia.get(name) ?? readLoopBytes(library, ready, place);
  ofMedia.set(name, found);
  return found;
}

async function readLoopBytes(
  library: MediaLibrary,
  ready: ReadyMedia,
  { container, rendition }: SegmentPlace,
): Promise<LoopBytes> {
  const sizes: number[] = [];
  const firstFrameEnds: number[] = [];
  for (let index = 0; index < LOOP_SEGMENTS; index += 1) {
    const bytes = await library.readSegment(ready, container, rendition, index);
    if (bytes === undefined) continue;
    sizes.push(bytes.length);
    firstFrameEnds.push(container === 'cmaf' ? firstSampleEnd(bytes) : firstVideoFrameEnd(bytes));
  }
  return { sizes, firstFrameEnds };
}

/** 90 kHz time of a segment's first video frame, as its container carries it. */
export async function mediaTicks(
  library: MediaLibrary,
  ready: ReadyMedia,
  container: Container,
  segment: number,
): Promise<number> {
  if (container === 'cmaf') return (segment * SEGMENT_MS * 90) % PTS_TURN;
  const [smallest] = ready.encoded.renditions.filter((each) => each.kind === 'video').slice(-1);
  const index = segment % LOOP_SEGMENTS;
  const bytes = await library.readSegment(ready, 'ts', smallest?.name ?? '', index);
  return bytes === undefined ? 0 : (firstPts(bytes) ?? 0);
}
