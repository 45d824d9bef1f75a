/**
 * Sessions by the thousand, each with one planted cause of loss or none: decided by the real classes against a real ad
 * server, watched by a player that is simulated, counted by the record, folded, stored, and read as reports are.
 */
import { type LossReason, lossGuides, reportIntervals } from '@interlude/contract';
import {
  createReportStore,
  createRollupStore,
  defaultReportSettings,
} from '@interlude/persistence';
import { edgesOf, runReport, shippedReports } from '@interlude/reporting';
import { createEgress, type Egress, systemClock } from '@interlude/runtime';
import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { expect } from 'vitest';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { channelOf, epochMs, sessionsOf, sourceOf } from './break-decisions.suite.ts';
import { Dice } from './dice.suite.ts';
import { type RecordedDecisions, recordedDecisionsOf } from './recorded-decisions.suite.ts';
import { type Handler, TestEnvironment } from './test-environment.suite.ts';

const breakMs = 8_000;
const segmentMs = 1_000;
/**
 * Sessions of one break, and those that reach its edge together: as many as a busy machine decides in time. Of the
 * sessions of a break some 190 wait for an ad server that never answers: more than 256 would wait for each other, too.
 */
const sessionsOfBreak = 2_500;
const together = 100;

/** Time lost of the break of a session by planted cause, ms; for `NOT_REQUESTED` it depends on the player. */
const planted = {
  AD_SERVER_UNREACHABLE: breakMs,
  VAST_INVALID: breakMs,
  NO_ADS: breakMs,
  WRAPPER_LIMIT: breakMs,
  AVAIL_DURATION_EXCEEDED: breakMs,
  ANSWER_TOO_SHORT: 3_000,
  NO_LINEAR_MEDIA: 2_000,
  CREATIVE_UNREACHABLE: 4_000,
  SEGMENT_TOO_LONG: 5_000,
  NO_VARIANT_MATCH: 1_000,
  NOT_REQUESTED: undefined,
  // Last: while they wait for the ad server no other session does.
  AD_SERVER_TIMEOUT: breakMs,
} as const satisfies Partial<Record<LossReason, number | undefined>>;
type Cause = keyof typeof planted;
const causes = Object.keys(planted) as Cause[];

interface Viewer {
  readonly cause: Cause | undefined;
  /** Segments of ads that the player requests before it leaves. */
  readonly segments: number;
}

const long = '#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:5\n#EXT-X-MAP:URI="init.mp4"\n';
const hevc =
  '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="hvc1.1.6.L93.B0,mp4a.40.2",RESOLUTION=1280x720\nv0.m3u8\n';

/** The ad server, and the creatives that are at fault. */
function plant(environment: TestEnvironment): void {
  const ad = (seconds: number, name: string, mediaFile?: string) => ({
    ...{ id: name, seconds, creative: `c-${seconds}-${name}` },
    ...(mediaFile !== undefined && { mediaFile }),
  });
  const ads = (...of: ReturnType<typeof ad>[]) => environment.vast(of);
  const answers: Readonly<Record<string, readonly [status: number, text: string]>> = {
    AD_SERVER_UNREACHABLE: [503, ''],
    VAST_INVALID: [200, '<html/>'],
    NO_ADS: [204, ''],
    WRAPPER_LIMIT: [
      200,
      `<VAST version="4.0"><Ad id="w"><Wrapper><AdSystem>w</AdSystem><VASTAdTagURI>${environment.base}/loop</VASTAdTagURI></Wrapper></Ad></VAST>`,
    ],
    AVAIL_DURATION_EXCEEDED: [200, ads(ad(12, 'epic'))],
    ANSWER_TOO_SHORT: [200, ads(ad(5, 'five'))],
    NO_LINEAR_MEDIA: [200, ads(ad(6, 'six'), ad(2, 'none', ''))],
    CREATIVE_UNREACHABLE: [200, ads(ad(4, 'x'), { id: 'gone', seconds: 4, creative: 'nothing' })],
    SEGMENT_TOO_LONG: [200, ads(ad(3, 'three'), ad(5, 'long'))],
    NO_VARIANT_MATCH: [200, ads(ad(7, 'seven'), ad(1, 'hevc'))],
  };
  const healthy = ads(ad(4, 'x'), ad(4, 'y'));
  const answer: Handler = (_request, response, url) => {
    const cause = url.searchParams.get('genre') ?? '';
    if (cause === 'AD_SERVER_TIMEOUT') return;
    const [status, text] = answers[cause] ?? [200, healthy];
    response.writeHead(status).end(text);
  };
  environment.override('/ads', answer);
  environment.override('/loop', (_request, response) =>
    response.end(answers['WRAPPER_LIMIT']?.[1]),
  );
  environment.override('/creative/c-1-hevc/master.m3u8', (_request, response) =>
    response.end(hevc),
  );
  for (const rendition of ['v0', 'v1', 'a0'])
    environment.override(`/creative/c-5-long/${rendition}.m3u8`, (_request, response) =>
      response.end(`${long}#EXTINF:5.000,\n${rendition}-0.m4s\n#EXT-X-ENDLIST\n`),
    );
}

