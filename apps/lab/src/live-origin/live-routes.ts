/** `/live/{cmaf|ts}/{cue|daterange|none}/…`: the simulated live channel. */
import { domainError } from '@interlude/contract';
import { type Container, writeMasterText } from '@interlude/media-engine';
import type { Clock } from '@interlude/runtime';
import type { FaultSwitches } from '../fault-switches.ts';
import {
  answer,
  contentTypes,
  type Handler,
  type LabAnswer,
  type LabRequest,
} from '../http/lab-request.ts';
import { loopSchedule } from '../media/catalogue.ts';
import type { MediaLibrary } from '../media/media-library.ts';
import { SAMPLE_RATE } from '../media/tones.ts';
import {
  type Dialect,
  dialects,
  edgeSegment,
  type LiveOptions,
  LOOP_SEGMENTS,
  parseLiveOptions,
  SEGMENT_MS,
} from './live-options.ts';
import { writeLivePlaylist } from './live-playlist.ts';
import { encryptSegment, labKey, moveDecodeTimes } from './live-segment.ts';

const MASTER_AGE_SECONDS = 3_600;
const PLAYLIST_AGE_SECONDS = 1;
const SEGMENT_AGE_SECONDS = 3_600;
const SLOW_MS = 8_000;
/** Milliseconds by which a stale origin is behind and stays there. */
const STALE_STEP_MS = 60_000;
/** Timescale of the encoder's video tracks at 25 pictures a second. */
const VIDEO_TICKS_PER_FRAME = 512;
const LOOP_SECONDS = (LOOP_SEGMENTS * SEGMENT_MS) / 1000;

export interface LiveDeps {
  readonly library: MediaLibrary;
  readonly clock: Clock;
  readonly faults: FaultSwitches;
}

export function createLiveRoutes(deps: LiveDeps): Handler {
  return (request) => {
    const [root, first, second, ...rest] = request.parts;
    if (root !== 'live' || request.method !== 'GET') return undefined;
    if (first === 'key') return answer('bytes', labKey, SEGMENT_AGE_SECONDS);
    const container = first === 'cmaf' || first === 'ts' ? first : undefined;
    const dialect = dialects.find((each) => each === second);
    if (container === undefined || dialect === undefined) return undefined;
    return serveChannel(deps, request, container, dialect, rest);
  };
}

function serveChannel(
  deps: LiveDeps,
  request: LabRequest,
  container: Container,
  dialect: Dialect,
  rest: readonly string[],
): Promise<LabAnswer | undefined> | LabAnswer | undefined {
  const [name = '', file] = rest;
  if (rest.length === 2 && file !== undefined) return serveSegment(deps, container, name, file);
  if (rest.length !== 1 || !name.endsWith('.m3u8')) return undefined;
  const { encoded } = deps.library.load('content');
  const asked = parseLiveOptions(request, container, dialect, deps.clock.now());
  const options = { ...asked, fault: asked.fault ?? deps.faults.live };
  const rendition = name.slice(0, -'.m3u8'.length);
  if (rendition === 'master') {
    const text = writeMasterText(encoded, container, (each) => `${each}.m3u8${request.search}`);
    return answer('hls', text, request.search === '' ? MASTER_AGE_SECONDS : 0);
  }
  if (!encoded.renditions.some((each) => each.name === rendition)) return undefined;
  return servePlaylist(options, rendition);
}

function servePlaylist(options: LiveOptions, rendition: string): LabAnswer {
  const text = (at: LiveOptions) =>
    answer('hls', writeLivePlaylist(at, rendition), PLAYLIST_AGE_SECONDS);
  switch (options.fault) {
    case '404':
      return { status: 404, type: contentTypes.text, body: 'not here\n' };
    case '5xx':
      return { status: 503, type: contentTypes.text, body: 'out of order\n' };
    case 'slow':
      return { ...text(options), delayMs: SLOW_MS };
    case 'stale':
      return text({ ...options, nowMs: options.nowMs - (options.nowMs % STALE_STEP_MS) });
    case 'html':
      return { ...answer('html', '<!doctype html><title>Maintenance</title><p>Back soon.') };
    case 'empty':
      return answer('hls', '');
    default:
      return text(options);
  }
}

async function serveSegment(
  deps: LiveDeps,
  container: Container,
  rendition: string,
  file: string,
): Promise<LabAnswer | undefined> {
  const ready = deps.library.load('content');
  const isAudio = rendition === 'audio';
  if (file === 'init.mp4' && container === 'cmaf') {
    const known = ready.encoded.renditions.some((each) => each.name === rendition);
    if (!known) return undefined;
    return answer(
      'mp4',
      await deps.library.readFile(ready, `cmaf/${rendition}/init.mp4`),
      SEGMENT_AGE_SECONDS,
    );
  }
  const match = /^(\d{1,12})\.(m4s|ts|enc\.ts)$/.exec(file);
  const extension = match?.[2];
  if (match === null || (container === 'cmaf') !== (extension === 'm4s')) return undefined;
  const segment = Number(match[1]);
  if (segment > edgeSegment(deps.clock.now())) {
    throw domainError('ROUTE_NOT_FOUND', { method: 'GET', path: `segment ${segment} yet` });
  }
  const bytes = await deps.library.readSegment(
    ready,
    container,
    rendition,
    segment % LOOP_SEGMENTS,
  );
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
