/** Rates of stalls and exits within 15 s of a splice, beside those away from splices. */
import type { CounterName } from '../fold/batch.ts';
import { type SpliceKind, type SplicePlace, spliceWindowMs } from '../player-reports/splice-log.ts';
import type { CounterSum } from './figures.ts';
import {
  definitionOf,
  type Report,
  type ReportContext,
  ratioOf,
  sumOf,
  type TableColumn,
  tableOf,
  totalOf,
} from './report.ts';

const sums = ['stallSplices', 'stalls', 'exitSplices', 'exits', 'viewMs'] as const;

const kinds: readonly (readonly [SpliceKind, string])[] = [
  ['contentToAd', 'Content to ad'],
  ['adToAd', 'Ad to ad'],
  ['adToContent', 'Ad to content'],
];

/** Ms of a span away from splices: the length of the window at a splice, so that both rates can be compared. */
const spanMs = 2 * spliceWindowMs;

/** Creatives of a table: as many as one instance passes to the next. */
const mostCreatives = 20;

/** Null where nothing was observed. */
const perThousand = (count: number, observed: number): number | null => {
  const ratio = ratioOf(count, observed);
  return ratio === null ? null : Math.round(ratio * 1_000 * 10) / 10;
};

interface Observed {
  readonly stallSplices: number;
  readonly stalls: number;
  readonly exitSplices: number;
  readonly exits: number;
  readonly silentSplices: number;
  readonly silentExits: number;
}

const cellsOf = (one: Observed): (number | null)[] => [
  one.stallSplices,
  one.stallSplices > 0 ? one.stalls : null,
  perThousand(one.stalls, one.stallSplices),
  perThousand(one.exits, one.exitSplices),
  one.silentSplices,
  perThousand(one.silentExits, one.silentSplices),
];

const rate = (name: string): TableColumn => ({ name, unit: 'text' });
const count = (name: string): TableColumn => ({ name, unit: 'count' });

const howToReport = [
  '<p>No player has reported in this period, so that stalls are unknown. Turn on CMCD (CTA-5004) in the player:</p>',
  '<ul>',
  '<li><b>hls.js</b>: <code>new Hls({ cmcd: {} })</code></li>',
  '<li><b>Shaka Player</b>: <code>player.configure({ cmcd: { enabled: true } })</code></li>',
  '<li><b>dash.js</b>: <code>player.updateSettings({ streaming: { cmcd: { enabled: true } } })</code></li>',
  '</ul>',
  '<p>Stalls at the return to content, and away from splices, need events of version 2: see the manual, <i>Splice quality</i>.</p>',
].join('');

type SumsOf = (place: SplicePlace, name: CounterName) => number;

function ofKind(of: SumsOf, kind: SpliceKind): Observed {
  return {
    stallSplices: of(kind, 'stallSplices'),
    stalls: of(kind, 'stalls'),
    exitSplices: of(kind, 'exitSplices'),
    exits: of(kind, 'exits'),
    silentSplices: of(`silent-${kind}`, 'exitSplices'),
    silentExits: of(`silent-${kind}`, 'exits'),
  };
}

const addAll = (all: readonly Observed[]): Observed => {
  const total = (name: keyof Observed) => all.reduce((sum, one) => sum + one[name], 0);
  return {
    stallSplices: total('stallSplices'),
    stalls: total('stalls'),
    exitSplices: total('exitSplices'),
    exits: total('exits'),
    silentSplices: total('silentSplices'),
    silentExits: total('silentExits'),
  };
};

/** Time away from splices, in spans of the length of the window at one. */
function away(of: SumsOf): Observed {
  const spans = (place: SplicePlace) => Math.round(of(place, 'viewMs') / spanMs);
  return {
    stallSplices: spans('away-stalls'),
    stalls: of('away-stalls', 'stalls'),
    exitSplices: spans('away-exits'),
    exits: of('away-exits', 'exits'),
    silentSplices: spans('away-silent'),
    silentExits: of('away-silent', 'exits'),
  };
}

const isNothing = (one: Observed) => Object.values(one).every((value) => value === 0);
const isSilent = (one: Observed) => one.stallSplices + one.exitSplices === 0;

