// Assets as text and channels made of them, for tests: reading is part of what is tested.
import type { PlaylistItem } from '@interlude/contract';
import { effectiveGenerations, firstTakeover, type Generation } from './generation.ts';
import { parseGeneration } from './generation-text.ts';
import { countedHls, type HlsProgramme, hlsGeneration, hlsProgramme } from './hls-generation.ts';
import { hlsItemRenditions, readHlsItem } from './hls-item.ts';
import type { ItemTexts } from './item-texts.ts';
import { takeOver } from './takeover.ts';
import {
  type HlsGeneration,
  type LinearPlaylist,
  writeLinearPlaylist,
} from './write-linear-playlist.ts';

export interface Asset {
  readonly name: string;
  /** EXTINF of each segment as written. */
  readonly seconds: readonly string[];
  readonly form?: 'ts' | 'fmp4';
  /** Seconds of each segment of the audio; left out = with the video. */
  readonly audioSeconds?: readonly string[] | undefined;
  readonly subtitles?: boolean;
  /** Lines before a segment, by its index. */
  readonly tags?: Readonly<Record<number, string>>;
  readonly heights?: readonly number[];
  readonly codecs?: string;
}

const listText = (names: string, seconds: readonly string[], asset: Asset): string => {
  const map = asset.form === 'fmp4' ? `#EXT-X-MAP:URI="${names}-init.mp4"\n` : '';
  const suffix = asset.form === 'fmp4' ? 'm4s' : 'ts';
  const segments = seconds.map(
    (one, index) => `${asset.tags?.[index] ?? ''}#EXTINF:${one},\n${names}-${index}.${suffix}\n`,
  );
  const longest = Math.max(...seconds.map(Number));
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:${Math.ceil(longest)}\n#EXT-X-PLAYLIST-TYPE:VOD\n${map}${segments.join('')}#EXT-X-ENDLIST\n`;
};

export function itemTexts(asset: Asset): ItemTexts {
  const url = `https://origin.example/${asset.name}/master.m3u8`;
  const { heights = [360, 720], audioSeconds, subtitles, codecs = 'avc1.64001f,mp4a.40.2' } = asset;
  const groups = `${audioSeconds ? ',AUDIO="sound"' : ''}${subtitles ? ',SUBTITLES="text"' : ''}`;
  const text = `#EXTM3U
#EXT-X-INDEPENDENT-SEGMENTS
${audioSeconds ? '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="de",LANGUAGE="de",DEFAULT=YES,URI="a.m3u8"\n' : ''}\
${subtitles ? '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="text",NAME="de",LANGUAGE="de",URI="s.m3u8"\n' : ''}\
${heights.map((height) => `#EXT-X-STREAM-INF:BANDWIDTH=${height * 3000},RESOLUTION=${Math.round((height * 16) / 9)}x${height},CODECS="${codecs}"${groups}\nv${height}.m3u8\n`).join('')}`;
  const manifest = { url, text };
  const media = Object.fromEntries(
    hlsItemRenditions(manifest).map((rendition) => {
      const seconds = rendition.kind === 'audio' ? (audioSeconds ?? []) : asset.seconds;
      const name = rendition.url.replace('.m3u8', '').split('/').at(-1) ?? '';
      const of = rendition.kind === 'subtitles' ? { ...asset, form: 'ts' as const } : asset;
      return [rendition.url, { url: rendition.url, text: listText(name, seconds, of) }];
    }),
  );
  return { kind: 'hls', manifest, media };
}

export const entrySettings = (
  part: Partial<Pick<PlaylistItem, 'cuePoints' | 'spliceType' | 'duration'>> = {},
) => ({
  url: 'https://origin.example/',
  cuePoints: [],
  spliceType: 'seconds' as const,
  duration: 600,
  ...part,
});

export interface Wanted {
  readonly asset: Asset;
  readonly settings?: Parameters<typeof entrySettings>[0];
}

export function programmeOf(wanted: readonly Wanted[], filler?: Asset): HlsProgramme {
  const { programme } = hlsProgramme(
    wanted.map(({ asset, settings }) => ({
      settings: entrySettings(settings),
      read: readHlsItem(itemTexts(asset)),
    })),
    filler && readHlsItem(itemTexts(filler)),
  );
  if (programme === undefined) throw new Error('nothing is left of the playlist');
  return programme;
}

/** A channel as one process has it. */
export class LinearRig {
  #generations: readonly Generation<HlsProgramme>[];
  #ready: readonly Generation<HlsGeneration>[];
  readonly #startUs: number;
  readonly #loops: boolean;

  constructor(programme: HlsProgramme, startUs: number, loops = true) {
    this.#startUs = startUs;
    this.#loops = loops;
    const takeover = firstTakeover(startUs, programme.targetDuration);
    this.#generations = effectiveGenerations([
      { takeover, cycle: programme.cycle, loops, content: programme },
    ]);
    this.#ready = this.#generations.map(hlsGeneration);
  }

  save(programme: HlsProgramme, nowMs: number, startUs = this.#startUs): void {
    const next = { ...programme, loops: this.#loops, startUs };
    const takeover = takeOver(this.#generations, next, nowMs, countedHls);
    const added = { takeover, cycle: programme.cycle, loops: this.#loops, content: programme };
    this.#generations = effectiveGenerations([...this.#generations, added]);
    this.#ready = this.#generations.map(hlsGeneration);
  }

  /** The channel in another process, which has only the stored generations. */
  restarted(programme: HlsProgramme): LinearRig {
    const other = new LinearRig(programme, this.#startUs, this.#loops);
    const generations = this.#generations.map((generation) => {
      const text = JSON.stringify({ ...generation, content: undefined, contents: [] });
      const stored = parseGeneration(JSON.parse(text));
      if (stored === undefined) throw new Error('a generation can be read again');
      return { ...generation, takeover: stored.takeover, loops: stored.loops };
    });
    other.#generations = effectiveGenerations(generations);
    other.#ready = other.#generations.map(hlsGeneration);
    return other;
  }

  playlist(renditionId: string, nowMs: number): LinearPlaylist {
    return writeLinearPlaylist(this.#ready, renditionId, nowMs);
  }
}
