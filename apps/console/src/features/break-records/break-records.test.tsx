import {
  type BreakRecord,
  type Channel,
  channelSettings,
  type RecordedBreak,
  type RecordedStage,
} from '@interlude/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { paths } from '../../paths.ts';
import { answerCalls } from '../../testing/answers.suite.ts';
import { monitoringSplices } from '../../testing/monitoring.suite.ts';
import { show } from '../../testing/show.suite.tsx';
import { breakAt, breakSearch } from './break-record-search.ts';
import { deadlineText, funnelOf, secondsText } from './break-record-words.ts';
import { BreaksPage } from './breaks-page.tsx';
import { storyAds } from './story-ads.ts';
import { storyOf } from './story-stages.ts';

let network = answerCalls({});
afterEach(() => {
  cleanup();
  network.restore();
});

const lossy: BreakRecord = {
  ...{ channelId: 'c1', breakId: 'b1', startedAt: '2026-01-02T12:00:40.000Z' },
  ...{ announcedSeconds: 30, observedSeconds: 30, sessions: 2, offeredSeconds: 60 },
  ...{ askedSeconds: 60, answeredSeconds: 90, usableSeconds: 30, placedSeconds: 30 },
  ...{ seenSeconds: 15, sentSeconds: 0, slateSeconds: 30, adsPlaced: 2, adsSeen: 1 },
  losses: [
    {
      ...{ reason: 'AD_SERVER_TIMEOUT', owner: 'adServer', lostSeconds: 30, count: 1 },
      advice: 'Ask the operator of the ad server for faster answers, or announce breaks earlier.',
    },
  ],
  sentence: '30 of 60 seconds were lost because the ad server did not answer before the deadline.',
};
const whole: BreakRecord = {
  ...lossy,
  breakId: 'b0',
  losses: [],
  sentence: 'Every second was filled.',
};
const mark = 'AAAAAAAAAAAAAAAAAAAAAA';
const story: RecordedBreak = {
  ...lossy,
  demand: [{ server: 'ads.example', hop: 0, asked: 2, inTime: 1, late: 1, empty: 0, error: 0 }],
  recorded: [
    {
      session: mark,
      kept: 'monitor',
      at: lossy.startedAt,
      lostSeconds: 30,
      reason: 'AD_SERVER_TIMEOUT',
    },
  ],
  session: mark,
  stages: [
    {
      ...{ stage: 'offered', at: '2026-01-02T12:00:30.000Z', beforeDeadlineMs: 8_000 },
      ...{ sentence: 'EXT-X-CUE-OUT of 30 s was found.', detail: {} },
    },
    {
      ...{ stage: 'asked', at: '2026-01-02T12:00:39.250Z', beforeDeadlineMs: -1_250 },
      ...{ sentence: 'ads.example answered late.', detail: { status: 200 } },
    },
  ],
};
const channel: Channel = {
  ...channelSettings.parse({ name: 'News', sourceManifestUrl: 'https://o.example/m.m3u8' }),
  ...{ id: 'c1', type: 'hls-live', state: 'enabled' },
  tenant: 't1',
  outputUri: 'https://s.example/hls/c1/master.m3u8',
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
};
const ofChannel = { 'GET /api/v2/channels/c1': { body: channel } };
const answers = {
  ...ofChannel,
  'GET /api/v2/channels/c1/break-records': { body: { breaks: [lossy, whole], next: null } },
  'GET /api/v2/channels/c1/break-records/b1': { body: story },
  'GET /api/v2/monitoring/splices': {
    body: { values: monitoringSplices, read: 1, skipped: 1 },
  },
};
const open = (search = '') =>
  show(
    <BreaksPage />,
    {},
    `${paths.channelBreaks.replace('$channelId', 'c1')}${search}`,
    paths.channelBreaks,
  );

