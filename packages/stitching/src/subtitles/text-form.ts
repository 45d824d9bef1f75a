import type { MultivariantPlaylist } from '@interlude/hls';
import type { SourceRendition } from '../source/source-renditions.ts';
import type { TextForm } from './empty-text.ts';

/**
 * The format of subtitles in fMP4, by the CODECS of the variants that reference their group.
 * @returns undefined = not declared
 * @see RFC 8216 §4.3.4.2 (CODECS); RFC 6381
 */
export function textFormOf(
  { variants }: Pick<MultivariantPlaylist, 'variants'>,
  { kind, groupId }: Pick<SourceRendition, 'kind' | 'groupId'>,
): TextForm | undefined {
  const users =
    kind === 'subtitles' ? variants.filter(({ subtitles }) => subtitles === groupId) : [];
  const names = users.flatMap(({ codecs }) => codecs.map((codec) => codec.split('.')[0]));
  return (['wvtt', 'stpp'] as const).find((form) => names.includes(form));
}

/** Addresses of the empty subtitles of ads, absolute or relative to the output playlist. */
export interface EmptyTextAddresses {
  readonly mapUri: string;
  /** ms, from the start of the ad; whole numbers. */
  readonly segmentUri: (startMs: number, durationMs: number) => string;
}
