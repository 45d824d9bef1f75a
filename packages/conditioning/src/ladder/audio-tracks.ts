/** Audio tracks of a manifest, with usual values for attributes that it omits. */
import type { AudioTrack } from '../conditioning-profile.ts';
import { ladderLimits } from './source-ladder.ts';

const audioCodec = /^(?:mp4a|ac-3|ec-3|ac-4|opus|flac|mp3|dts|vorbis|alac)/i;
export const isAudioCodec = (codec: string): boolean => audioCodec.test(codec);

const usualCodec = 'mp4a.40.2';
const usualSampleRate = 48_000;
const usualChannels = 2;

/** 7.1 of AAC; AC-3 and E-AC-3 carry 5.1, and objects (`16/JOC`) on top of it. */
const mostChannels = (codec: string) => (/^(?:ac-3|ec-3|mp4a\.a[56])/i.test(codec) ? 6 : 8);

/** HE-AAC needs half the bit rate of AAC-LC. */
const isHeAac = (codec: string) => /^mp4a\.40\.(?:5|29)$/i.test(codec);

/** bit/s */
function usualBitrate(codec: string, channels: number): number {
  if (/^ac-3|^mp4a\.a5/i.test(codec)) return channels > 2 ? 384_000 : 192_000;
  if (/^ec-3|^mp4a\.a6/i.test(codec)) return channels > 2 ? 256_000 : 128_000;
  if (isHeAac(codec)) return 32_000 * channels;
  return 64_000 * channels;
}

export interface DeclaredAudio {
  readonly codecs: readonly string[];
  readonly channels?: number | undefined;
  /** Hertz. */
  readonly sampleRate?: number | undefined;
  /** bit/s; undefined: the usual one. */
  readonly bitrate?: number | undefined;
  readonly language?: string | undefined;
}

/** `en-us` and `en-US` are one language; `und` is none. */
function languageOf(declared: string | undefined): string {
  const language = (declared ?? '').trim().toLowerCase();
  return language === 'und' || language.length > 35 ? '' : language;
}

export function trackOf(declared: DeclaredAudio): AudioTrack {
  const codecs = declared.codecs.find(isAudioCodec) ?? usualCodec;
  const isCounted = Number.isInteger(declared.channels) && (declared.channels ?? 0) > 0;
  const channels = isCounted
    ? Math.min(mostChannels(codecs), declared.channels ?? 0)
    : usualChannels;
  const { sampleRate = 0, bitrate = 0 } = declared;
  return {
    codecs,
    channels,
    sampleRate: sampleRate >= 8_000 && sampleRate <= 192_000 ? sampleRate : usualSampleRate,
    bitrate: bitrate > 0 ? bitrate : usualBitrate(codecs, channels),
    language: languageOf(declared.language),
  };
}

/** Distinct tracks in the order of the manifest: players begin with the first. */
export function distinctTracks(tracks: readonly AudioTrack[]): AudioTrack[] {
  const keyOf = ({ codecs, channels, language }: AudioTrack) => `${codecs} ${channels} ${language}`;
  const distinct = new Map<string, AudioTrack>();
  for (const track of tracks) {
    const known = distinct.get(keyOf(track));
    if (known === undefined || known.bitrate < track.bitrate) distinct.set(keyOf(track), track);
  }
  return [...distinct.values()].slice(0, ladderLimits.audio);
}
