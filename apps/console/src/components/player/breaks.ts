/**
 * The ad breaks of a playback session from the stitcher, and their positions on the player's timeline. Times are
 * milliseconds: for live channels since the epoch, on the clock of EXT-X-PROGRAM-DATE-TIME; for VoD assets since the start.
 */
import { useQuery } from '@tanstack/react-query';
import { t } from '../../texts/t.ts';

export interface PlayedAd {
  readonly id: string;
  readonly title: string;
  readonly startMs: number;
  readonly durationMs: number;
}

export interface PlayedBreak {
  readonly id: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly ads: readonly PlayedAd[];
}

/**
 * The address of a session's breaks beside its manifest:
 * `…/hls/{channelId}/master.m3u8?sid=…` → `…/hls/{channelId}/{sid}/breaks.json`,
 * `…/dash/{channelId}/{sid}.mpd` → `…/dash/{channelId}/{sid}/breaks.json`.
 * Undefined when the manifest carries no session: then nothing is inserted.
 */
export function breaksUrl(manifestUrl: string): string | undefined {
  if (!URL.canParse(manifestUrl)) return;
  const url = new URL(manifestUrl);
  const sid = url.searchParams.get('sid') || dashSession(url);
  return sid === undefined
    ? undefined
    : new URL(`${encodeURIComponent(sid)}/breaks.json`, url).href;
}

/** The URL of the channel, which starts a session, ends in `/manifest.mpd`. */
function dashSession({ pathname }: URL): string | undefined {
  const name = /\/dash\/[^/]+\/([\w.~-]+)\.mpd$/.exec(pathname)?.[1];
  return name === 'manifest' ? undefined : name;
}

/** Parses the breaks of an answer; invalid entries are dropped. */
export function readBreaks(answer: unknown): PlayedBreak[] {
  const rows = Array.isArray(answer) ? answer : recordOf(answer)['breaks'];
  return listOf(rows).flatMap((row) => {
    const { id, startMs, endMs, ads } = recordOf(row);
    if (!isTime(startMs) || !isTime(endMs) || endMs <= startMs) return [];
    return [{ id: String(id ?? startMs), startMs, endMs, ads: listOf(ads).flatMap(readAd) }];
  });
}

function readAd(row: unknown): PlayedAd[] {
  const { id, title, startMs, durationMs } = recordOf(row);
  if (!isTime(startMs) || !isTime(durationMs)) return [];
  return [{ id: String(id ?? ''), title: String(title ?? ''), startMs, durationMs }];
}

/** Requests the breaks from the stitcher; a session without them has no marks. */
export async function fetchBreaks(url: string, signal: AbortSignal): Promise<PlayedBreak[]> {
  const answer = await fetch(url, { signal });
  return answer.ok ? readBreaks(await answer.json()) : [];
}

export interface Mark {
  readonly id: string;
  readonly label: string;
  /** Percent of the bar. */
  readonly left: number;
  readonly width: number;
}

/** The positions of breaks on a timeline from `startMs` to `endMs`, clipped to it. */
export function barMarks(
  breaks: readonly PlayedBreak[],
  bar: { readonly startMs: number; readonly endMs: number },
): Mark[] {
  const length = bar.endMs - bar.startMs;
  if (length <= 0) return [];
  return breaks.flatMap((each) => {
    const from = Math.max(each.startMs, bar.startMs);
    const to = Math.min(each.endMs, bar.endMs);
    if (to <= from) return [];
    const left = ((from - bar.startMs) / length) * 100;
    const seconds = Math.round((each.endMs - each.startMs) / 1_000);
    const label = t('Ad break of {seconds} s with {count} ads', {
      seconds,
      count: each.ads.length,
    });
    return [{ id: each.id, label, left, width: ((to - from) / length) * 100 }];
  });
}

export interface AdOnAir {
  /** From 1. */
  readonly position: number;
  readonly count: number;
  readonly title: string;
  readonly remainingMs: number;
}

/** The ad at a time; undefined in content and slate. */
export function adAt(breaks: readonly PlayedBreak[], atMs: number): AdOnAir | undefined {
  const open = breaks.find((each) => atMs >= each.startMs && atMs < each.endMs);
  if (open === undefined) return;
  const index = open.ads.findIndex((ad) => atMs >= ad.startMs && atMs < ad.startMs + ad.durationMs);
  const ad = open.ads[index];
  if (ad === undefined) return;
  return {
    position: index + 1,
    count: open.ads.length,
    title: ad.title,
    remainingMs: ad.startMs + ad.durationMs - atMs,
  };
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

const breaksRefreshMs = 4_000;
const none: readonly PlayedBreak[] = [];

/** Polls the breaks of a playback session while the player is open. */
export function useBreaks(manifestUrl: string | undefined): readonly PlayedBreak[] {
  const url = manifestUrl === undefined ? undefined : breaksUrl(manifestUrl);
  const { data } = useQuery({
    queryKey: ['breaks', url],
    queryFn: ({ signal }) => (url === undefined ? [] : fetchBreaks(url, signal)),
    enabled: url !== undefined,
    refetchInterval: breaksRefreshMs,
    retry: false,
  });
  return data ?? none;
}
