import { ok, strictEqual } from 'node:assert';
import { fuzzCases, type Random } from '@interlude/testkit/fuzz';
import { expect, it } from 'vitest';
import { cmcdLimits, cmcdOfQuery, parseCmcd, parseCmcdLines } from './cmcd.ts';
import { type Splice, SpliceLog, type SplicePlace } from './splice-log.ts';

const pieces = [
  ...[
    'bs',
    'bs=?1',
    'bs=?0',
    'su',
    'bl=',
    'sta=r',
    'sta=p',
    'sta=q',
    'sta=',
    'ts=',
    'ts=1795000000000',
  ],
  ...['e=ps', 'sid="a,b"', 'nor=("x" "y")', '(21300;v 400;a)', '(', ')', '"', '\\', ',', ';', '='],
  ...[
    ' ',
    '\n',
    '\r',
    '%',
    '%00',
    '%zz',
    '+',
    '&CMCD=',
    '?',
    '0',
    '99999999999999999999',
    '\u0000',
  ],
  ...['\ud83c', '\u{1f600}', '-', '-5', '1e9', 'Infinity', '__proto__', 'constructor'],
];
const plain =
  'bl=21300,br=3200,bs,cid="faec5fc2",d=4004,mtp=25400,ot=v,sid="6e2f",sta=p,ts=1795000000000';

const text = (random: Random) =>
  random.once(2)
    ? random.edit(plain, 6, pieces)
    : random.list(24, () => random.pick(pieces)).join('');

const splices: readonly Splice[] = [
  { offsetMs: 0, kind: 'contentToAd', creative: 'a' },
  { offsetMs: 15_000, kind: 'adToAd', creative: 'b' },
  { offsetMs: 25_000, kind: 'adToContent', creative: 'b' },
];
const places: ReadonlySet<SplicePlace> = new Set([
  ...(['contentToAd', 'adToAd', 'adToContent'] as const).flatMap(
    (kind) => [kind, `silent-${kind}`] as const,
  ),
  ...(['away-stalls', 'away-exits', 'away-silent'] as const),
]);

interface Step {
  readonly kind: 'segment' | 'manifest' | 'events' | 'watched';
  readonly said: string;
  readonly segment: number;
  readonly afterMs: number;
}

const stepOf = (random: Random): Step => ({
  kind: random.pick(['segment', 'manifest', 'events', 'watched']),
  said: text(random),
  segment: random.below(7),
  afterMs: random.below(20_000),
});

function checkText(said: string): void {
  const report = parseCmcd(said);
  ok(report?.bufferMs === undefined || (Number.isInteger(report.bufferMs) && report.bufferMs >= 0));
  ok(report?.atMs === undefined || Number.isSafeInteger(report.atMs));
  ok(parseCmcdLines(said, 3).length <= 3);
  cmcdOfQuery(`/a?CMCD=${said}`, 2);
  if (said.isWellFormed() && said.length < cmcdLimits.chars) {
    strictEqual(cmcdOfQuery(`/a?${new URLSearchParams({ x: '1', CMCD: said })}`, 2), said);
  }
}

/** No place has more stalls than splices at which one would have been seen, and the same of exits. */
function checkBalance(left: Map<string, number>, place: SplicePlace, name: string, amount: number) {
  if (place.startsWith('away')) return;
  const isSplices = name.endsWith('Splices');
  const key = `${place} ${name.replace('Splices', 's')}`;
  const rest = (left.get(key) ?? 0) + (isSplices ? amount : -amount);
  ok(rest >= 0, `${key}: more than splices`);
  left.set(key, rest);
}

/** Invariants: at most one stall per splice where it would have been seen, one exit, no more time than was watched. */
function checkSession(steps: readonly Step[]): void {
  let nowMs = 1_795_000_000_000;
  const sums = { stallSplices: 0, stalls: 0, exitSplices: 0, exits: 0, watchedMs: 0 };
  /** Splices less stalls, and less exits, of each place at splices. */
  const left = new Map<string, number>();
  const log = new SpliceLog({
    isLive: true,
    count: ({ place, creative, atMs, ...counted }) => {
      ok(places.has(place), place);
      ok(place.startsWith('silent') || place.startsWith('away') || creative !== '');
      ok(Math.abs(atMs - nowMs) <= 900_000, `${atMs - nowMs} ms away`);
      for (const [name, amount] of Object.entries(counted)) {
        ok(amount > 0 && Number.isFinite(amount));
        checkBalance(left, place, name, amount);
        // Watched time of players that send events is counted twice: for stalls and for exits.
        if (place !== 'away-stalls' || name === 'stalls') sums[name as keyof typeof sums] += amount;
      }
    },
  });
  let [reports, watchedMs] = [0, 0];
  for (const { kind, said, segment, afterMs } of steps) {
    nowMs += afterMs;
    const report = parseCmcd(said);
    const startMs = 4_000 * segment;
    if (kind === 'segment') {
      log.requested({ splices, startMs, endMs: startMs + 4_000 }, report, nowMs);
      reports += 1;
    } else if (kind === 'manifest' && report) {
      log.heard(report, nowMs);
      reports += 1;
    } else if (kind === 'events') {
      const events = parseCmcdLines(said, 20);
      log.events(events, nowMs);
      reports += events.length;
    } else if (kind === 'watched') {
      log.watched(afterMs, nowMs);
      watchedMs += afterMs;
    }
  }
  log.ended(nowMs);
  ok(sums.stalls <= 2 * reports && sums.exits <= 1);
  ok(sums.stallSplices <= splices.length && sums.exitSplices <= splices.length);
  ok(sums.watchedMs <= watchedMs);
}

it('SEC-S127 what players say is read and counted within its bounds', {
  timeout: 3_600_000,
}, () => {
  const figures = fuzzCases({
    name: 'cmcd',
    keptSeeds: [],
    make: (random: Random) => random.list(10, () => stepOf(random)),
    check: (steps) => {
      for (const { said } of steps) checkText(said);
      checkSession(steps);
    },
  });
  process.stdout.write(`cmcd: ${JSON.stringify(figures)}\n`);
  expect(figures.slowestMs).toBeLessThan(100);
});
