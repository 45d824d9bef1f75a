/**
 * MPD patches: a player with an MPD of a long time-shift buffer gets the segments added since, not the hours that it
 * has. The address of a patch contains the end of each list in the player's MPD, so that any stitcher can answer
 * without an earlier output. Patches add segments to the last Period; when anything else has changed, above all a
 * break, they remove PatchLocation, and the player requests the whole MPD.
 * @see ISO/IEC 23009-1:2022 §5.15; RFC 5261; ADR 0073
 */
import { element, formatDateTime, writeElement } from '@interlude/dash';
import type { GrowingList, GrowingPeriod } from './growing-period.ts';
import { listedSince } from './track-text.ts';

const NAMESPACE = 'urn:mpeg:dash:schema:mpd-patch:2020';
/** An MPD can be patched for this long after it was published, seconds. */
const PATCH_TTL_SECONDS = 300;
/** Patches remove no segments that have left the buffer; the whole MPD does, after this long. */
const WHOLE_AFTER_MS = 600_000;

/** State of the MPD that a player has. */
export interface PatchBase {
  /** Epoch ms. */
  readonly publishTimeMs: number;
  /** publishTime of the whole MPD to which patches have been applied, epoch ms. */
  readonly wholeMs: number;
  /** Digest of everything but the listed segments. */
  readonly form: string;
  /** End of each list of the last Period, as the source prints it. */
  readonly ends: readonly string[];
}

/** UTCTiming of a direct scheme: its value is a time that changes with each update (ISO/IEC 23009-1 §5.8.4.11). */
export interface DirectClock {
  /** Position among the UTCTiming elements, from 1. */
  readonly position: number;
  /** Its @value as printed. */
  readonly value: string;
}

const CLOCK = /<UTCTiming\b[^>]*>/g;

/** @returns the direct clocks of a text, and the text without their values */
export function directClocks(text: string) {
  const clocks: DirectClock[] = [];
  let position = 0;
  const rest = text.replace(CLOCK, (tag) => {
    position++;
    const [, value] = /\svalue="([^"]*)"/.exec(tag) ?? [];
    if (value === undefined || !tag.includes(':utc:direct:')) return tag;
    clocks.push({ position, value });
    return tag.replace(value, '');
  });
  return { rest, clocks };
}

/** State of an output from which the next patch is made. */
export interface PatchedMpd {
  readonly mpdId: string;
  readonly publishTimeMs: number;
  /** Undefined where no patch can follow it. */
  readonly growing:
    | {
        readonly period: GrowingPeriod;
        readonly clocks: readonly DirectClock[];
        readonly form: string;
      }
    | undefined;
  readonly sessionUrl: string;
}

/** Query parameter of a patch's address with its base. */
export const PATCH_BASE = 'base';
const BASE = /^([0-9a-z]{1,10})_([0-9a-z]{1,10})_([0-9a-z]{1,24})((?:_-?\d{1,20}){1,24})$/;

/** A base as the text in an address. */
function writePatchBase({ publishTimeMs, wholeMs, form, ends }: PatchBase): string {
  return [publishTimeMs.toString(36), wholeMs.toString(36), form, ...ends].join('_');
}

/** Undefined of a text that `writePatchBase` does not write. */
export function readPatchBase(text: string): PatchBase | undefined {
  const [, published = '', whole = '', form = '', ends = ''] = BASE.exec(text) ?? [];
  if (published === '') return undefined;
  const [publishTimeMs = 0, wholeMs = 0] = [published, whole].map((ms) => Number.parseInt(ms, 36));
  return { publishTimeMs, wholeMs, form, ends: ends.slice(1).split('_') };
}

/** Address of a patch: that of the session's MPD with `.mpp` for `.mpd`, and the base. */
function patchUrl(sessionUrl: string, base: string): string {
  const url = new URL(sessionUrl);
  url.pathname = url.pathname.replace(/\.mpd$/, '.mpp');
  url.searchParams.set(PATCH_BASE, base);
  return url.href;
}

function locationOf(base: PatchBase, { sessionUrl }: PatchedMpd): string {
  const address = patchUrl(sessionUrl, writePatchBase(base));
  return writeElement(element('PatchLocation', { ttl: PATCH_TTL_SECONDS }, [address]));
}

/** PatchLocation of a whole MPD; '' where no patch can follow it. */
export function patchLocation(mpd: PatchedMpd): string {
  const { growing, publishTimeMs } = mpd;
  if (growing === undefined) return '';
  const ends = growing.period.lists.map(({ end }) => end);
  const { form } = growing;
  return locationOf({ publishTimeMs, wholeMs: publishTimeMs, form, ends }, mpd);
}

/** The later of two ends: the player may have more than this output, from a stitcher that is a reading ahead. */
const laterOf = (a: string, b: string) => (BigInt(a) > BigInt(b) ? a : b);

/** Whether a base is made up: no MPD that can be patched ended so early, and all kept segments would be listed. */
const isTooEarly = ({ track, end }: GrowingList, before: string) =>
  Number(BigInt(end) - BigInt(before)) > (WHOLE_AFTER_MS / 1000) * track.timescale;

const replaced = (sel: string, text: string) => `<replace sel="${sel}">${text}</replace>`;

/** Segments to add to the lists that a player has; undefined when more than listed segments has changed. */
function growth({ growing }: PatchedMpd, { form, ends }: PatchBase) {
  if (growing?.form !== form || growing.period.lists.length !== ends.length) return undefined;
  const { id, lists, untilMs } = growing.period;
  if (lists.some((list, index) => isTooEarly(list, ends[index] ?? list.end))) return undefined;
  const clocks = growing.clocks.map(({ position, value }) =>
    replaced(`/MPD/UTCTiming[${position}]/@value`, value),
  );
  const grown = lists.map(({ path, track, end }, index) => {
    const before = ends[index] ?? end;
    const added = listedSince(track, before, untilMs);
    const operation = `<add sel="/MPD/Period[@id='${id}']/${path}">${added}</add>`;
    return { end: laterOf(before, end), operations: added === '' ? [] : [operation] };
  });
  return {
    ends: grown.map(({ end }) => end),
    operations: [...clocks, ...grown.flatMap(({ operations }) => operations)],
  };
}

/**
 * Patch for a player with the MPD of `base`.
 * @returns the document that makes it the newest MPD, or one without PatchLocation, after
 * which the player requests the whole MPD
 */
export function mpdPatch(mpd: PatchedMpd, base: PatchBase): string {
  const isOld = mpd.publishTimeMs - base.wholeMs > WHOLE_AFTER_MS;
  const added = isOld ? undefined : growth(mpd, base);
  // It moves even without news: players refuse a patch that does not move it.
  const publishTimeMs = Math.max(mpd.publishTimeMs, base.publishTimeMs + 1);
  const published = formatDateTime(publishTimeMs);
  const location = '/MPD/PatchLocation[1]';
  const operations = [
    replaced('/MPD/@publishTime', published),
    ...(added === undefined
      ? [`<remove sel="${location}"/>`]
      : [
          replaced(location, locationOf({ ...base, publishTimeMs, ends: added.ends }, mpd)),
          ...added.operations,
        ]),
  ];
  const attributes = {
    xmlns: NAMESPACE,
    mpdId: mpd.mpdId,
    originalPublishTime: formatDateTime(base.publishTimeMs),
    publishTime: published,
  };
  const open = `${writeElement(element('Patch', attributes)).slice(0, -2)}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${open}\n${operations.join('\n')}\n</Patch>\n`;
}
