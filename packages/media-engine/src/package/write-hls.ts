/** The playlists of a package (RFC 8216bis). All addresses are relative. */
import type { Container } from './encoded-media.ts';
import type { PackagedRendition } from './encoded-package.ts';
import { type KeyPictures, keyPicturesName } from './write-key-pictures.ts';

interface MultivariantInput {
  readonly container: Container;
  readonly frameRate: readonly [number, number];
  /** Pictures and sound as they lie in segments: a muxed one tells both. */
  readonly renditions: readonly PackagedRendition[];
  /** Playlists of key pictures by the name of their rendition. */
  readonly keyPictures: readonly KeyPictures[];
}

const quoted = (text: string) => `"${text.replace(/["\r\n]/g, '')}"`;

/** Sound of one codec and number of channels is one group: a variant plays one of its languages. */
const groupOf = ({ codecs, channels }: PackagedRendition) => `${codecs.split('.')[0]}-${channels}`;

function mediaLines(sounds: readonly PackagedRendition[]): string[] {
  const names = new Set<string>();
  const groups = new Set<string>();
  return sounds.map((sound, index) => {
    const group = groupOf(sound);
    const plain = sound.language || `Audio ${index + 1}`;
    const name = names.has(`${group} ${plain}`) ? `${plain} ${index + 1}` : plain;
    names.add(`${group} ${name}`);
    const isDefault = !groups.has(group);
    groups.add(group);
    return [
      `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=${quoted(group)},NAME=${quoted(name)}`,
      ...(sound.language === '' ? [] : [`LANGUAGE=${quoted(sound.language)}`]),
      `DEFAULT=${isDefault ? 'YES' : 'NO'},AUTOSELECT=YES,CHANNELS="${sound.channels}"`,
      `URI="${sound.name}/index.m3u8"`,
    ].join(',');
  });
}

function streamLines(
  picture: PackagedRendition,
  sound: PackagedRendition | undefined,
  [rate, per]: readonly [number, number],
): string[] {
  const codecs = sound === undefined ? picture.codecs : `${picture.codecs},${sound.codecs}`;
  const attributes = [
    `BANDWIDTH=${picture.peakBps + (sound?.peakBps ?? 0)}`,
    `AVERAGE-BANDWIDTH=${picture.averageBps + (sound?.averageBps ?? 0)}`,
    `CODECS="${codecs}"`,
    ...(picture.kind === 'picture'
      ? [`RESOLUTION=${picture.width}x${picture.height}`, `FRAME-RATE=${(rate / per).toFixed(3)}`]
      : []),
    ...(sound === undefined ? [] : [`AUDIO=${quoted(groupOf(sound))}`]),
  ];
  return [`#EXT-X-STREAM-INF:${attributes.join(',')}`, `${picture.name}/index.m3u8`];
}

/** Every rendition of pictures with every group of sound; sound alone is listed as variants. */
export function writeMultivariantText(input: MultivariantInput): string {
  const pictures = input.renditions.filter(({ kind }) => kind === 'picture');
  const sounds = input.renditions.filter(({ kind }) => kind === 'sound');
  const isMuxed = pictures.some(({ channels }) => channels > 0);
  const groups = [...Map.groupBy(sounds, groupOf).values()];
  const leaders = groups.flatMap((group) =>
    group.toSorted((a, b) => b.peakBps - a.peakBps).slice(0, 1),
  );
  const own: (PackagedRendition | undefined)[] =
    isMuxed || leaders.length === 0 ? [undefined] : leaders;
  const streams =
    pictures.length === 0
      ? sounds.flatMap((sound) => streamLines(sound, undefined, input.frameRate))
      : own.flatMap((sound) =>
          pictures.flatMap((picture) => streamLines(picture, sound, input.frameRate)),
        );
  const iFrames = input.keyPictures.flatMap(({ name, peakBps }) => {
    const picture = pictures.find((one) => one.name === name);
    if (picture === undefined) return [];
    const codecs = picture.codecs.split(',')[0] ?? '';
    const size = `RESOLUTION=${picture.width}x${picture.height}`;
    return `#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=${peakBps},CODECS="${codecs}",${size},URI="${keyPicturesName(name)}/index.m3u8"`;
  });
  const media = pictures.length === 0 || isMuxed ? [] : mediaLines(sounds);
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
