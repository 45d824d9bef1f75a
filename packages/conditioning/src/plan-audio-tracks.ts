/** Assigns audio streams of a file to audio renditions of a profile; their numbers may differ. */
import type { AudioTrack } from './conditioning-profile.ts';
import type { SourceAudio } from './source-media.ts';

export interface PlannedAudio extends Omit<AudioTrack, 'channels'> {
  readonly channels: 1 | 2 | 6 | 8;
  /** Index of the stream in the file, or silence where there is none. */
  readonly source: number | 'silence';
}

/** ISO 639-2 codes of files → BCP 47 tags of manifests, for languages whose codes do not begin alike. */
const shortCodes: Readonly<Record<string, string>> = {
  ger: 'de',
  deu: 'de',
  spa: 'es',
  por: 'pt',
  swe: 'sv',
  chi: 'zh',
  zho: 'zh',
  dut: 'nl',
  nld: 'nl',
  cze: 'cs',
  ces: 'cs',
  gre: 'el',
  ell: 'el',
  tur: 'tr',
  pol: 'pl',
  jpn: 'ja',
  ukr: 'uk',
};

/** The primary language subtag in one spelling; empty for `und`. */
function languageOf(tag: string): string {
  const primary = tag.toLowerCase().split(/[-_]/)[0] ?? '';
  if (primary === 'und') return '';
  return shortCodes[primary] ?? primary.slice(0, 2);
}

function layoutOf(channels: number): 1 | 2 | 6 | 8 {
  if (channels <= 1) return 1;
  if (channels <= 5) return 2;
  return channels <= 7 ? 6 : 8;
}

/** Of equal language, else of untold language, else the first; among those with as many channels, or most. */
function chooseSource(
  { language, channels }: Pick<AudioTrack, 'language' | 'channels'>,
  audioTracks: readonly SourceAudio[],
): number | 'silence' {
  const wanted = languageOf(language);
  const spoken = audioTracks.filter((audio) => languageOf(audio.language) === wanted);
  const undeclared = audioTracks.filter((audio) => languageOf(audio.language) === '');
  const candidates =
    [spoken, undeclared, audioTracks.slice(0, 1)].find(({ length }) => length > 0) ?? [];
  const exact = candidates.find((audio) => audio.channels === channels);
  const widest = candidates.toSorted((a, b) => b.channels - a.channels)[0];
  const chosen = exact ?? (channels > 2 ? widest : candidates[0]);
  return chosen?.stream ?? 'silence';
}

export function planAudioTracks(
  tracks: readonly AudioTrack[],
  audioTracks: readonly SourceAudio[],
): PlannedAudio[] {
  return tracks.map((track) => ({
    ...track,
    channels: layoutOf(track.channels),
    source: chooseSource(track, audioTracks),
  }));
}
