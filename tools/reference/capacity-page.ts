import {
  type Audience,
  capacityOf,
  ceilings,
  firstToBreak,
  usual,
} from '../capacity/capacity-model.ts';
import { unitCosts } from '../capacity/unit-costs.ts';
import { page, table } from './page.ts';

/** Euro of a core for a month, at hosts of dedicated cores and at the large clouds. */
const euroOfACore = { least: 13, most: 30 } as const;

const count = (value: number) => Math.round(value).toLocaleString('en-US');
const cores = (value: number) =>
  value < 1 ? value.toFixed(2) : Math.ceil(value).toLocaleString('en-US');
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(bytes < 1e9 ? 2 : 0)} GB`;
const bits = (value: number) =>
  value < 1e9 ? `${(value / 1e6).toFixed(1)} Mbit/s` : `${(value / 1e9).toFixed(1)} Gbit/s`;
const percent = (share: number) => `${Math.round(100 * share)} %`;

interface Example {
  readonly name: string;
  readonly audience: Audience;
}

const cohorts = { viewersOfACohort: 1_000 };
const examples: readonly Example[] = [
  { name: '1,000', audience: { ...usual, viewers: 1_000 } },
  { name: '100,000', audience: { ...usual, viewers: 100_000 } },
  { name: '1 million', audience: { ...usual, viewers: 1e6 } },
  {
    name: '1 million, requests over 3 minutes',
    audience: { ...usual, viewers: 1e6, requestsSpreadOverSeconds: 180 },
  },
  {
    name: '65 million, cohorts of 1,000',
    audience: { ...usual, ...cohorts, viewers: 65e6, requestsSpreadOverSeconds: 180 },
  },
];

function euro(audience: Audience): string {
  const { stitcherCores, postgresCores } = capacityOf(audience);
  const all = Math.max(1, stitcherCores) + postgresCores;
  return `${count(all * euroOfACore.least)} to ${count(all * euroOfACore.most)}`;
}

function rowOf({ name, audience }: Example): string[] {
  const of = capacityOf(audience);
  const [first = '', share = 0] = Object.entries(of.parts).sort((a, b) => b[1] - a[1])[0] ?? [];
  return [
    name,
    count(of.answers),
    count(of.decisionsAtABreak),
    count(of.events),
    count(of.beacons),
    `${cores(of.stitcherCores)} (${first} ${percent(share)})`,
    of.postgresCores === 0 ? 'shared' : cores(of.postgresCores),
    gigabytes(of.memory),
    bits(of.manifestBits),
    euro(audience),
  ];
}

export function capacityPage(): string {
  const head = [
    'viewers at a time',
    'manifests/s',
    'ad requests/s at a break',
    'events/s',
    'beacons/s',
  ];
  const { stored } = unitCosts;
  return page(
    'Capacity and cost',
    'tools/capacity',
    `What an audience takes, from what one thing costs. A viewer asks for ${usual.playlists} playlists every ${usual.segmentSeconds} s, and sees ${usual.breaksAnHour} breaks an hour with ${usual.adsABreak} ads of ${usual.trackersOfAnEvent} trackers an event; all viewers meet a break at once, and their ad requests are spread over ${usual.requestsSpreadOverSeconds} s where nothing else is said. Half of each core is left free. TLS ends in front of the stitchers; where they end it themselves a manifest costs ${unitCosts.tlsUs} µs more. Media are for a CDN. Euro a month are cores at ${euroOfACore.least} to ${euroOfACore.most} € without traffic. What was run is what one thing costs; the rows are sums of it.`,
    table(
      [
        ...head,
        'cores of stitchers (largest part)',
        'cores of PostgreSQL',
        'memory',
        'manifests',
        'euro a month',
      ],
      examples.map(rowOf),
    ),
    '## What breaks first',
    table(
      ['viewers at a time', 'in this order'],
      examples.map(({ name, audience }) => [
        name,
        firstToBreak(capacityOf(audience)).join('; ') || 'nothing',
      ]),
    ),
    `Taken as ceilings: an ad server of ${count(ceilings.adServerRequests)} requests a second, ${ceilings.postgresCores} cores of one PostgreSQL, ${ceilings.machineCores} cores of one machine, ${bits(ceilings.bits)} of one network card.`,
    '## What one thing costs',
    table(
      ['thing', 'µs of a core', 'measured by'],
      [
        [
          'a stitched manifest, HTTP included',
          String(unitCosts.answerUs),
          '`bench -- serve`, `stitch`',
        ],
        ['an ad decision with two ads', count(unitCosts.decisionUs), '`docs/benchmarks.md`'],
        ['an event, counted', String(unitCosts.eventUs), '`bench -- ingest`'],
        ['a beacon', String(unitCosts.beaconUs), '`bench -- units`'],
        ...Object.entries(stored).map(([name, { stitcherUs, postgresUs }]) => [
          `a row of what several stitchers share: ${name}`,
          `${stitcherUs} + ${postgresUs} in PostgreSQL`,
          '`bench -- units`',
        ]),
      ],
    ),
    `A session with a break behind it takes ${(unitCosts.sessionBytes / 1e3).toFixed(1)} kB, a stitcher without sessions ${count(unitCosts.processBytes / 1e6)} MB (\`bench -- sessions\`).`,
    '`npm run capacity -- --viewers 250000 --breaksAnHour 12` says the same of another audience.',
  );
}
