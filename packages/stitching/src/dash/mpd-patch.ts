/**
 * MPD patches: a player that has an MPD of a long time-shift buffer is sent the segments that came since, and not the
 * hours that it has. The address of a patch names what its MPD lists, so whoever answers needs to know no earlier output.
 * Patches add segments to the last Period; where anything else has changed, a break above all, they take PatchLocation
 * away, and the player requests the whole MPD.
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

/** What the MPD lists that a player has. */
export interface PatchBase {
  /** Epoch ms. */
  readonly publishTimeMs: number;
  /** When the whole MPD was published that it was made of, epoch ms. */
  readonly wholeMs: number;
  /** Differs where anything but listed segments does. */
  readonly form: string;
  /** Where each list of the last Period ends, as the source prints it. */
  readonly ends: readonly string[];
}

/** A clock that says the time in the MPD itself: another one with each update (ISO/IEC 23009-1 §5.8.4.11). */
export interface DirectClock {
  /** Among the UTCTiming elements, from 1. */
  readonly position: number;
  /** As it is written. */
  readonly value: string;
}

const CLOCK = /<UTCTiming\b[^>]*>/g;

/** @returns the direct clocks of a text, and the text without what they say */
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

/** What an output was, as far as the next patch needs to know. */
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

/** The parameter of a patch's address. */
export const PATCH_BASE = 'base';
const BASE = /^([0-9a-z]{1,10})_([0-9a-z]{1,10})_([0-9a-z]{1,24})((?:_-?\d{1,20}){1,24})$/;

/** As an address carries it. */
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

/** Beside the session's MPD: `.mpp` for `.mpd`, and what its player has. */
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

/** A player may have more than this: one that answers it may be a reading of the source ahead. */
const laterOf = (a: string, b: string) => (BigInt(a) > BigInt(b) ? a : b);

/** Of a base that was made up: no MPD that may still be patched ended so early, and all that is kept would be listed. */
const isTooEarly = ({ track, end }: GrowingList, before: string) =>
  Number(BigInt(end) - BigInt(before)) > (WHOLE_AFTER_MS / 1000) * track.timescale;

const replaced = (sel: string, text: string) => `<replace sel="${sel}">${text}</replace>`;

/** What comes to the lists that a player has; undefined when more than listed segments has changed. */
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

/** @returns the document that makes `base` the newest MPD, or one that is followed by a request for that */
export function mpdPatch(mpd: PatchedMpd, base: PatchBase): string {
  const isOld = mpd.publishTimeMs - base.wholeMs > WHOLE_AFTER_MS;
  const added = isOld ? undefined : growth(mpd, base);
  // Also where nothing is new: players refuse a patch that does not move it.
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
