/**
 * Our parsers against those in common use, in one process on the same texts. Ours also edit and write; sums of the read
 * values are compared, so that neither is measured for work that it did not do.
 */
import { type Mpd, parseMpd, withAttributes, writeElement } from '@interlude/dash';
import { type MediaPlaylist, parseMediaPlaylist, playlistRuns, type Segment } from '@interlude/hls';
import { parseVast } from '@interlude/vast';
import type { BenchRow } from './bench-row.ts';
import { longMpd, longPlaylist, podVast } from './bench-texts.ts';
import { peers } from './peers.ts';
import { timed } from './timed.ts';

const SEGMENTS = 5_400;

function row(
  what: string,
  oursMs: number,
  peer: { readonly name: string; readonly ms: number },
  target: number,
): BenchRow {
  const ratio = peer.ms / oursMs;
  return {
    what,
    ours: `${oursMs.toFixed(3)} ms`,
    peer: `${peer.ms.toFixed(3)} ms (${peer.name})`,
    ratio,
    better: 'higher',
    isTargetMet: ratio >= target,
  };
}

function same(what: string, ours: number, theirs: number): void {
  if (Math.abs(ours - theirs) > 1e-6 * Math.abs(ours))
    throw new Error(`${what}: we read ${ours}, the peer ${theirs}: the work is not the same.`);
}

/** Ten ad segments in place of each break, into bytes as a server sends them. */
function editPlaylist(text: string): Buffer {
  const { playlist } = parseMediaPlaylist(text);
  const [first] = playlist.segments;
  const segments: Segment[] = [];
  let inBreak = false;
  for (const [index, segment] of playlist.segments.entries()) {
    const place = index % 150;
    if (place === 140) inBreak = true;
    if (place === 0) inBreak = false;
    segments.push(inBreak && first !== undefined ? first : segment);
  }
  return bytesOf({ ...headOf(playlist), segments });
}

function headOf({ header, trailer }: MediaPlaylist) {
  return { header, trailer };
}

function bytesOf(playlist: Parameters<typeof playlistRuns>[0]): Buffer {
  const runs = playlistRuns(playlist);
  const bytes = Buffer.allocUnsafe(runs.reduce((sum, run) => sum + run.length, 0));
  let at = 0;
  for (const run of runs) at += bytes.write(run, at, 'latin1');
  return bytes;
}

interface M3u8Manifest {
  readonly segments: readonly { readonly duration: number }[];
}

function benchHls(load: NodeJS.Require): BenchRow[] {
  const text = longPlaylist(SEGMENTS);
  const { Parser } = load('m3u8-parser') as {
    Parser: new () => { push(text: string): void; end(): void; manifest: M3u8Manifest };
  };
  const hlsParser = load('hls-parser') as { parse(text: string): M3u8Manifest };
  const m3u8 = () => {
    const parser = new Parser();
    parser.push(text);
    parser.end();
    return parser.manifest;
  };
  const seconds = (segments: readonly { readonly duration: number }[]) =>
    segments.reduce((sum, { duration }) => sum + duration, 0);
  const ours = parseMediaPlaylist(text).playlist.segments.map(({ durationSeconds }) => ({
    duration: durationSeconds,
  }));
  same('segments', ours.length, m3u8().segments.length);
  same('seconds', seconds(ours), seconds(m3u8().segments));
  same('seconds', seconds(ours), seconds(hlsParser.parse(text).segments));
  const oursMs = timed(() => editPlaylist(text));
  const what = `HLS, ${SEGMENTS} segments: parse + edit + write against parse`;
  return [
    row(what, oursMs, { name: 'm3u8-parser', ms: timed(m3u8) }, 15),
    row(what, oursMs, { name: 'hls-parser', ms: timed(() => hlsParser.parse(text)) }, 1),
  ];
}

type Reading = 'one timeline' | 'all timelines';

/** Replaces publishTime, the smallest edit of a stitcher; live it reads one timeline, that of the reference. */
function editMpd(text: string, reading: Reading): string {
  const { mpd } = parseMpd(text);
  if (mpd === undefined) throw new Error('our own MPD is none');
  countSegments(reading === 'all timelines' ? mpd.periods : mpd.periods.slice(0, 1));
  const edited = withAttributes(mpd.element, { publishTime: '2026-01-01T00:00:00Z' });
  return writeElement(edited);
}

/** Video segments that the timelines name. */
function countSegments(periods: Mpd['periods']): number {
  const sets = periods.flatMap(({ adaptationSets }) => adaptationSets);
  let count = 0;
  for (const { contentType, representations } of sets)
    for (const { addressing } of representations) {
      const runs = addressing.kind === 'timeline' ? addressing.runs : [];
      const segments = runs.reduce((sum, run) => sum + run.count, 0);
      if (contentType === 'video') count += segments;
    }
  return count;
}

function benchDash(load: NodeJS.Require): BenchRow[] {
  const text = longMpd();
  const mpdParser = load('mpd-parser') as {
    parse(
      text: string,
      options: { manifestUri: string },
    ): { playlists: readonly { segments: readonly { duration: number }[] }[] };
  };
  const { SaxesParser } = load('saxes') as {
    SaxesParser: new () => {
      on(event: string, callback: () => void): void;
      write(text: string): { close(): void };
    };
  };
  const parse = () => mpdParser.parse(text, { manifestUri: 'https://o.example/a.mpd' });
  const theirs = parse().playlists.reduce((sum, { segments }) => sum + segments.length, 0);
  const { mpd } = parseMpd(text);
  const ours = countSegments(mpd?.periods ?? []);
  same('video segments', ours, theirs);
  let elements = 0;
  const scan = () => {
    const parser = new SaxesParser();
    parser.on('opentag', () => {
      elements += 1;
    });
    parser.write(text).close();
    return elements;
  };
  const size = `${(text.length / 1e6).toFixed(1)} MB MPD`;
  const parseMs = timed(parse);
  const scanMs = timed(scan);
  return (['one timeline', 'all timelines'] as const).flatMap((reading) => {
    const oursMs = timed(() => editMpd(text, reading));
    const what = `${size}, ${reading} read: parse + edit + write`;
    return [
      row(what, oursMs, { name: 'mpd-parser, parse', ms: parseMs }, 50),
      row(what, oursMs, { name: 'saxes, bare scan', ms: scanMs }, 2),
    ];
  });
}

function benchVast(load: NodeJS.Require): BenchRow[] {
  const text = podVast(10);
  const { DOMParser } = load('@xmldom/xmldom') as {
    DOMParser: new () => { parseFromString(text: string, type: string): unknown };
  };
  const { VASTParser } = load('@dailymotion/vast-client') as {
    VASTParser: new () => {
      parseVastXml(xml: unknown, options: object): readonly unknown[];
    };
  };
  const theirs = () =>
    new VASTParser().parseVastXml(new DOMParser().parseFromString(text, 'text/xml'), {
      isRootVAST: true,
      url: 'https://ads.example/',
      wrapperDepth: 0,
    });
  const parsed = parseVast(text);
  same('ads', parsed.kind === 'ads' ? parsed.ads.length : 0, theirs().length);
  const oursMs = timed(() => parseVast(text));
  return [
    row('VAST, 10 ads: parse', oursMs, { name: 'vast-client with xmldom', ms: timed(theirs) }, 10),
  ];
}

export async function benchParse(): Promise<BenchRow[]> {
  const load = await peers();
  return [...benchHls(load), ...benchDash(load), ...benchVast(load)];
}
