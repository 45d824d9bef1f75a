/** `/live/{cmaf|ts}[-aes|-range]/{dialect}/…`: the simulated live channel; `/live/key`, `/key`: its keys. */
import type { Clock } from '@interlude/runtime';
import type { FaultSwitches } from '../fault-switches.ts';
import { ranged } from '../http/byte-range.ts';
import { answer, type Handler, type LabAnswer, type LabRequest } from '../http/lab-request.ts';
import type { MediaLibrary } from '../media/media-library.ts';
import { dialects } from './break-marks.ts';
import { writeLiveMaster } from './live-master.ts';
import { type LiveOptions, LOOP_SEGMENTS, parseLiveOptions, readVariant } from './live-options.ts';
import { type PlaylistPlace, writeLivePlaylist } from './live-playlist.ts';
import { blockedUntilMs } from './low-latency.ts';
import { faultyManifest } from './manifest-faults.ts';
import { keyBytes } from './segment-keys.ts';
import { loopBytes, mediaTicks, serveLiveSegment } from './serve-segment.ts';
import { writeSubtitleSegment } from './subtitle-segment.ts';

const MASTER_AGE_SECONDS = 3_600;
const PLAYLIST_AGE_SECONDS = 1;
const SEGMENT_AGE_SECONDS = 3_600;
export const SUBTITLES_NAME = 'subs';
const I_FRAMES_SUFFIX = '-iframes';

export interface LiveDeps {
  readonly library: MediaLibrary;
  readonly clock: Clock;
  readonly faults: FaultSwitches;
}

export function createLiveRoutes(deps: LiveDeps): Handler {
  return (request) => {
    const [root, first = '', ...rest] = request.parts;
    if (request.method !== 'GET') return undefined;
    // Playlists of /vod are one folder higher than those of /live and name their keys by the same steps up.
    if (root === 'key') return serveKey(request.parts.slice(1));
    if (root !== 'live') return undefined;
    return first === 'key' ? serveKey(rest) : serveChannel(deps, request, first, rest);
  };
}

function serveChannel(
  deps: LiveDeps,
  request: LabRequest,
  first: string,
  [second, name = '', file, ...more]: readonly string[],
) {
  const variant = readVariant(first);
  const dialect = dialects.find((each) => each === second);
  if (variant === undefined || dialect === undefined || more.length > 0) return undefined;
  const options = () => parseLiveOptions(request, { ...variant, dialect }, deps.clock.now());
  if (file !== undefined) return serveFile(deps, request, options, variant.container, name, file);
  if (!name.endsWith('.m3u8')) return undefined;
  return servePlaylist(deps, request, options(), name.slice(0, -'.m3u8'.length));
}

function serveKey([id, ...more]: readonly string[]): LabAnswer | undefined {
  if (more.length > 0 || (id !== undefined && !/^\d{1,12}$/.test(id))) return undefined;
  return answer('bytes', keyBytes(id === undefined ? undefined : Number(id)), SEGMENT_AGE_SECONDS);
}

async function servePlaylist(
  deps: LiveDeps,
  request: LabRequest,
  requested: LiveOptions,
  name: string,
): Promise<LabAnswer | undefined> {
  const { encoded } = deps.library.load('content');
  const options = { ...requested, fault: requested.fault ?? deps.faults.live };
  if (name === 'master') {
    const text = writeLiveMaster(encoded, options, request.search);
    return answer('hls', text, request.search === '' ? MASTER_AGE_SECONDS : 0);
  }
  const place = await playlistPlace(deps.library, options, name);
  if (place === undefined) return undefined;
  const text = (nowMs: number) =>
    answer('hls', writeLivePlaylist({ ...options, nowMs }, place), PLAYLIST_AGE_SECONDS);
  if (!options.isLowLatency) return faultyManifest('hls', options.fault, options.nowMs, text);
  const untilMs = blockedUntilMs(request.query, options.nowMs) ?? 0;
  const nowMs = Math.max(options.nowMs, untilMs);
  return { ...text(nowMs), delayMs: nowMs - options.nowMs };
}

/** The rendition of a playlist's file name; undefined when there is no such playlist. */
export async function playlistPlace(
  library: MediaLibrary,
  options: LiveOptions,
  name: string,
): Promise<PlaylistPlace | undefined> {
  const ready = library.load('content');
  const none = () => 0;
  if (name === SUBTITLES_NAME && options.hasSubtitles) {
    return { kind: 'subtitles', rendition: name, sizeOf: none, firstFrameEnd: none };
  }
  const isIFrames = options.hasIFrames && name.endsWith(I_FRAMES_SUFFIX);
  const rendition = isIFrames ? name.slice(0, -I_FRAMES_SUFFIX.length) : name;
  if (!ready.encoded.renditions.some((each) => each.name === rendition)) return undefined;
  const kind = isIFrames ? 'iframes' : 'media';
  if (kind === 'media' && !options.isRanged) {
    return { kind, rendition, sizeOf: none, firstFrameEnd: none };
  }
  const { container } = options;
  const { sizes, firstFrameEnds } = await loopBytes(library, ready, { container, rendition });
  const at = (list: readonly number[]) => (segment: number) => list[segment % LOOP_SEGMENTS] ?? 0;
  return { kind, rendition, sizeOf: at(sizes), firstFrameEnd: at(firstFrameEnds) };
}

async function serveFile(
  deps: LiveDeps,
  request: LabRequest,
  options: () => LiveOptions,
  container: 'cmaf' | 'ts',
  rendition: string,
  file: string,
): Promise<LabAnswer | undefined> {
  if (rendition === SUBTITLES_NAME) {
    return serveSubtitles(deps.library, options(), container, file);
  }
  const found = await serveLiveSegment(deps, { container, rendition }, file);
  return found === undefined ? undefined : ranged(request, found);
}

export async function serveSubtitles(
  library: MediaLibrary,
  options: LiveOptions,
  container: 'cmaf' | 'ts',
  file: string,
): Promise<LabAnswer | undefined> {
  const number = /^(\d{1,12})\.vtt$/.exec(file)?.[1];
  if (number === undefined) return undefined;
  const segment = Number(number);
  const ticks = await mediaTicks(library, library.load('content'), container, segment);
  return answer('vtt', writeSubtitleSegment(segment, ticks, options), SEGMENT_AGE_SECONDS);
}
