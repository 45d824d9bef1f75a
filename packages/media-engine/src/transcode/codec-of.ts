/** The encoder for a CODECS string (RFC 6381 §3.3), and with which of its options. */

export interface VideoCodec {
  readonly encoder: 'libx264' | 'libx265';
  readonly profile: string;
  /** `3.1`; undefined = the encoder decides. */
  readonly level: string | undefined;
}

export interface AudioCodec {
  readonly encoder: 'aac' | 'ac3' | 'eac3';
  /** Samples that the encoder puts before the first one. */
  readonly primingSamples: number;
  readonly frameSamples: number;
}

/** profile_idc of ISO/IEC 14496-10 A.2; any other is encoded as High. */
const AVC_PROFILES: Readonly<Record<string, string>> = { '42': 'baseline', '4d': 'main' };

export function videoCodec(codecs: string): VideoCodec {
  if (/^(hvc1|hev1)/.test(codecs)) {
    return { encoder: 'libx265', profile: 'main', level: undefined };
  }
  const [, idc = '', level] =
    /^avc[13]\.([0-9a-f]{2})[0-9a-f]{2}([0-9a-f]{2})$/i.exec(codecs) ?? [];
  const levelIdc = Number.parseInt(level ?? '', 16);
  const isLevel = levelIdc >= 10 && levelIdc <= 62;
  return {
    encoder: 'libx264',
    profile: AVC_PROFILES[idc.toLowerCase()] ?? 'high',
    level: isLevel ? (levelIdc / 10).toFixed(1) : undefined,
  };
}

const DOLBY = { primingSamples: 256, frameSamples: 1_536 };

/** True when there is an encoder for the CODECS value; an empty one is encoded as H.264 or AAC. */
export const isVideoCodec = (codecs: string) => /^((avc1|avc3|hvc1|hev1)\b|$)/.test(codecs);
export const isAudioCodec = (codecs: string) => /^(mp4a\b|(ac-3|ec-3)?$)/.test(codecs);

/** All kinds of AAC are made as AAC-LC: a decoder that plays HE-AAC plays it. */
export function audioCodec(codecs: string): AudioCodec {
  if (codecs === 'ac-3') return { encoder: 'ac3', ...DOLBY };
  if (codecs === 'ec-3') return { encoder: 'eac3', ...DOLBY };
  return { encoder: 'aac', primingSamples: 1_024, frameSamples: 1_024 };
}
