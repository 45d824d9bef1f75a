// DASH assets as text and channels made of them, for tests.
import { parseMpd } from '@interlude/dash';
import { readDashItem } from './dash-item.ts';
import { countedDash, type DashProgramme, dashProgramme } from './dash-programme.ts';
import { effectiveGenerations, firstTakeover, type Generation } from './generation.ts';
import { entrySettings } from './linear.suite.ts';
import { takeOver } from './takeover.ts';
import { writeLinearMpd } from './write-linear-mpd.ts';

export interface VodAsset {
  readonly name: string;
  /** ms of each segment of the video; audio has segments of 1.984 s over as long. */
  readonly segmentsMs: readonly number[];
  readonly form?: 'time' | 'number' | 'list';
  readonly codecs?: string;
}

function timeline(segmentsMs: readonly number[]): string {
  return `<SegmentTimeline>${segmentsMs.map((ms, index) => `<S ${index === 0 ? 't="900" ' : ''}d="${ms}"/>`).join('')}</SegmentTimeline>`;
}

function track(kind: 'v' | 'a', form: VodAsset['form'], segmentsMs: readonly number[]): string {
  const common = 'timescale="1000" presentationTimeOffset="900"';
  if (form === 'list')
    return `<SegmentList ${common}><Initialization sourceURL="${kind}.mp4"/>${timeline(segmentsMs)}${segmentsMs.map((_, index) => `<SegmentURL media="${kind}${index}.m4s"/>`).join('')}</SegmentList>`;
  const media = form === 'number' ? '$Number$' : '$Time$';
  return `<SegmentTemplate ${common} startNumber="7" initialization="$RepresentationID$/init.mp4" media="$RepresentationID$/${media}.m4s">${timeline(segmentsMs)}</SegmentTemplate>`;
}

function mpdText({ name, segmentsMs, form, codecs = 'avc1.64001f' }: VodAsset): string {
  const totalMs = segmentsMs.reduce((sum, ms) => sum + ms, 0);
  const count = Math.max(1, Math.round(totalMs / 1_984));
  const audioMs = Array.from({ length: count }, (_, index) =>
    index === count - 1 ? totalMs - 1_984 * (count - 1) : 1_984,
  );
  return `<?xml version="1.0"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" xmlns:cenc="urn:mpeg:cenc:2013" type="static" mediaPresentationDuration="PT${totalMs / 1000}S" minBufferTime="PT2S" profiles="urn:mpeg:dash:profile:isoff-live:2011"><BaseURL>${name}/</BaseURL><Period><AdaptationSet id="1" contentType="video" mimeType="video/mp4">${track('v', form, segmentsMs)}<Representation id="v1" bandwidth="2000000" codecs="${codecs}" width="1280" height="720"/></AdaptationSet><AdaptationSet id="2" contentType="audio" mimeType="audio/mp4" lang="de">${track('a', form, audioMs)}<Representation id="a1" bandwidth="128000" codecs="mp4a.40.2"/></AdaptationSet></Period></MPD>`;
}

export const readVodAsset = (vodAsset: VodAsset) =>
  readDashItem({
    kind: 'dash',
    manifest: { url: 'https://origin.example/vod/manifest.mpd', text: mpdText(vodAsset) },
    media: {},
  });

export interface WantedItem {
  readonly vodAsset: VodAsset;
  readonly settings?: Parameters<typeof entrySettings>[0];
}

export function dashProgrammeOf(wanted: readonly WantedItem[], filler?: VodAsset): DashProgramme {
  const { programme } = dashProgramme(
    wanted.map(({ vodAsset, settings }) => ({
      settings: entrySettings(settings),
      read: readVodAsset(vodAsset),
    })),
    filler && readVodAsset(filler),
  );
  if (programme === undefined) throw new Error('nothing is left of the playlist');
  return programme;
}

/** Each piece is a run of its own, in the MPD of the channel and in what is stitched of it (D3). */
export const runOf = (periodId: string) => /\d+-\d+-\d+(?:\.\d+)?/.exec(periodId)?.[0] ?? periodId;

export class DashLinear {
  generations: readonly Generation<DashProgramme>[];
  readonly #loops: boolean;
  readonly #startMs: number;

  constructor(programme: DashProgramme, startMs: number, loops = true) {
    this.#startMs = startMs;
    this.#loops = loops;
    const takeover = firstTakeover(this.#startMs * 1_000, programme.targetDuration);
    this.generations = effectiveGenerations([
      { takeover, cycle: programme.cycle, loops, content: programme },
    ]);
  }

  save(programme: DashProgramme, nowMs: number): void {
    const next = { ...programme, loops: this.#loops, startUs: this.#startMs * 1_000 };
    const takeover = takeOver(this.generations, next, nowMs, countedDash);
    const added = { takeover, cycle: programme.cycle, loops: this.#loops, content: programme };
    this.generations = effectiveGenerations([...this.generations, added]);
  }

  text(atMs: number): string {
    return writeLinearMpd(this.generations, {
      nowMs: this.#startMs + atMs,
      id: 'channel',
      clockUrl: 'https://stitcher.example/linear/channel/time',
    }).text;
  }

  mpd(atMs: number) {
    const { mpd } = parseMpd(this.text(atMs));
    if (mpd === undefined) throw new Error('not an MPD');
    return mpd;
  }
}
