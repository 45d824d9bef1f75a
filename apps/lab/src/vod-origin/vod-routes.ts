/** `/vod/{hls|hls-ts|dash}/…`: minutes of the channel as an asset with an end, with breaks marked or not. */
import { domainError } from '@interlude/contract/errors';
import type { Clock } from '@interlude/runtime';
import { dashForms, parseDashOptions } from '../dash-origin/dash-options.ts';
import { serveDashSegment } from '../dash-origin/dash-routes.ts';
import { writeVodMpd } from '../dash-origin/live-mpd.ts';
import { ranged } from '../http/byte-range.ts';
import { answer, type Handler, type LabAnswer, type LabRequest } from '../http/lab-request.ts';
import { writeLiveMaster } from '../live-origin/live-master.ts';
import {
  isOn,
  oneOf,
  parseLiveOptions,
  readVariant,
  segments,
} from '../live-origin/live-options.ts';
import { writeLivePlaylist } from '../live-origin/live-playlist.ts';
import { playlistPlace, SUBTITLES_NAME, serveSubtitles } from '../live-origin/live-routes.ts';
import { serveLiveSegment } from '../live-origin/serve-segment.ts';
import type { MediaLibrary } from '../media/media-library.ts';

/** Four repetitions of the loop: 230.4 s. */
export const VOD_SEGMENTS = 60;
const AGE_SECONDS = 60;

interface VodDeps {
  readonly library: MediaLibrary;
  readonly clock: Clock;
}

export function createVodRoutes(deps: VodDeps): Handler {
  return (request) => {
    const [root, kind = '', name, file, more] = request.parts;
    if (root !== 'vod' || request.method !== 'GET') return undefined;
    if (name === undefined || more !== undefined) return undefined;
    if (kind === 'dash') return serveDash(deps, request, name, file);
    const match = /^hls(-ts)?(-aes|-sample-aes|-range)?$/.exec(kind);
    const variant = readVariant(`${match?.[1] === undefined ? 'cmaf' : 'ts'}${match?.[2] ?? ''}`);
    if (match === null || variant === undefined) return undefined;
    return serveHls(deps, request, variant, name, file);
  };
}

const lengthOf = (query: URLSearchParams) => segments(query, 'length') ?? VOD_SEGMENTS;

async function serveHls(
  deps: VodDeps,
  request: LabRequest,
  variant: NonNullable<ReturnType<typeof readVariant>>,
  name: string,
  file: string | undefined,
): Promise<LabAnswer | undefined> {
  const { library } = deps;
  const { query } = request;
  const { container } = variant;
  const options = parseLiveOptions(request, { ...variant, dialect: 'none' }, deps.clock.now());
  if (options.isLowLatency || options.restartSegments !== undefined) {
    throw domainError('REQUEST_INVALID', { reason: 'lowlatency and restart are for /live' });
  }
  if (file !== undefined) {
    if (name === SUBTITLES_NAME) return serveSubtitles(library, options, container, file);
    const found = await serveLiveSegment(deps, { container, rendition: name }, file);
    return found === undefined ? undefined : ranged(request, found);
  }
  if (!name.endsWith('.m3u8')) return undefined;
  const { encoded } = library.load('content');
  if (name === 'master.m3u8') {
    return answer('hls', writeLiveMaster(encoded, options, request.search), AGE_SECONDS);
  }
  const place = await playlistPlace(library, options, name.slice(0, -'.m3u8'.length));
  if (place === undefined) return undefined;
  const vod = { segments: lengthOf(query), isInsertion: isOn(query, 'insert') };
  const marked = vod.isInsertion && options.dialect === 'none' ? 'cue' : options.dialect;
  return answer('hls', writeLivePlaylist({ ...options, dialect: marked }, place, vod), AGE_SECONDS);
}

function serveDash(deps: VodDeps, request: LabRequest, name: string, file: string | undefined) {
  if (file !== undefined) return serveDashSegment(deps, name, file);
  if (name !== 'manifest.mpd') return undefined;
  const { encoded } = deps.library.load('content');
  const { query } = request;
  const form = oneOf(query, 'form', dashForms) ?? 'timeline';
  const options = parseDashOptions(request, form, deps.clock.now());
  const isMarked = query.has('events') || options.isInsertion;
  const events = isMarked ? options.events : 'none';
  const text = writeVodMpd({ ...options, events, leadSegments: 0 }, encoded, lengthOf(query));
  return answer('dash', text, AGE_SECONDS);
}