export const spliceQuality: Report = {
  definition: definitionOf({
    reportName: 'splice-quality',
    title: 'Splice quality',
    chartType: 'Table',
    group: 'audience',
  }),
  helpTexts: [
    '<p>A <b>splice</b> is where content and ads (or slate), or two ads, meet; it counts when a session requests the segment behind it. A <b>stall</b> (the player rebuffers) or an <b>exit</b> (the viewer leaves, or no request comes any more) counts at the nearest splice of its session within 15 s, before or after.</p>',
    '<p><b>Reported splices</b> are those at which the player would have told of a stall (CMCD). Players that report with requests alone do so behind ads, not at the return to content: such a splice is reported by events alone.</p>',
    '<p><b>Away from splices</b> is the time watched beyond 15 s of any splice, in spans of 30 s: where a rate at splices is not above the one there, splices do not hurt. Of players that report with requests alone its stalls are not known.</p>',
    '<p><b>Without reports</b>: splices of players that say nothing. Their exits are known from their requests alone, later than they were by what was in the buffer. Exits are counted of live sessions alone.</p>',
  ],
  read: async (context) => {
    const rows = await context.figures.counters(context.scope, {
      dimension: 'splice',
      groupBy: ['value'],
      sums,
    });
    const byPlace = new Map(rows.map((row) => [row.value, row]));
    const of: SumsOf = (place, name) => sumOf(byPlace.get(place), name);
    const observed = kinds.map(([kind, name]) => ({ key: kind, name, of: ofKind(of, kind) }));
    const all = addAll(observed.map((one) => one.of));
    const apart = away(of);
    const hint = isSilent(all) && isSilent(apart) ? { hint: howToReport } : {};
    if (isNothing(all) && isNothing(apart)) return hint;
    return {
      ...tableOf(
        context,
        'Where',
        [
          count('Reported splices'),
          count('Stalls'),
          rate('Stalls per 1,000'),
          rate('Exits per 1,000'),
          count('Splices without reports'),
          rate('Exits per 1,000 there'),
        ],
        [
          ...observed,
          { key: 'all', name: 'All splices', of: all },
          { key: 'away', name: 'Away from splices, by 30 s', of: apart },
        ].map((row) => ({ name: row.name, key: row.key, cells: cellsOf(row.of) })),
      ),
      ...hint,
    };
  },
};

/** Whether any player reports stalls, by the few rows of `splice`: those of `creative` are many. */
async function isReported({ figures, scope }: ReportContext): Promise<boolean> {
  const rows = await figures.counters(scope, {
    dimension: 'splice',
    groupBy: [],
    sums: ['stallSplices'],
  });
  return totalOf(rows, 'stallSplices') > 0;
}

/** The creatives of the first period, else those at most splices. */
async function creativeRows(context: ReportContext): Promise<CounterSum[]> {
  const { keys } = context.params;
  const isFirst = keys.length === 0;
  if (isFirst && !(await isReported(context))) return [];
  const rows = await context.figures.counters(context.scope, {
    dimension: 'creative',
    groupBy: ['value'],
    sums,
    ...(isFirst ? { top: { by: 'stallSplices', limit: mostCreatives } } : { values: keys }),
  });
  return rows.filter((row) => sumOf(row, 'stallSplices') > 0);
}

export const spliceQualityByCreative: Report = {
  definition: definitionOf({
    reportName: 'splice-quality-creatives',
    title: 'Splice quality by creative',
    chartType: 'Table',
    group: 'audience',
  }),
  helpTexts: [
    '<p>Splices at which a creative begins, and its return to content where the player sends events: of players that report alone. The twenty with most splices, those with most stalls per 1,000 first. See <i>Splice quality</i> for what counts.</p>',
  ],
  read: async (context) => {
    const found = await creativeRows(context);
    if (found.length === 0) return { hint: howToReport };
    const rows = found
      .map((row) => ({
        key: row.value,
        name: row.value,
        stallRate: perThousand(sumOf(row, 'stalls'), sumOf(row, 'stallSplices')) ?? 0,
        row,
      }))
      .toSorted((a, b) => b.stallRate - a.stallRate || (a.key < b.key ? -1 : 1));
    return {
      ...tableOf(
        context,
        'Creative',
        [
          count('Reported splices'),
          count('Stalls'),
          rate('Stalls per 1,000'),
          rate('Exits per 1,000'),
        ],
        rows.map(({ key, name, stallRate, row }) => ({
          name,
          key,
          cells: [
            sumOf(row, 'stallSplices'),
            sumOf(row, 'stalls'),
            stallRate,
            perThousand(sumOf(row, 'exits'), sumOf(row, 'exitSplices')),
          ],
        })),
      ),
      keys: rows.map(({ key }) => key),
    };
  },
};
