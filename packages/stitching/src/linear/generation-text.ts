/** A generation as it is stored: the saved playlist and its takeover. */

import type { PlaylistItem } from '@interlude/contract';
import { playlistItem } from '@interlude/contract';
import type { Takeover } from './generation.ts';

export interface StoredGeneration {
  readonly takeover: Takeover;
  readonly loops: boolean;
  /** Empty = none. */
  readonly fillerUrl: string;
  readonly contents: readonly PlaylistItem[];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const numberOf = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0;

const numbersOf = (value: unknown) =>
  Object.fromEntries(
    isRecord(value) ? Object.entries(value).map(([id, one]) => [id, numberOf(one)]) : [],
  );

function takeoverOf(value: unknown): Takeover | undefined {
  if (!isRecord(value)) return undefined;
  const { fromUs, anchorUs, discontinuities, targetDuration, endsBreak } = value;
  if (typeof fromUs !== 'number' || typeof anchorUs !== 'number') return undefined;
  return {
    fromUs,
    anchorUs,
    numbers: numbersOf(value['numbers']),
    earliestUs: numbersOf(value['earliestUs']),
    discontinuities: numberOf(discontinuities),
    targetDuration: numberOf(targetDuration),
    endsBreak: endsBreak === true,
  };
}

/**
 * Reads a stored generation; undefined when the value is none.
 * @see ADR 0023
 */
export function parseGeneration(value: unknown): StoredGeneration | undefined {
  if (!isRecord(value)) return undefined;
  const takeover = takeoverOf(value['takeover']);
  const contents = playlistItem.array().safeParse(value['contents']);
  if (takeover === undefined || !contents.success) return undefined;
  return {
    takeover,
    loops: value['loops'] === true,
    fillerUrl: String(value['fillerUrl'] ?? ''),
    contents: contents.data,
  };
}
