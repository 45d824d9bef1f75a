import { type Channel, channelSettings } from '@interlude/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { paths } from '../../paths.ts';
import { answerCalls } from '../../testing/answers.suite.ts';
import { monitoredHealth, monitoringAnswers } from '../../testing/monitoring.suite.ts';
import { show } from '../../testing/show.suite.tsx';
import { historyOf, lengthText } from './history-spans.ts';
import { MonitoringPage } from './monitoring-page.tsx';

let network = answerCalls({});
afterEach(() => {
  cleanup();
  network.restore();
});

const channel: Channel = {
  ...channelSettings.parse({ name: 'News', sourceManifestUrl: 'https://o.example/m.m3u8' }),
  ...{ id: 'c1', type: 'hls-live', state: 'enabled' },
  tenant: 't1',
  outputUri: 'https://s.example/hls/c1/master.m3u8',
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
};
const path = (search = '') => `${paths.channelMonitoring.replace('$channelId', 'c1')}${search}`;
const open = (search?: string) =>
  show(<MonitoringPage />, {}, path(search), paths.channelMonitoring);

describe('the monitoring page', () => {
  it('opens the item of its address', async () => {
    network = answerCalls({
      ...monitoringAnswers(),
      'GET /api/v2/channels/c1': { body: channel },
    });
    await open('?at=1767355240000&item=output.s10');
    expect(await screen.findByRole('heading', { name: 'soap.m4s' })).toBeDefined();
    expect(await screen.findByRole('region', { name: 'Health of 24 hours' })).toBeDefined();
  });

  it('MON-001 says that a channel which is not live is not monitored', async () => {
    network = answerCalls({ 'GET /api/v2/channels/c1': { body: { ...channel, type: 'hls-vod' } } });
    await open();
    expect(await screen.findByText('Only live channels are monitored.')).toBeDefined();
  });

  it('says that a channel does not exist', async () => {
    network = answerCalls({
      'GET /api/v2/channels/c1': { status: 404, body: { errorCode: 'CHANNEL_NOT_FOUND' } },
    });
    await open();
    expect(await screen.findByText('Channel not found')).toBeDefined();
  });
});

describe('the health of 24 hours', () => {
  const nowMs = Date.parse('2026-01-02T12:00:00.000Z');
  const span = (state: 'healthy' | 'ill' | 'unwatched', from: string, to: string | null) => ({
    ...{ state, from, to, reason: '', owner: null },
  });

  it('is cut at both ends and counts what was watched and what was not healthy', () => {
    const history = historyOf(
      [
        span('healthy', '2025-12-31T00:00:00.000Z', '2026-01-01T18:00:00.000Z'),
        span('ill', '2026-01-02T06:00:00.000Z', null),
        span('unwatched', '2026-01-02T07:00:00.000Z', '2026-01-02T06:00:00.000Z'),
      ],
      nowMs,
    );
    expect(history.parts.map(({ left, width }) => [left, width])).toEqual([
      [0, 25],
      [75, 25],
    ]);
    expect(history).toMatchObject({ troubledSeconds: 21_600, watchedSeconds: 43_200 });
    expect(historyOf(monitoredHealth.history, nowMs).parts).toEqual([]);
  });

  it('reads as hours, minutes or seconds', () => {
    expect([lengthText(12), lengthText(250), lengthText(7_500)]).toEqual([
      '12 s',
      '4 min',
      '2 h 5 min',
    ]);
  });
});
