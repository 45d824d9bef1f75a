// Starts of several events at one place: which of them is the break (SCTE-S3). One rule for both protocols.

/** Single ads; inside a break they neither open nor close it (SCTE 35 2023r1 table 23). */
const PER_AD_TYPES: ReadonlySet<number> = new Set([0x30, 0x31, 0x32, 0x33]);

export function isPerAdType(typeId: number | undefined): boolean {
  return typeId !== undefined && PER_AD_TYPES.has(typeId);
}

/** Fields of a start that identify its event and order nested ones. */
export interface StartOfEvent {
  readonly eventId?: string | undefined;
  readonly segmentationTypeId?: number | undefined;
  readonly durationSeconds?: number | undefined;
}

/** Durations that differ by less, seconds, are equal but for rounding. */
const SAME_DURATION_SECONDS = 1;

/** Outer segmentations before those that may lie inside them (SCTE 35 2023r1 §10.3.3.1, table 23). */
const OUTERMOST_FIRST = [0x22, 0x44, 0x46, 0x34, 0x36, 0x32, 0x30];

function rank(typeId: number): number {
  const index = OUTERMOST_FIRST.indexOf(typeId);
  return index < 0 ? OUTERMOST_FIRST.length : index;
}

function longerBy(a: StartOfEvent, b: StartOfEvent): number {
  if (a.durationSeconds === undefined || b.durationSeconds === undefined) return 0;
  const seconds = a.durationSeconds - b.durationSeconds;
  return Math.abs(seconds) > SAME_DURATION_SECONDS ? seconds : 0;
}

/** Whether two starts at one place are of two events: by their ids, or because only one is a single ad. */
export function areTwoEvents(a: StartOfEvent, b: StartOfEvent): boolean {
  if (a.eventId !== undefined && b.eventId !== undefined && a.eventId !== b.eventId) return true;
  if (isPerAdType(a.segmentationTypeId) === isPerAdType(b.segmentationTypeId)) return false;
  const areTyped = a.segmentationTypeId !== undefined && b.segmentationTypeId !== undefined;
  return areTyped || longerBy(a, b) !== 0;
}

/**
 * Orders events that begin at one place from the outermost inwards: a placement opportunity or splice_insert before a
 * single ad, a longer event before a shorter one, then by segmentation type.
 * @returns below 0: `b` is nested in `a`; 0: neither is in the other, the one seen first counts (D17)
 * @see SCTE 35 2023r1 §10.3.3.1, table 23; rule SCTE-S3
 */
export function compareNesting(a: StartOfEvent, b: StartOfEvent): number {
  const ads = Number(isPerAdType(a.segmentationTypeId)) - Number(isPerAdType(b.segmentationTypeId));
  if (ads !== 0) return ads;
  const longer = longerBy(b, a);
  if (longer !== 0) return longer;
  if (a.segmentationTypeId === undefined || b.segmentationTypeId === undefined) return 0;
  return rank(a.segmentationTypeId) - rank(b.segmentationTypeId);
}
