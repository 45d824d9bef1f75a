/** The MPD of a package (ISO/IEC 23009-1): static, one Period, a file for each segment. */
import type { PackagedRendition } from './encoded-package.ts';
import type { TrackTimes } from './read-sink.ts';

export interface MpdRendition extends PackagedRendition {
  readonly times: TrackTimes;
}

interface MpdInput {
  readonly durationSeconds: number;
  readonly segmentSeconds: readonly number[];
  readonly frameRate: readonly [number, number];
  readonly renditions: readonly MpdRendition[];
}

const escaped = (value: string) =>
  value.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`).replace(/[^\x20-\x7e]/g, '');

type Attributes = Readonly<Record<string, string | number | undefined>>;

function open(name: string, attributes: Attributes): string {
  const words = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : ` ${key}="${escaped(String(value))}"`,
  );
  return `<${name}${words.join('')}`;
}

function element(name: string, attributes: Attributes, children: readonly string[] = []): string[] {
  if (children.length === 0) return [`${open(name, attributes)}/>`];
  return [`${open(name, attributes)}>`, ...children.map((line) => `  ${line}`), `</${name}>`];
}

/** Runs of equal durations as `S` elements (§5.3.9.6.2). */
function timeline({ starts, durations }: TrackTimes): string[] {
  const runs: { d: number; count: number }[] = [];
  for (const d of durations) {
    const last = runs.at(-1);
    if (last?.d === d) last.count += 1;
    else runs.push({ d, count: 1 });
  }
  return runs.flatMap(({ d, count }, index) =>
    element('S', {
      t: index === 0 ? starts[0] : undefined,
      d,
      r: count > 1 ? count - 1 : undefined,
    }),
  );
}

function template(times: TrackTimes): string[] {
  const attributes = {
    timescale: times.timescale,
    startNumber: 0,
    initialization: '$RepresentationID$/init.mp4',
    media: '$RepresentationID$/$Number$.m4s',
  };
  return element('SegmentTemplate', attributes, element('SegmentTimeline', {}, timeline(times)));
}

function rateText([rate, per]: readonly [number, number]): string {
  return per === 1 ? String(rate) : `${rate}/${per}`;
}

function representation(rendition: MpdRendition): string[] {
  const { name, codecs, peakBps, width, height, channels, sampleRate } = rendition;
  const shared = { id: name, codecs, bandwidth: peakBps };
  if (rendition.kind === 'video') {
    return element('Representation', { ...shared, width, height, sar: '1:1' });
  }
  const configuration = element('AudioChannelConfiguration', {
    schemeIdUri: 'urn:mpeg:dash:23003:3:audio_channel_configuration:2011',
    // ISO/IEC 23091-3 numbers: 7.1 is 12 there, the others are their number of channels
    value: channels === 8 ? 12 : channels,
  });
  return element('Representation', { ...shared, audioSamplingRate: sampleRate }, configuration);
}

function adaptationSet(set: readonly MpdRendition[], index: number, input: MpdInput): string[] {
  const [first] = set;
  if (first === undefined) return [];
  const isVideo = first.kind === 'video';
  const attributes = {
    id: index,
    contentType: isVideo ? 'video' : 'audio',
    mimeType: isVideo ? 'video/mp4' : 'audio/mp4',
    lang: first.language === '' || isVideo ? undefined : first.language,
    segmentAlignment: 'true',
    startWithSAP: 1,
    frameRate: isVideo ? rateText(input.frameRate) : undefined,
  };
  const role = element('Role', { schemeIdUri: 'urn:mpeg:dash:role:2011', value: 'main' });
  return element('AdaptationSet', attributes, [
    ...role,
    ...template(first.times),
    ...set.flatMap(representation),
  ]);
}

/** To ms, and never less: readers cut the last segment at the end of the period. */
const roundedUp = (seconds: number) => (Math.ceil(seconds * 1_000 - 1e-6) / 1_000).toFixed(3);

/** Video can be switched among, so it is one set; every audio track is one of its own. */
export function writeMpdText(input: MpdInput): string {
  const videoTracks = input.renditions.filter(({ kind }) => kind === 'video');
  const audioTracks = input.renditions.filter(({ kind }) => kind === 'audio');
  const sets = [
    ...(videoTracks.length > 0 ? [videoTracks] : []),
    ...audioTracks.map((audio) => [audio]),
  ];
  const attributes = {
    xmlns: 'urn:mpeg:dash:schema:mpd:2011',
    type: 'static',
    profiles: 'urn:mpeg:dash:profile:isoff-live:2011',
    mediaPresentationDuration: `PT${roundedUp(input.durationSeconds)}S`,
    maxSegmentDuration: `PT${Math.max(...input.segmentSeconds).toFixed(3)}S`,
    minBufferTime: 'PT2S',
  };
  const period = element(
    'Period',
    { id: 'p0', start: 'PT0S' },
    sets.flatMap((set, index) => adaptationSet(set, index, input)),
  );
  return ['<?xml version="1.0" encoding="UTF-8"?>', ...element('MPD', attributes, period), ''].join(
    '\n',
  );
}
