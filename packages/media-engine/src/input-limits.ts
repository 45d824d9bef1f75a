import { resolve } from 'node:path';
import { decodeLimits } from './decode-limits.ts';

/**
 * FFmpeg options that restrict an engine to one local file of a format that holds media itself. Playlists and formats
 * that name other files (hls, dash, concat, sdp, image sequences) would make it open files that were not given to it.
 */
export const inputLimits = {
  protocol_whitelist: 'file',
  format_whitelist:
    'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mpegts,mpeg,mpegvideo,mxf,avi,flv,wav,w64,mp3,aac,flac,ogg,ac3,eac3,h264,hevc',
} as const;

/** Engines work in folders of their own. `file:` keeps a name from being taken for a protocol or an option. */
export const inputAddress = (file: string) => `file:${resolve(file)}`;

/** The same for the command line of ffmpeg and ffprobe, before the file; with the limit of their decoders (SEC-S64). */
export const inputOptions: readonly string[] = Object.entries({
  ...inputLimits,
  max_pixels: String(decodeLimits.pixels),
}).flatMap(([name, value]) => [`-${name}`, value]);
