/** How a media is played: a package with the manifest player, a file with the browser's player. */

export type PlayableKind = 'package' | 'file';

/** The fields of a media that the player uses. */
export interface PlayableMedia {
  readonly name: string;
  readonly url: string;
  /** Without its dot; empty = unknown. */
  readonly ext: string;
}

const packageEndings = ['m3u8', 'mpd'];
const fileEndings = ['mp4', 'mov', 'm4v', 'webm', 'mp3', 'm4a'];

/** Undefined for what no browser plays: subtitles, MXF, a folder. */
export function playableKind({ url, ext }: Omit<PlayableMedia, 'name'>): PlayableKind | undefined {
  const ending = (ext === '' ? endingOf(url) : ext).toLowerCase();
  if (packageEndings.includes(ending)) return 'package';
  return fileEndings.includes(ending) ? 'file' : undefined;
}

function endingOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  return /\.([a-z0-9]+)$/i.exec(path)?.[1] ?? '';
}
