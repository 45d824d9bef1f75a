/** Maps a playlist to the values of its form and back. */
import {
  type Playlist,
  type PlaylistInput,
  type PlaylistItem,
  type PlaylistType,
  playlistInput,
} from '@interlude/contract';
import { known } from '../../texts/t.ts';

/** '' for an empty field. */
type Typed = number | '';

export interface CuePointValues {
  /** React key: stays when rows move. */
  readonly key: string;
  readonly spliceTime: Typed;
  readonly maxDuration: Typed;
  readonly maxAds: Typed;
}

export interface ItemValues extends Pick<PlaylistItem, 'sourceType' | 'url' | 'spliceType'> {
  readonly key: string;
  /** Seconds. */
  readonly duration: Typed;
  readonly cuePoints: readonly CuePointValues[];
}

export interface PlaylistValues {
  readonly name: string;
  readonly type: PlaylistType;
  readonly status: Playlist['status'];
  /** `2026-03-01T20:15:00`, UTC; '' for none. */
  readonly startDate: string;
  readonly loops: boolean;
  readonly fillerUrl: string;
  readonly items: readonly ItemValues[];
}

const newKey = () => crypto.randomUUID();

export function newCuePoint(): CuePointValues {
  return { key: newKey(), spliceTime: 0, maxDuration: 30, maxAds: 1 };
}

export function newItem(): ItemValues {
  return {
    ...{ key: newKey(), sourceType: 'url', url: '', spliceType: 'seconds', duration: 600 },
    cuePoints: [],
  };
}

export function newPlaylistValues(name: string): PlaylistValues {
  return {
    ...{ name, type: 'vod', status: 'disabled', startDate: '', loops: true, fillerUrl: '' },
    items: [],
  };
}

/** The format of a date field: to the second, without a zone. */
export function utcFieldText(at: string | null): string {
  return at === null ? '' : at.slice(0, 19);
}

export function playlistValues(playlist: Playlist): PlaylistValues {
  const { name, type, status, startDate, loops, fillerUrl, contents } = playlist;
  return {
    ...{ name, type, status, loops, fillerUrl },
    startDate: utcFieldText(startDate),
    items: contents.map((item) => ({
      ...item,
      key: newKey(),
      cuePoints: item.cuePoints.map((point) => ({ ...point, key: newKey() })),
    })),
  };
}

/** Undefined when empty, so that the schema reports a missing value. */
const amount = (typed: Typed) => (typed === '' ? Number.NaN : typed);

export function playlistBody(values: PlaylistValues): PlaylistInput {
  const { name, type, status, startDate, loops, fillerUrl, items } = values;
  const date = new Date(`${startDate}Z`);
  return {
    ...{ name, type, status, loops, fillerUrl },
    startDate: type === 'vod2live' && !Number.isNaN(date.getTime()) ? date.toISOString() : null,
    contents: items.map(({ key: _, ...item }) => ({
      ...item,
      url: item.sourceType === 'url' ? item.url : '',
      duration: amount(item.duration),
      cuePoints: item.cuePoints.map(({ key: _key, ...point }) => ({
        spliceTime: amount(point.spliceTime),
        maxDuration: amount(point.maxDuration),
        maxAds: amount(point.maxAds),
      })),
    })),
  };
}

/** One sentence by path of the field, e.g. `contents.0.url`. */
export type Problems = Readonly<Record<string, string>>;

/** Problems of the values by the schema of the contract. */
export function playlistProblems(values: PlaylistValues): Problems {
  const result = playlistInput.safeParse(playlistBody(values));
  if (result.success) return {};
  const found: Record<string, string> = {};
  for (const { path, message } of result.error.issues) found[path.join('.')] ??= known(message);
  return found;
}

/** Row keys are not stored. */
export function isChanged(values: PlaylistValues, stored: PlaylistValues): boolean {
  const plain = (of: PlaylistValues) =>
    JSON.stringify(of, (name, value: unknown) => (name === 'key' ? undefined : value));
  return plain(values) !== plain(stored);
}
