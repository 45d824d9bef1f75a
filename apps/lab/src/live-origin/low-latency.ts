/** The low-latency flavour (RFC 8216bis §4.4.3.7, §4.4.4.9, §6.2.5.2): four parts to a segment, blocking reload. */
import { domainError } from '@interlude/contract/errors';
import { EPOCH_MS, SEGMENT_MS } from './live-clock.ts';
import { edgeSegment } from './live-options.ts';

export const PARTS = 4;
const PART_MS = SEGMENT_MS / PARTS;
const PART_SECONDS = (PART_MS / 1000).toFixed(2);

export const serverControlLines: readonly string[] = [
  `#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=${((PART_MS * 3) / 1000).toFixed(2)},HOLD-BACK=12`,
  `#EXT-X-PART-INF:PART-TARGET=${PART_SECONDS}`,
];

/** Complete parts of the segment that began at `startMs`. */
export const partsAt = (nowMs: number, startMs: number) =>
  Math.max(0, Math.min(PARTS, Math.floor((nowMs - startMs) / PART_MS)));

const partUri = (folder: string, segment: number, part: number) =>
  `${folder}/${segment}.p${part}.m4s`;

export function partLines(folder: string, segment: number, count: number): string[] {
  return Array.from({ length: count }, (_, part) => {
    const independent = part === 0 ? ',INDEPENDENT=YES' : '';
    return `#EXT-X-PART:DURATION=${PART_SECONDS},URI="${partUri(folder, segment, part)}"${independent}`;
  });
}

export function hintLines(folder: string, segment: number, parts: number): string[] {
  const [next, part] = parts === PARTS ? [segment + 1, 0] : [segment, parts];
  return [`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${partUri(folder, next, part)}"`];
}

/** When a part is complete, epoch milliseconds. */
export const partReadyMs = (segment: number, part: number) =>
  EPOCH_MS + segment * SEGMENT_MS + (part + 1) * PART_MS;

/**
 * The time at which the playlist has `_HLS_msn` and `_HLS_part`, epoch milliseconds; undefined without these
 * directives.
 * @throws {DomainError} REQUEST_INVALID for a segment too far ahead
 */
export function blockedUntilMs(query: URLSearchParams, nowMs: number): number | undefined {
  const sequence = query.get('_HLS_msn');
  if (sequence === null || !/^\d{1,12}$/.test(sequence)) return undefined;
  const segment = Number(sequence);
  const part = /^\d{1,3}$/.exec(query.get('_HLS_part') ?? '')?.[0];
  const parts = part === undefined ? PARTS : Math.min(PARTS, Number(part) + 1);
  if (segment > edgeSegment(nowMs) + 3) {
    throw domainError('REQUEST_INVALID', { reason: '_HLS_msn is too far ahead' });
  }
  return partReadyMs(segment, parts - 1);
}
