/** The renditions of a job as codec configurations of Bitmovin. */
import type { AudioTarget, TranscodeJob, VideoTarget } from '@interlude/media-engine';
import { bitmovinFailed } from './bitmovin-api.ts';
import type { BitmovinResource } from './bitmovin-storage.ts';

/** `avc1.64001f`: the profile is the first byte, in hex (RFC 6381, ISO/IEC 14496-10 A.2). */
const profiles: Readonly<Record<string, string>> = { '42': 'BASELINE', '4d': 'MAIN', '64': 'HIGH' };

/** Peak over average bitrate within a segment, as in the local engines. */
const PEAK_SHARE = 1.1;

export function videoConfiguration(
  { width, height, bitrate, codecs }: VideoTarget,
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
    // Every segment is one GOP.
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

/** @throws {DomainError} BITMOVIN_FAILED for an audio codec or channel layout that is not mapped */
export function audioConfiguration(audio: AudioTarget): BitmovinResource {
  const { codecs, channels, sampleRate, bitrate } = audio;
  const common = { name: `${codecs} ${channels}`, bitrate, rate: sampleRate };
  if (codecs === 'ac-3' && channels === 6) {
    const body = { ...common, channelLayout: 'CL_5_1' };
    return { path: '/encoding/configurations/audio/dolby-digital', body };
  }
  const channelLayout = aacLayouts[channels];
  if (!codecs.startsWith('mp4a.40') || channelLayout === undefined) {
    throw bitmovinFailed(`only the other engines encode ${channels} channels of ${codecs}`);
  }
  return { path: '/encoding/configurations/audio/aac', body: { ...common, channelLayout } };
}

/** Gain from the measured loudness to the target within the true peak limit, dB; undefined = none (EBU R 128). */
export function gainOf({ loudness }: AudioTarget): number | undefined {
  if (loudness === undefined) return undefined;
  const { target, measure } = loudness;
  const difference = target.integrated - measure.integrated;
  const gain = Math.min(difference, target.truePeak - measure.truePeak);
  return Math.abs(gain) < 0.05 ? undefined : Math.round(gain * 100) / 100;
}