function viewersOf(count: number, dice: Dice): Viewer[] {
  const all = Array.from({ length: count }, (): Viewer => {
    // A tenth of the sessions have no planted cause.
    const cause = dice.isLucky(0.1) ? undefined : causes[dice.between(0, causes.length - 1)];
    const segments = cause === 'NOT_REQUESTED' ? dice.between(0, 7) : Number.POSITIVE_INFINITY;
    return { cause, segments };
  });
  const place = ({ cause }: Viewer) => (cause === undefined ? -1 : causes.indexOf(cause));
  return all.sort((a, b) => place(a) - place(b));
}

const lostMsOf = ({ cause, segments }: Viewer) =>
  cause === undefined ? 0 : (planted[cause] ?? breakMs - segments * segmentMs);

/** A player requests the segments of the ads in their order, the first twice. */
function watch(
  { records }: RecordedDecisions,
  session: PlaybackSession,
  breakId: string,
  { segments }: Viewer,
): void {
  // A break without an ad has none.
  const decided = session.pod(breakId);
  if (!decided) return;
  let left = segments;
  for (const [placementIndex, { creative }] of decided.pod.placements.entries()) {
    const all = creative.renditions['v0']?.segments ?? [];
    for (const segmentIndex of all.keys()) {
      if (left <= 0) return;
      left -= 1;
      const segment = { placementIndex, renditionId: 'v0', segmentIndex };
      records.requested(session, decided, segment);
      if (segmentIndex === 0) records.requested(session, decided, segment);
    }
  }
}

interface Planted {
  /** ms, by what was planted. */
  readonly lostMs: ReadonlyMap<Cause, number>;
  readonly sessions: ReadonlyMap<Cause, number>;
  readonly offeredMs: number;
  /** Epoch ms. */
  readonly startMs: number;
}

