/** The multivariant playlist of the live channel, with subtitles, I-frame playlists and variables as requested. */
import { type EncodedMedia, writeMasterText } from '@interlude/media-engine';
import type { LiveOptions } from './live-options.ts';

/** `search`: the query that media playlists carry on. */
export function writeLiveMaster(
  encoded: EncodedMedia,
  options: LiveOptions,
  search: string,
): string {
  const text = writeMasterText(encoded, options.container, (name) => `${name}.m3u8${search}`);
  const lines = text.trimEnd().split('\n');
  const { hasSubtitles, hasIFrames, isDefined } = options;
  const out = lines.flatMap((line) => {
    if (line.startsWith('#EXT-X-VERSION') && isDefined) return ['#EXT-X-VERSION:8', definition];
    if (!hasSubtitles) return [line];
    if (line.startsWith('#EXT-X-STREAM-INF')) return [`${line},SUBTITLES="subs"`];
    return line.startsWith('#EXT-X-MEDIA:') ? [line, subtitles(search)] : [line];
  });
  if (hasIFrames) out.push(...iFrames(encoded, search));
  return `${out.join('\n')}\n`;
}

const definition = '#EXT-X-DEFINE:NAME="media",VALUE="."';

const subtitles = (search: string) =>
  '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO' +
  `,URI="subs.m3u8${search}"`;

/** One I-frame per segment of 3.84 s: a small share of the variant's bit rate. */
const I_FRAME_SHARE = 0.2;

function iFrames(encoded: EncodedMedia, search: string): string[] {
  return encoded.renditions
    .filter((rendition) => rendition.kind === 'video')
    .map(({ name, codecs, width, height, peakBps }) => {
      const rate = Math.ceil(peakBps * I_FRAME_SHARE);
      return `#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=${rate},CODECS="${codecs}",RESOLUTION=${width}x${height},URI="${name}-iframes.m3u8${search}"`;
    });
}
