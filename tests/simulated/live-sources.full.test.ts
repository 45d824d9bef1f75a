import { describe, expect, test } from 'vitest';
import { crossedForms, delayedForms, everyForm, type LiveSource } from './live-sources.ts';
import { watchLiveSources } from './watch-live-sources.ts';

const TEN_BREAKS = 10;
const EVERY_MOMENT = 1;
/** Sources watched at once: as many as one process can handle with their viewers. */
const AT_ONCE = 20;

function grouped(sources: readonly LiveSource[]) {
  const groups: (readonly [name: string, sources: readonly LiveSource[]])[] = [];
  for (let first = 0; first < sources.length; first += AT_ONCE) {
    groups.push([sources[first]?.name ?? '', sources.slice(first, first + AT_ONCE)]);
  }
  return groups;
}

async function expectNoFinding(
  sources: readonly LiveSource[],
  breaks: number,
  joinEvery: number,
): Promise<void> {
  const { findings, withoutAds } = await watchLiveSources(sources, breaks, joinEvery);
  expect(findings).toEqual([]);
  expect(withoutAds).toEqual([]);
}

describe('H1 to H36, D1 to D19 sessions that join all over a break get its ads without a finding', () => {
  test.each(everyForm.map((source) => [source.name, source] as const))(
    'on %s, at each half segment, for ten breaks',
    (_, source) => expectNoFinding([source], TEN_BREAKS, EVERY_MOMENT),
    600_000,
  );

  test.each(grouped(crossedForms))(
    'on crossed forms of source, from %s on, for three breaks',
    (_, sources) => expectNoFinding(sources, 3, 3),
    600_000,
  );

  test.each(grouped(delayedForms))(
    'behind a live delay, from %s on, for five breaks',
    (_, sources) => expectNoFinding(sources, 5, 3),
    600_000,
  );
});