describe('the breaks of a channel', () => {
  it('say what became of each, and open the story of one', async () => {
    network = answerCalls(answers);
    const { router } = await open();
    const list = within(await screen.findByRole('list', { name: 'Breaks of 24 hours' }));
    expect(list.getByText('Nothing')).toBeDefined();
    expect(list.getAllByRole('img')[0]?.getAttribute('aria-label')).toBe(
      'Offered 60 s, Asked 60 s, Answered 90 s, Usable 30 s, Placed 30 s, Seen 15 s, Sent 0 s',
    );
    const [first] = list.getAllByRole('button');
    if (first) await userEvent.click(first);
    const stages = within(await screen.findByRole('list', { name: 'Stages of the session' }));
    expect(stages.getByText('1.3 s late')).toBeDefined();
    expect(stages.getByText('ads.example answered late.')).toBeDefined();
    expect(screen.getByRole('table', { name: 'What was lost' }).textContent).toContain(
      'the ad server did not answer before the deadline of the break',
    );
    expect(router.state.location.searchStr).toContain('break=b1');
    const splices = within(await screen.findByRole('list', { name: 'Splices of the break' }));
    expect(splices.getByText('Behind: ad soap')).toBeDefined();
    expect(splices.getByText(/Not decoded/)).toBeDefined();
    const [asked] = network.calls('GET /api/v2/monitoring/splices');
    expect(asked?.url.searchParams.get('break')).toBe('b1');
  });

  it('asks for those alone that lost something', async () => {
    network = answerCalls(answers);
    await open();
    await userEvent.click(
      await screen.findByRole('checkbox', { name: 'Only breaks that lost something' }),
    );
    await waitFor(() => {
      const asked = network.calls('GET /api/v2/channels/c1/break-records').at(-1);
      expect(asked?.url.searchParams.get('lost')).toBe('true');
    });
  });

  it('finds by creative, ad server or session, and opens what it found', async () => {
    const found = story.recorded.map((each) => ({ ...each, channelId: 'c1', breakId: 'b1' }));
    network = answerCalls({ ...answers, 'GET /api/v2/break-records': { body: found } });
    const { router } = await open();
    await userEvent.type(await screen.findByRole('textbox', { name: 'Id or host' }), 'soap{Enter}');
    const list = within(await screen.findByRole('list', { name: 'Found breaks' }));
    expect(router.state.location.searchStr).toBe('?by=creative&find=soap');
    await userEvent.click(list.getByRole('button'));
    expect(await screen.findByRole('list', { name: 'Stages of the session' })).toBeDefined();
    const [asked] = network.calls('GET /api/v2/break-records');
    expect(asked?.url.search).toContain('creative=soap');
  });

  it('open at the time that the timeline names', async () => {
    network = answerCalls(answers);
    await open(`?at=${Date.parse(lossy.startedAt) + 12_000}`);
    expect(await screen.findByRole('list', { name: 'Stages of the session' })).toBeDefined();
    cleanup();
    await open(`?at=${Date.parse(lossy.startedAt) - 12_000}`);
    expect(await screen.findByText(/^No break of .* is recorded/)).toBeDefined();
  });

  it('says that there are none, that one is not kept any more, and that reading failed', async () => {
    network = answerCalls({
      ...ofChannel,
      'GET /api/v2/channels/c1/break-records': { body: { breaks: [], next: null } },
      'GET /api/v2/channels/c1/break-records/b1': {
        status: 404,
        body: { errorCode: 'BREAK_NOT_FOUND' },
      },
    });
    await open('?break=b1');
    expect(await screen.findByText('No breaks in the last 24 hours.')).toBeDefined();
    expect(await screen.findByText(/The break is not recorded/)).toBeDefined();
    cleanup();
    network.restore();
    network = answerCalls(ofChannel);
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain('The test has no answer.');
  });
});

