/**
 * Subtitles of ads in fMP4, in the content's own form (rules H8, H23); the same for every session:
 *
 *   /hls/{channel}/{sid}/empty/{wvtt|stpp}/{init|start-duration}.mp4      also below {sid}/{rendition}/
 */
import {
  type EmptyTextAddresses,
  emptyTextInit,
  emptyTextSegment,
  type TextForm,
} from '@interlude/stitching';
import { decoded, pathEnd } from '../http/path.ts';

export interface EmptyTextPath {
  readonly channelId: string;
  readonly form: TextForm;
  /** ms. */
  readonly segment: 'init' | { readonly startMs: number; readonly durationMs: number };
}

const pattern =
  /^\/hls\/([^/]+)\/[^/]+\/(?:[^/]+\/)?empty\/(wvtt|stpp)\/(?:init|(\d{1,8})-(\d{1,8}))\.mp4$/;
/** A session id may be 1,400 characters long. */
const maxPathChars = 4_000;

export function parseEmptyTextPath(url: string): EmptyTextPath | undefined {
  const end = pathEnd(url);
  const match = end < maxPathChars && url.endsWith('.mp4', end) && pattern.exec(url.slice(0, end));
  if (!match) {
    return undefined;
  }
  const [, channel = '', name, startMs, durationMs] = match;
  return {
    channelId: decoded(channel),
    form: name === 'stpp' ? 'stpp' : 'wvtt',
    segment:
      startMs === undefined ? 'init' : { startMs: Number(startMs), durationMs: Number(durationMs) },
  };
}

/** Relative to the media playlist. */
export const emptyTextAddresses = (form: TextForm): EmptyTextAddresses => ({
  mapUri: `empty/${form}/init.mp4`,
  segmentUri: (startMs, durationMs) => `empty/${form}/${startMs}-${durationMs}.mp4`,
});

export function emptyText({ form, segment }: EmptyTextPath): Buffer {
  const bytes =
    segment === 'init'
      ? emptyTextInit(form)
      : emptyTextSegment(form, segment.startMs, segment.durationMs);
  return Buffer.from(bytes);
}

/**
 * WebVTT without cues: each ad segment has its subtitle segment (rule H23). The map is there because players
 * require one in each segment of live WebVTT (RFC 8216 3.5).
 */
export const emptySubtitles = Buffer.from(
  'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n',
);

export const isSubtitles = (renditionId: string) => /^s\d+$/.test(renditionId);
