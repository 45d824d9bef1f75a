/** The playlists of a package (RFC 8216bis). All addresses are relative. */
import type { Container } from './encoded-media.ts';
import type { PackagedRendition } from './encoded-package.ts';
import { type KeyFrames, keyFramesName } from './write-key-frames.ts';

interface MultivariantInput {
  readonly container: Container;
  readonly frameRate: readonly [number, number];
  /** Renditions as they are in the segments: a muxed one has video and audio. */
  readonly renditions: readonly PackagedRendition[];
  /** Playlists of key frames by the name of their rendition. */
  readonly keyFrames: readonly KeyFrames[];
}

const quoted = (text: string) => `"${text.replace(/["\r\n]/g, '')}"`;

/** Audio of one codec and number of channels is one group: a variant plays one of its languages. */
const groupOf = ({ codecs, channels }: PackagedRendition) => `${codecs.split('.')[0]}-${channels}`;

function mediaLines(audioTracks: readonly PackagedRendition[]): string[] {
  const names = new Set<string>();
  const groups = new Set<string>();
  return audioTracks.map((audio, index) => {
    const group = groupOf(audio);
    const plain = audio.language || `Audio ${index + 1}`;
    const name = names.has(`${group} ${plain}`) ? `${plain} ${index + 1}` : plain;
    names.add(`${group} ${name}`);
    const isDefault = !groups.has(group);
    groups.add(group);
    return [
      `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=${quoted(group)},NAME=${quoted(name)}`,
      ...(audio.language === '' ? [] : [`LANGUAGE=${quoted(audio.language)}`]),
      `DEFAULT=${isDefault ? 'YES' : 'NO'},AUTOSELECT=YES,CHANNELS="${audio.channels}"`,
      `URI="${audio.name}/index.m3u8"`,
    ].join(',');
  });
}

function streamLines(
  video: PackagedRendition,
  audio: PackagedRendition | undefined,
  [rate, per]: readonly [number, number],
): string[] {
  const codecs = audio === undefined ? video.codecs : `${video.codecs},${audio.codecs}`;
  const attributes = [
    `BANDWIDTH=${video.peakBps + (audio?.peakBps ?? 0)}`,
    `AVERAGE-BANDWIDTH=${video.averageBps + (audio?.averageBps ?? 0)}`,
    `CODECS="${codecs}"`,
    ...(video.kind === 'video'
      ? [`RESOLUTION=${video.width}x${video.height}`, `FRAME-RATE=${(rate / per).toFixed(3)}`]
      : []),
    ...(audio === undefined ? [] : [`AUDIO=${quoted(groupOf(audio))}`]),
  ];
  return [`#EXT-X-STREAM-INF:${attributes.join(',')}`, `${video.name}/index.m3u8`];
}

/** Every video rendition with every audio group; audio only is listed as variants. */
export function writeMultivariantText(input: MultivariantInput): string {
  const videoTracks = input.renditions.filter(({ kind }) => kind === 'video');
  const audioTracks = input.renditions.filter(({ kind }) => kind === 'audio');
  const isMuxed = videoTracks.some(({ channels }) => channels > 0);
  const groups = [...Map.groupBy(audioTracks, groupOf).values()];
  const leaders = groups.flatMap((group) =>
    group.toSorted((a, b) => b.peakBps - a.peakBps).slice(0, 1),
  );
  const own: (PackagedRendition | undefined)[] =
    isMuxed || leaders.length === 0 ? [undefined] : leaders;
  const streams =
    videoTracks.length === 0
      ? audioTracks.flatMap((audio) => streamLines(audio, undefined, input.frameRate))
      : own.flatMap((audio) =>
          videoTracks.flatMap((video) => streamLines(video, audio, input.frameRate)),
        );
  const iFrames = input.keyFrames.flatMap(({ name, peakBps }) => {
    const video = videoTracks.find((one) => one.name === name);
    if (video === undefined) return [];
    const codecs = video.codecs.split(',')[0] ?? '';
    const size = `RESOLUTION=${video.width}x${video.height}`;
    return `#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=${peakBps},CODECS="${codecs}",${size},URI="${keyFramesName(name)}/index.m3u8"`;
  });
  const media = videoTracks.length === 0 || isMuxed ? [] : mediaLines(audioTracks);
  return [
    '#EXTM3U',
    `#EXT-X-VERSION:${input.container === 'cmaf' ? 7 : 4}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...media,
    ...streams,
    ...iFrames,
    '',
  ].join('\n');
}