describe('a break in numbers', () => {
  it('is shown as shares of what was offered, at most all of it', () => {
    expect(funnelOf(lossy).map(({ share }) => share)).toEqual([100, 100, 100, 50, 50, 25, 0]);
    expect(funnelOf({ ...lossy, offeredSeconds: 0 }).every(({ share }) => share === 0)).toBe(true);
  });

  it('names the steps at which seconds went missing, rounding aside', () => {
    expect(funnelOf(lossy).map(({ lost }) => lost)).toEqual([0, 0, 0, 30, 0, 15, 15]);
    expect(funnelOf({ ...lossy, askedSeconds: 59.6 })[1]).toMatchObject({ lost: 0 });
  });

  it('reads as seconds, and as time to the deadline', () => {
    expect([secondsText(30), deadlineText(null), deadlineText(8_000)]).toEqual([
      ...['30 s', '', '8 s before the deadline'],
    ]);
  });

  it('has an address that drops what is not valid', () => {
    expect(breakSearch({ break: 'b1', session: mark, lost: 'true' })).toEqual({
      ...{ break: 'b1', session: mark, lost: 'true' },
    });
    expect(breakSearch({ break: '', session: 'short', lost: 'yes', by: 'x', at: -1 })).toEqual({});
    const sought = { by: 'adServer', find: 'ads.example', at: 1 };
    expect(breakSearch(sought)).toEqual(sought);
    expect(breakSearch({ by: 'creative', find: '' })).toEqual({});
    expect(breakSearch({ lost: true, by: 'creative', find: 4711 })).toEqual({
      ...{ lost: 'true', by: 'creative', find: '4711' },
    });
  });

  it('is found by a time within its length, or within a minute of one without', () => {
    const startMs = Date.parse(lossy.startedAt);
    const open = { ...lossy, observedSeconds: null, announcedSeconds: null };
    const found = [-1_900, 31_900, 32_100].map((ms) => breakAt([lossy], startMs + ms)?.breakId);
    expect(found).toEqual(['b1', 'b1', undefined]);
    expect(breakAt([open], startMs + 59_000)).toBe(open);
    expect(breakAt([lossy], undefined)).toBeUndefined();
  });
});

describe('the story of a session', () => {
  const stage = (
    name: RecordedStage['stage'],
    at: string,
    more: Partial<RecordedStage> = {},
  ): RecordedStage => ({
    ...{ stage: name, at: `2026-01-02T12:00:${at}Z`, beforeDeadlineMs: null },
    ...{ sentence: '', detail: {} },
    ...more,
  });

  it('puts the deadline where it was, and repeated stages together', () => {
    const kinds = (stages: readonly RecordedStage[]) =>
      storyOf(stages).map((step) => (step.kind === 'step' ? step.stage : `until ${step.at}`));
    const inTime = [
      stage('offered', '30.000', { beforeDeadlineMs: 6_000 }),
      stage('decided', '31.000', { beforeDeadlineMs: 5_000 }),
      stage('reached', '40.000'),
      stage('reached', '44.000'),
    ];
    expect(kinds(inTime)).toEqual([
      ...['offered', 'decided', 'until 2026-01-02T12:00:36.000Z', 'reached'],
    ]);
    expect(storyOf(inTime).at(-1)).toMatchObject({ lines: [{ key: '2' }, { key: '3' }] });
    expect(kinds(story.stages)).toEqual(['offered', 'until 2026-01-02T12:00:38.000Z', 'asked']);
    expect(kinds([stage('reached', '40.000')])).toEqual(['reached']);
  });

  it('says of each ad where it was placed, or why not and who can mend it', () => {
    const answered = [
      { ad: '0', creative: 'soap', title: 'Soap', durationMs: 15_000 },
      { ad: '1', creative: 'car', title: 'Car', durationMs: 30_000 },
    ];
    const ads = storyAds([
      stage('answered', '31.000', { detail: { ads: answered } }),
      stage('usable', '31.000', {
        detail: {
          ads: [
            { ad: '0', mediaMs: 14_960 },
            { ad: '1', reason: 'NO_LINEAR_MEDIA' },
          ],
        },
      }),
      stage('decided', '31.000', {
        detail: {
          placements: [
            { kind: 'ad', ad: '0', offsetMs: 0 },
            { kind: 'slate', ad: 's' },
          ],
        },
      }),
      stage('reached', '40.000', { detail: { ad: '0', events: ['impression', 'start'] } }),
      stage('reached', '44.000', { detail: { ad: '0', events: ['complete'] } }),
    ]);
    expect(ads).toEqual([
      {
        ...{ key: '0 0', creative: 'soap', title: 'Soap', durationMs: 14_960, isPlaced: true },
        ...{ outcome: 'Placed at 0 s, seen to complete', owner: undefined },
      },
      {
        ...{ key: '1 1', creative: 'car', title: 'Car', durationMs: 30_000, isPlaced: false },
        outcome: 'Not placed: the ad has no linear media file that can be stitched',
        owner: 'creative',
      },
    ]);
    expect(storyAds([stage('answered', '31.000', { detail: { ads: 'older' } })])).toEqual([]);
  });
});
