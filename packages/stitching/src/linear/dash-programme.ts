// The programme of a saved playlist in DASH: its items one after the other, each in Periods of its own.
import type { DashItem } from './dash-item.ts';
import type { Counted } from './generation.ts';
import type { LinearEntry, LinearProgramme, LinearWarning } from './hls-generation.ts';
import type { ReadItem } from './hls-item.ts';
import { layOutCycle } from './lay-out-cycle.ts';
import { LINEAR_LIMITS } from './linear-limits.ts';

export interface DashProgramme extends LinearProgramme {
  /** Content of a part; -1 is the filler. */
  readonly itemOf: (content: number) => DashItem | undefined;
}

const FILLER_INDEX = -1;

/** Accepts an item with the codecs of the first: players then keep their decoders (ISO/IEC 23009-1 5.3.2.4). */
function fit(first: DashItem, read: ReadItem<DashItem>): ReadItem<DashItem> {
  if (read.kind === 'unusable') return read;
  const { forms } = read.item;
  const isAlike =
    forms.size > 0 &&
    [...forms].every((form) => first.forms.has(form)) &&
    hasAllKinds(first, forms);
  if (isAlike) return read;
  const wanted = [...first.forms].join(', ');
  return {
    kind: 'unusable',
    reason: `it has other codecs than the first item (${wanted})`,
  };
}

const kindOf = (form: string) => form.split(' ', 1)[0];

function hasAllKinds(first: DashItem, forms: ReadonlySet<string>): boolean {
  const kinds = new Set([...forms].map(kindOf));
  return [...first.forms].every((form) => kinds.has(kindOf(form)));
}

/**
 * Reads a playlist's items as one programme; all must have the codecs of the first usable item.
 * @returns the programme, undefined without a usable item, and a warning for each item that is left out
 * @see ISO/IEC 23009-1 §5.3.2.4; ADR 0023
 */
export function dashProgramme(
  entries: readonly LinearEntry<DashItem>[],
  filler: ReadItem<DashItem> | undefined,
): { readonly programme?: DashProgramme; readonly warnings: readonly LinearWarning[] } {
  const warnings: LinearWarning[] = [];
  const kept: { readonly item: DashItem; readonly settings: LinearEntry<DashItem>['settings'] }[] =
    [];
  for (const [index, { settings, read }] of entries.entries()) {
    const [first] = kept;
    const fitted = read.kind === 'item' ? fit(first?.item ?? read.item, read) : read;
    if (fitted.kind === 'item') kept.push({ item: fitted.item, settings });
    else warnings.push({ index, reason: fitted.reason });
  }
  const [first] = kept;
  if (first === undefined) return { warnings };
  const fitted = filler && fit(first.item, filler);
  if (fitted?.kind === 'unusable') warnings.push({ index: FILLER_INDEX, reason: fitted.reason });
  const fill = fitted?.kind === 'item' ? fitted.item : undefined;
  const itemOf = (content: number) => (content < 0 ? fill : kept[content]?.item);
  const cycle = layOutCycle(
    kept.map(({ item, settings }) => ({ settings, boundariesUs: item.boundariesUs })),
    fill?.boundariesUs ?? [],
  );
  if (cycle.lengthUs < LINEAR_LIMITS.minCycleUs) return { warnings };
  const longestMs = Math.max(
    ...[...kept.map(({ item }) => item), fill].map((one) => one?.longestMs ?? 0),
  );
  const programme = {
    cycle,
    itemOf,
    targetDuration: Math.max(1, Math.ceil(longestMs / 1_000)),
    boundariesOf: (content: number) => itemOf(content)?.boundariesUs ?? [0],
  };
  return { programme, warnings };
}

/**
 * Counts of a DASH generation: none, as ids of Periods follow from their times.
 * @see rule D6
 */
export const countedDash = (): Counted => ({
  numbers: {},
  discontinuities: 0,
});