async function playAll(
  { database }: TemplateDatabase,
  { environment, egress }: { environment: TestEnvironment; egress: Egress },
  { tenant, count }: { tenant: string; count: number },
): Promise<Planted> {
  const dice = new Dice(2_026);
  const [lostMs, sessions] = [new Map<Cause, number>(), new Map<Cause, number>()];
  const startMs = systemClock.now();
  const channel = channelOf(environment.base);
  const rollups = createRollupStore(database);
  let seq = 0;
  for (let done = 0; done < count; done += sessionsOfBreak) {
    seq += 1;
    const breakId = `b${seq}`;
    const viewers = viewersOf(Math.min(sessionsOfBreak, count - done), dice);
    const recorded = recordedDecisionsOf(channel, egress);
    const all = sessionsOf(viewers.length, (index) => `genre=${viewers[index]?.cause ?? 'none'}`);
    for (const session of all) Object.assign(session.subject, { tenantId: tenant });
    const source = await sourceOf(channel, -1, { breakId });
    const waiting = viewers.findIndex(({ cause }) => cause === 'AD_SERVER_TIMEOUT');
    const answered = waiting < 0 ? all.length : waiting;
    for (let from = 0; from < answered; from += together)
      await recorded.follow(all.slice(from, Math.min(answered, from + together)), source);
    await recorded.follow(all.slice(answered), source);
    for (const [index, viewer] of viewers.entries()) {
      const session = all[index] ?? expect.fail();
      watch(recorded, session, breakId, viewer);
      session.lastSeenMs = systemClock.now() + 60_000;
      const { cause } = viewer;
      if (cause !== undefined) {
        lostMs.set(cause, (lostMs.get(cause) ?? 0) + lostMsOf(viewer));
        sessions.set(cause, (sessions.get(cause) ?? 0) + 1);
      }
    }
    // The source has gone on: the break is over in every session.
    const over = { breakId, endMs: epochMs + 600_000 + breakMs, state: 'closed' } as const;
    const later = await sourceOf(channel, -60_000, over);
    await recorded.follow(all, { ...later, pollVersion: 2 });
    await rollups.apply(await recorded.batch(`planted-${seq}`));
  }
  return { lostMs, sessions, offeredMs: count * breakMs, startMs };
}

async function read(
  { database }: TemplateDatabase,
  { tenant, startMs }: { tenant: string; startMs: number },
  reportName: string,
) {
  const report = shippedReports.find(({ definition }) => definition.reportName === reportName);
  const nowMs = systemClock.now();
  const settings = defaultReportSettings;
  const query = {
    ...{ start: startMs - 3_600_000, end: nowMs + 3_600_000, interval: reportIntervals.days },
    ...{ channelIds: [], campaignName: '', reportParams: { instance: 0, keys: [] } },
  };
  const edges = edgesOf(query, { ...settings, widthMinutes: 60 });
  if ('code' in edges || !report) return expect.fail();
  return createReportStore(database).read(tenant, settings, ({ figures, newestMs }) =>
    runReport(report, query, edges, { figures, newestMs, settings, nowMs }),
  );
}

/**
 * @param count number of sessions
 * @throws when the reports differ from what was planted
 */
export async function expectLossesNamed(count: number): Promise<void> {
  const made = await templateDatabase();
  const environment = new TestEnvironment();
  await environment.start();
  const egress = createEgress({ allow: [environment.host] });
  try {
    plant(environment);
    const tenant = await addTenant(made.database);
    const truth = await playAll(made, { environment, egress }, { tenant, count });
    const of = { tenant, startMs: truth.startMs };
    const lost = await read(made, of, 'lost-ad-time');
    const named = lost.series.map(({ name, data }) => [name, data[0], data[1]]);
    const expected = causes
      .map((cause) => [cause, lossGuides[cause].owner, truth.lostMs.get(cause) ?? 0] as const)
      .sort((a, b) => b[2] - a[2]);
    expect(named).toEqual(expected);
    const allLostMs = expected.reduce((sum, [, , ms]) => sum + ms, 0);
    expect(lost.metrics).toEqual([allLostMs]);
    const funnel = await read(made, of, 'break-funnel');
    expect(funnel.labels).toEqual(['Offered', 'Asked', 'Answered', 'Usable', 'Placed', 'Seen']);
    const { offeredMs } = truth;
    expect([funnel.metrics[0], funnel.metrics[5]]).toEqual([offeredMs, offeredMs - allLostMs]);
    const notSeenMs = truth.lostMs.get('NOT_REQUESTED') ?? 0;
    expect(funnel.metrics[4]).toBe(offeredMs - allLostMs + notSeenMs);
    process.stdout.write(
      `${count} sessions, ${offeredMs} ms offered, ${allLostMs} ms lost for ${truth.sessions.size} causes\n`,
    );
  } finally {
    await egress.close();
    await environment.stop();
    await made.drop();
  }
}
