import { formatDateTime } from '@interlude/hls';
import { type AuditState, auditSession, EMPTY_AUDIT, type Finding } from './index.ts';

/** A correct stitched session, laid out once; every output is a window of it. */
export interface Entry {
  readonly uri: string;
  readonly seconds: number;
  readonly startMs: number;
  readonly discontinuity: boolean;
  readonly map: string;
  readonly key: string;
}

export const SESSION_START_MS = Date.UTC(2026, 2, 1, 12);
const AD_SEGMENT_SECONDS = 2;

export interface SessionShape {
  /** Of content segments, seconds. */
  readonly segmentSeconds: number;
  /** Start and ad lengths of each break, seconds of session time; ads in whole ad segments. */
  readonly breaks: readonly { readonly atSeconds: number; readonly ads: readonly number[] }[];
  readonly totalSeconds: number;
}

export const adOf = (uri: string): string | undefined => /^ad\/([^/]+)/.exec(uri)?.[1];

class Layout {
  readonly entries: Entry[] = [];
  #seconds = 0;

  get seconds(): number {
    return this.#seconds;
  }

  add(uri: string, seconds: number, discontinuity: boolean, map: string, key: string): void {
    const startMs = SESSION_START_MS + this.#seconds * 1000;
    this.entries.push({ uri, seconds, startMs, discontinuity, map, key });
    this.#seconds += seconds;
  }

  addBreak(ads: readonly number[], index: number): void {
    ads.forEach((length, place) => {
      for (let at = 0; at < length; at += AD_SEGMENT_SECONDS)
        this.add(
          `ad/${index}-${place}/s${at}.m4s`,
          Math.min(AD_SEGMENT_SECONDS, length - at),
          at === 0,
          `ad/${index}-${place}/init.mp4`,
          'METHOD=NONE',
        );
    });
  }
}

/** Content is cut at the first own boundary at or after a break's start; ads replace it from there. */
export function layOut(shape: SessionShape): Entry[] {
  const layout = new Layout();
  const waiting = shape.breaks.map((one, index) => ({ ...one, index }));
  let returning = false;
  let number = 0;
  while (layout.seconds < shape.totalSeconds) {
    const next = waiting[0];
    if (next !== undefined && layout.seconds >= next.atSeconds) {
      waiting.shift();
      layout.addBreak(next.ads, next.index);
      returning = true;
      continue;
    }
    const key = `METHOD=AES-128,URI="key",IV=0x${(number + 900).toString(16).padStart(32, '0')}`;
    layout.add(`content/${number++}.m4s`, shape.segmentSeconds, returning, 'init.mp4', key);
    returning = false;
  }
  return layout.entries;
}

/** Prints the window [from, to) of the layout as a stitcher should. */
export function print(entries: readonly Entry[], from: number, to: number): string {
  const gone = entries.slice(0, from).filter((entry) => entry.discontinuity).length;
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:4',
    `#EXT-X-MEDIA-SEQUENCE:${500 + from}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${10 + gone}`,
  ];
  let before: Entry | undefined;
  for (const entry of entries.slice(from, to)) {
    if (entry.discontinuity) lines.push('#EXT-X-DISCONTINUITY');
    // EXT-X-KEY applies to the EXT-X-MAP tags after it (RFC 8216 4.3.2.4).
    if (before === undefined || before.key !== entry.key) lines.push(`#EXT-X-KEY:${entry.key}`);
    if (before === undefined || before.map !== entry.map)
      lines.push(`#EXT-X-MAP:URI="${entry.map}"`);
    if (before === undefined || entry.discontinuity)
      lines.push(`#EXT-X-PROGRAM-DATE-TIME:${formatDateTime(entry.startMs)}`);
    lines.push(`#EXTINF:${entry.seconds.toFixed(3)},`, entry.uri);
    before = entry;
  }
  return `${lines.join('\n')}\n`;
}

export interface Judged {
  readonly findings: readonly Finding[];
  readonly rules: readonly string[];
}

/** Judges outputs in order; a number in place of a time is seconds after the session's start. */
export function judge(
  outputs: readonly { rendition?: string; atSeconds?: number; text: string }[],
  classify = true,
): Judged {
  let state: AuditState = EMPTY_AUDIT;
  const findings: Finding[] = [];
  outputs.forEach(({ rendition = 'video', atSeconds, text }, index) => {
    const result = auditSession(
      state,
      {
        renditionId: rendition,
        fetchedAtMs: SESSION_START_MS + (atSeconds ?? index * 2) * 1000,
        text,
      },
      classify ? { adOf } : {},
    );
    state = result.state;
    findings.push(...result.findings);
  });
  return { findings, rules: [...new Set(findings.map((finding) => finding.rule))].sort() };
}
