/** One segment of the endless channel: the loop's file, moved to its place on the timeline or encrypted. */
import { domainError } from '@interlude/contract';
import type { Container } from '@interlude/media-engine';
import type { Clock } from '@interlude/runtime';
import { answer, type LabAnswer } from '../http/lab-request.ts';
import { loopSchedule } from '../media/catalogue.ts';
import type { MediaLibrary } from '../media/media-library.ts';
import { SAMPLE_RATE } from '../media/tones.ts';
import { edgeSegment, LOOP_SEGMENTS, SEGMENT_MS } from './live-options.ts';
import { encryptSegment, moveDecodeTimes } from './live-segment.ts';

const SEGMENT_AGE_SECONDS = 3_600;
/** Timescale of the encoder's video tracks at 25 pictures a second. */
const VIDEO_TICKS_PER_FRAME = 512;
const LOOP_SECONDS = (LOOP_SEGMENTS * SEGMENT_MS) / 1000;
/** A DASH player reckons by its own clock when a segment is there: it may be early by what clocks differ. */
const GRACE_MS = 500;

export interface SegmentDeps {
  readonly library: MediaLibrary;
  readonly clock: Clock;
}

/** `file` is `123.m4s`, `123.ts`, `123.enc.ts` or `init.mp4`; undefined when there can be no such file. */
export async function serveLiveSegment(
  deps: SegmentDeps,
  container: Container,
  rendition: string,
  file: string,
): Promise<LabAnswer | undefined> {
  const ready = deps.library.load('content');
  const isAudio = rendition === 'audio';
  if (file === 'init.mp4' && container === 'cmaf') {
    const known = ready.encoded.renditions.some((each) => each.name === rendition);
    if (!known) return undefined;
    const bytes = await deps.library.readFile(ready, `cmaf/${rendition}/init.mp4`);
    return answer('mp4', bytes, SEGMENT_AGE_SECONDS);
  }
  const match = /^(\d{1,12})\.(m4s|ts|enc\.ts)$/.exec(file);
  const extension = match?.[2];
  if (match === null || (container === 'cmaf') !== (extension === 'm4s')) return undefined;
  const segment = Number(match[1]);
  if (segment > edgeSegment(deps.clock.now() + GRACE_MS)) {
    throw domainError('ROUTE_NOT_FOUND', { method: 'GET', path: `segment ${segment} yet` });
  }
  const index = segment % LOOP_SEGMENTS;
  const bytes = await deps.library.readSegment(ready, container, rendition, index);
  if (bytes === undefined) return undefined;
  if (container === 'cmaf') {
    const ticks = loopTicks(isAudio) * BigInt(Math.floor(segment / LOOP_SEGMENTS));
    return answer('mp4', moveDecodeTimes(bytes, ticks), SEGMENT_AGE_SECONDS);
  }
  const body = extension === 'enc.ts' ? encryptSegment(bytes, segment) : bytes;
  return answer('ts', body, SEGMENT_AGE_SECONDS);
}

/** Length of one turn of the loop in the track's timescale. */
function loopTicks(isAudio: boolean): bigint {
  if (isAudio) return BigInt(Math.round(LOOP_SECONDS * SAMPLE_RATE));
  const frames = loopSchedule.segments * loopSchedule.segmentFrames;
  return BigInt(frames * VIDEO_TICKS_PER_FRAME);
}
