/** `/live/{cmaf|ts}/{cue|daterange|none}/…`: the simulated live channel. */
import { type Container, writeMasterText } from '@interlude/media-engine';
import type { Clock } from '@interlude/runtime';
import type { FaultSwitches } from '../fault-switches.ts';
import { answer, type Handler, type LabAnswer, type LabRequest } from '../http/lab-request.ts';
import type { MediaLibrary } from '../media/media-library.ts';
import { type Dialect, dialects, type LiveOptions, parseLiveOptions } from './live-options.ts';
import { writeLivePlaylist } from './live-playlist.ts';
import { labKey } from './live-segment.ts';
import { faultyManifest } from './manifest-faults.ts';
import { serveLiveSegment } from './serve-segment.ts';

const MASTER_AGE_SECONDS = 3_600;
const PLAYLIST_AGE_SECONDS = 1;
const SEGMENT_AGE_SECONDS = 3_600;

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
  if (rest.length === 2 && file !== undefined) return serveLiveSegment(deps, container, name, file);
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
  const text = (nowMs: number) =>
    answer('hls', writeLivePlaylist({ ...options, nowMs }, rendition), PLAYLIST_AGE_SECONDS);
  return faultyManifest('hls', options.fault, options.nowMs, text);
}
