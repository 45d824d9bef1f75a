/** The playlists of one encoding (RFC 8216bis): a multivariant one per container, a media one per rendition. */
import { AUDIO_NAME } from '../encode/encode-plan.ts';
import type { Container, EncodedMedia } from './encoded-media.ts';

export function writeMediaText(
  container: Container,
  segmentSeconds: readonly number[],
  { isKeyFrames = false } = {},
): string {
  const target = Math.max(...segmentSeconds.map((seconds) => Math.round(seconds)), 1);
  return [
    '#EXTM3U',
    `#EXT-X-VERSION:${container === 'cmaf' ? 7 : 4}`,
    `#EXT-X-TARGETDURATION:${target}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(isKeyFrames ? ['#EXT-X-I-FRAMES-ONLY'] : []),
    ...(container === 'cmaf' ? ['#EXT-X-MAP:URI="init.mp4"'] : []),
    ...segmentSeconds.flatMap((seconds, index) => [
      `#EXTINF:${seconds.toFixed(5)},`,
      `${index}.${container === 'cmaf' ? 'm4s' : 'ts'}`,
    ]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}

/**
 * The multivariant playlist of an encoding. Every variant names the audio group and adds its rate to BANDWIDTH
 * (§4.4.6.2).
 * @param mediaUri address of the media playlist of a rendition; default: its path in the package
 */
export function writeMasterText(
  media: EncodedMedia,
  container: Container,
  mediaUri: (rendition: string) => string = (rendition) => `${rendition}/index.m3u8`,
): string {
  const audio = media.renditions.find((rendition) => rendition.kind === 'audio');
  const lines = [
    '#EXTM3U',
    `#EXT-X-VERSION:${container === 'cmaf' ? 7 : 4}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2"' +
      `,URI="${mediaUri(AUDIO_NAME)}"`,
  ];
  for (const rendition of media.renditions) {
    if (rendition.kind === 'audio') continue;
    const attributes = [
      `BANDWIDTH=${rendition.peakBps + (audio?.peakBps ?? 0)}`,
      `AVERAGE-BANDWIDTH=${rendition.averageBps + (audio?.averageBps ?? 0)}`,
      `CODECS="${rendition.codecs},${audio?.codecs ?? 'mp4a.40.2'}"`,
      `RESOLUTION=${rendition.width}x${rendition.height}`,
      `FRAME-RATE=${media.frameRate.toFixed(3)}`,
      'AUDIO="audio"',
    ];
    lines.push(`#EXT-X-STREAM-INF:${attributes.join(',')}`, mediaUri(rendition.name));
  }
  return `${lines.join('\n')}\n`;
}
