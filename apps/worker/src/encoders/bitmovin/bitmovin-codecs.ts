/** Renditions of a job as configurations of Bitmovin's codecs. */
import type { PictureTarget, SoundTarget, TranscodeJob } from '@interlude/media-engine';
import { bitmovinFailed } from './bitmovin-api.ts';
import type { BitmovinResource } from './bitmovin-storage.ts';

/** `avc1.64001f`: the profile is the first byte, in hex (RFC 6381, ISO/IEC 14496-10 A.2). */
const profiles: Readonly<Record<string, string>> = { '42': 'BASELINE', '4d': 'MAIN', '64': 'HIGH' };

/** Peaks over one segment, as our own engines allow them. */
const PEAK_SHARE = 1.1;

export function pictureConfiguration(
  { width, height, bitrate, codecs }: PictureTarget,
  { frameRate: [rate, per], segmentFrames }: TranscodeJob,
): BitmovinResource {
  const common = {
    name: `${width}x${height}`,
    presetConfiguration: 'VOD_STANDARD',
    width,
    height,
    bitrate,
    maxBitrate: Math.round(bitrate * PEAK_SHARE),
    bufsize: bitrate * 2,
    rate: rate / per,
    // Every segment is one group of pictures.
    minGop: segmentFrames,
    maxGop: segmentFrames,
    sceneCutThreshold: 0,
    pixelFormat: 'YUV420P',
  };
  if (/^(hvc1|hev1)\./.test(codecs)) {
    return { path: '/encoding/configurations/video/h265', body: { ...common, profile: 'main' } };
  }
  const profile = profiles[codecs.slice(5, 7).toLowerCase()] ?? 'HIGH';
  return { path: '/encoding/configurations/video/h264', body: { ...common, profile } };
}

const aacLayouts: Readonly<Record<number, string>> = { 1: 'MONO', 2: 'STEREO' };

/** @throws {DomainError} BITMOVIN_FAILED for sound that it is not asked for */
export function soundConfiguration(sound: SoundTarget): BitmovinResource {
  const { codecs, channels, sampleRate, bitrate } = sound;
  const common = { name: `${codecs} ${channels}`, bitrate, rate: sampleRate };
  if (codecs === 'ac-3' && channels === 6) {
    const body = { ...common, channelLayout: 'CL_5_1' };
    return { path: '/encoding/configurations/audio/dolby-digital', body };
  }
  const channelLayout = aacLayouts[channels];
  if (!codecs.startsWith('mp4a.40') || channelLayout === undefined) {
    throw bitmovinFailed(`${channels} channels of ${codecs} are made by the other engines only`);
  }
  return { path: '/encoding/configurations/audio/aac', body: { ...common, channelLayout } };
}

/** What brings a measured sound to its target, as far as its peaks allow, dB; undefined = nothing to do. */
export function gainOf({ loudness }: SoundTarget): number | undefined {
  if (loudness === undefined) return undefined;
  const { target, measure } = loudness;
  const wanted = target.integrated - measure.integrated;
  const gain = Math.min(wanted, target.truePeak - measure.truePeak);
  return Math.abs(gain) < 0.05 ? undefined : Math.round(gain * 100) / 100;
}
