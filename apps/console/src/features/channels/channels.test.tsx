import { type Channel, channelSettings } from '@interlude/contract';
import { ApiError } from '@interlude/contract/api';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { serverFieldErrors } from '../../api/field-errors.ts';
import { currentChannel } from '../../app/ui-state.ts';
import { defaultPageSize, listState } from '../../components/list-view/list-search.ts';
import { adAt, barMarks, breaksUrl, readBreaks } from '../../components/player/breaks.ts';
import { playbackProblem } from '../../components/player/playback-error.ts';
import { clock } from '../../components/player/player-bar.tsx';
import { playerKey } from '../../components/player/player-stage.tsx';
import { toasts } from '../../components/toast/toast.ts';
import { monitoredHealth } from '../../testing/monitoring.suite.ts';
import { show } from '../../testing/show.suite.tsx';
import { ChannelName, channelColumns, StateSwitch } from './channel-columns.tsx';
import {
  channelUpdate,
  channelValues,
  forbiddenField,
  newChannelValues,
} from './channel-form/channel-form-values.ts';
import { TypeChoice } from './channel-form/editors/channel-type.tsx';
import { summaryLine, withChannelState } from './channel-lists.ts';
import { LoadFailure } from './channel-page.tsx';
import {
  channelRefreshMs,
  saveChannel,
  useResetChannel,
  useSetChannelState,
} from './channel-queries.ts';
import { ChannelRowActions } from './channel-row-actions.tsx';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

const channel: Channel = {
  ...channelSettings.parse({ name: 'News', sourceManifestUrl: 'https://o.example/m.m3u8' }),
  id: 'c1',
  state: 'enabled',
  tenant: 't1',
  outputUri: 'https://s.example/hls/c1/master.m3u8',
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
};
/** Answers every request with this; returns the requests. */
function answerWith(status: number, body: unknown, until: Promise<void> = Promise.resolve()) {
  const requested: string[] = [];
  globalThis.fetch = async (url, init) => {
    requested.push(`${init?.method} ${String(url)} ${init?.body ?? ''}`.trim());
    await until;
    return new Response(JSON.stringify(body), { status });
  };
  return requested;
}

describe('the channel list', () => {
  it('CHL-001 has the columns Channel Name, Type, ID, Created at', () => {
    const headers = channelColumns({
      busyId: undefined,
      onState: () => undefined,
      health: new Map(),
      refusals: new Map(),
    }).map(({ header }) => header);
    expect(headers).toEqual(['Channel Name', 'Type', 'ID', 'Created at', 'State']);
  });

  it('CHL-002 CHL-003 shows 10 rows and refreshes every 60 s', () => {
    expect([defaultPageSize, listState({}).size, channelRefreshMs]).toEqual([10, 10, 60_000]);
  });

  it('says how many channels, viewers and ads there are', () => {
    expect(summaryLine({ channels: 43, watchingNow: 12, adsToday: 1_284 })).toBe(
      `43 channels, 12 watching now, ${new Intl.NumberFormat().format(1_284)} ads today`,
    );
    expect(summaryLine({ channels: 1, watchingNow: 0, adsToday: 1 })).toBe(
      '1 channel, 0 watching now, 1 ad today',
    );
  });

  it('CHL-004 CHL-008 play sets the player channel, reset resets', async () => {
    const resets: string[] = [];
    await show(
      <ChannelRowActions
        channel={channel}
        resetting={false}
        onPlay={() => currentChannel.set(channel)}
        onMonitor={() => undefined}
        onReset={() => resets.push(channel.id)}
        onDelete={() => undefined}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Play News' }));
    expect(currentChannel.get()?.id).toBe('c1');
    expect(screen.getByRole('link', { name: 'Edit News' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'More actions for News' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Reset' }));
    expect(resets).toEqual(['c1']);
  });

  it.each([
    ['hls-live', true],
    ['dash-live', true],
    ['hls-vod', false],
    ['dash-vod', false],
  ] as const)(
    'MON-001 CHL-012 offers monitoring for live channels only: %s',
    async (type, offered) => {
      const opened: string[] = [];
      const nothing = () => undefined;
      await show(
        <ChannelRowActions
          channel={{ ...channel, type }}
          resetting={false}
          onPlay={nothing}
          onMonitor={() => opened.push(type)}
          onReset={nothing}
          onDelete={nothing}
        />,
      );
      const button = screen.queryByRole('button', { name: 'Monitoring of News' });
      expect(button !== null).toBe(offered);
      if (button) await userEvent.click(button);
      expect(opened).toEqual(offered ? [type] : []);
    },
  );

  it('shows the health before the name, with the reason where somebody has to act', async () => {
    const ill = monitoredHealth;
    await show(
      <>
        <ChannelName channel={channel} health={ill} />
        <ChannelName channel={{ ...channel, name: 'Sport', state: 'disabled' }} health={ill} />
      </>,
    );
    const dot = screen.getByRole('link', { name: /^Monitoring of/ });
    expect(dot.getAttribute('aria-label')).toBe(
      'Monitoring of News. Ill: Breaks end in slate. To mend by: Ad server',
    );
    expect(dot.getAttribute('href')).toBe('/app/ad-insertion/channels/c1/monitoring');
    expect(screen.getAllByText('Breaks end in slate.')).toHaveLength(1);
  });

  it('CHL-011 while a reset runs a further one is blocked', async () => {
    const nothing = () => undefined;
    await show(
      <ChannelRowActions
        channel={channel}
        resetting
        onPlay={nothing}
        onMonitor={nothing}
        onReset={nothing}
        onDelete={nothing}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'More actions for News' }));
    const item = await screen.findByRole<HTMLButtonElement>('menuitem', { name: 'Resetting…' });
    expect(item.disabled).toBe(true);
  });

  it('leads to the breaks of a channel of any type', async () => {
    const nothing = () => undefined;
    await show(
      <ChannelRowActions
        channel={{ ...channel, type: 'hls-vod' }}
        resetting={false}
        onPlay={nothing}
        onMonitor={nothing}
        onReset={nothing}
        onDelete={nothing}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'More actions for News' }));
    const breaks = await screen.findByRole('menuitem', { name: 'Breaks' });
    expect(breaks.getAttribute('href')).toBe('/app/ad-insertion/channels/c1/breaks');
  });
});

function Switcher() {
  const set = useSetChannelState();
  return (
    <StateSwitch
      channel={channel}
      busy={set.isPending}
      onState={(id, state) => set.mutate({ id, state })}
    />
  );
}

describe('the state switch', () => {
  const toggle = () => screen.getByRole<HTMLInputElement>('switch');

  it('CHL-005 CHL-006 sets the state and is disabled meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const requested = answerWith(200, channel, promise);
    await show(<Switcher />);
    expect(toggle().checked).toBe(true);
    await userEvent.click(toggle());
    await vi.waitFor(() => expect(toggle().disabled).toBe(true));
    resolve();
    await vi.waitFor(() => expect(toggle().disabled).toBe(false));
    expect(requested).toEqual(['PUT /api/v2/channels/setState/c1 {"state":"disabled"}']);
  });

  it('CHL-007 reverts and shows the reason when the update fails', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answerWith(409, { code: 409, message: 'busy' }, promise);
    const { queries } = await show(<Switcher />);
    const key = ['t1', 'channels', 'list', {}];
    queries.setQueryData(key, { rows: [channel], total: 1 });
    const shown = () => queries.getQueryData<{ rows: Channel[] }>(key)?.rows[0]?.state;
    await userEvent.click(toggle());
    await vi.waitFor(() => expect(shown()).toBe('disabled'));
    resolve();
    await vi.waitFor(() => expect(shown()).toBe('enabled'));
    expect(toasts.get()[0]?.message).toBe("Error while changing channel's state: busy");
  });

  it('CHL-005 changes one channel of a page only', () => {
    const page = { rows: [channel, { ...channel, id: 'c2' }] };
    expect(withChannelState(page, 'c2', 'disabled')?.rows.map(({ state }) => state)).toEqual([
      'enabled',
      'disabled',
    ]);
  });
});

function Resetter() {
  const reset = useResetChannel();
  return (
    <button type="button" disabled={reset.isPending} onClick={() => reset.mutate('c1')}>
      Reset
    </button>
  );
}

describe('reset', () => {
  it.each([
    ['CHL-009', 200, channel, 'channel successfully reset'],
    ['CHL-010', 409, { code: 409, message: 'running' }, 'Error resetting channel: running'],
  ] as const)('%s tells how it went (%i)', async (_row, status, body, message) => {
    const requested = answerWith(status, body);
    await show(<Resetter />);
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await vi.waitFor(() => expect(toasts.get()[0]?.message).toBe(message));
    expect(requested).toEqual(['PUT /api/v2/channels/reset/c1']);
  });
});

describe('saving', () => {
  it('LIST-016 an item without id is created, one with an id updated', async () => {
    const values = channelUpdate.parse({
      ...newChannelValues(),
      name: 'N',
      sourceManifestUrl: 'https://o.example/m',
    });
    const requested = answerWith(200, channel);
    const { id } = await saveChannel(values);
    await saveChannel({ ...values, id });
    expect(requested.map((call) => call.split(' {')[0])).toEqual([
      'POST /api/v2/channels',
      'PUT /api/v2/channels/c1',
    ]);
  });

  it('LIST-017 a body whose numeric code is above 399 is a failure', async () => {
    answerWith(200, { code: 400, message: 'no' });
    await expect(saveChannel(channelUpdate.parse(channelValues(channel)))).rejects.toThrow('no');
    answerWith(200, { ...channel, code: 399 });
    await expect(saveChannel(channelUpdate.parse(channelValues(channel)))).resolves.toMatchObject({
      id: 'c1',
    });
  });

  it('CHE-009 CHE-011 a new channel has the defaults and no name', () => {
    expect(newChannelValues()).toMatchObject({ name: '', type: 'hls-live', isUsingAdSlate: true });
    expect(
      channelUpdate.safeParse(newChannelValues()).error?.issues.map(({ message }) => message),
    ).toEqual(['I should not be empty!', 'I should be a valid URL!']);
  });

  it('CHE-043 finds the field of every refused value', () => {
    const body = {
      code: 422,
      errorCode: 'INVALID_FIELDS',
      details: { errors: { name: 'taken', 'adSource.url': 'x' } },
    };
    expect(serverFieldErrors(new ApiError(422, '', JSON.stringify(body)))).toEqual({
      name: 'taken',
      'adSource.url': 'x',
    });
    const refused = { code: 422, errorCode: 'URL_FORBIDDEN', details: { host: '10.0.0.1' } };
    const error = new ApiError(422, '', JSON.stringify(refused));
    const source = {
      sourceManifestUrl: 'https://o.example/m',
      adSource: { url: 'http://10.0.0.1/vast' },
    };
    expect(forbiddenField(error, source)).toBe('adSource.url');
    expect(forbiddenField(error, { ...source, sourceManifestUrl: 'http://10.0.0.1/m' })).toBe(
      'sourceManifestUrl',
    );
  });
});

describe('the channel page', () => {
  it.each([
    ['CHE-002', 404, 'Channel not found'],
    ['CHE-003', 503, 'Error while Loading. down'],
  ])('%s a load that fails with %i says so', async (_row, status, message) => {
    const error = new ApiError(status, '', JSON.stringify({ code: status, message: 'down' }));
    await show(<LoadFailure error={error} onRetry={() => undefined} />);
    expect(screen.getByText(message)).toBeDefined();
  });

  it('CHE-007 CHE-008 a choice rewrites its half of the type', async () => {
    const types: string[] = [];
    await show(<TypeChoice value="hls-live" onChange={(type) => types.push(type)} />);
    await userEvent.click(screen.getByRole('radio', { name: 'VoD' }));
    await userEvent.click(screen.getByRole('radio', { name: 'DASH' }));
    expect(types).toEqual(['hls-vod', 'dash-live']);
  });
});

describe('the player', () => {
  const breaks = readBreaks([
    {
      id: 'b1',
      startMs: 10_000,
      endMs: 40_000,
      ads: [
        { id: 'a1', title: 'One', startMs: 10_000, durationMs: 10_000 },
        { id: 'a2', title: 'Two', startMs: 20_000, durationMs: 15_000 },
      ],
    },
    { id: 'broken', startMs: 'x' },
  ]);

  it('asks for the breaks beside the manifest of its session', () => {
    expect(breaksUrl('https://s.example/hls/c1/master.m3u8?sid=S1')).toBe(
      'https://s.example/hls/c1/S1/breaks.json',
    );
    expect(breaksUrl('https://s.example/hls/c1/master.m3u8')).toBeUndefined();
    expect(breaksUrl('https://s.example/dash/c1/S-_1.mpd?x=y')).toBe(
      'https://s.example/dash/c1/S-_1/breaks.json',
    );
    expect(breaksUrl('https://s.example/dash/c1/manifest.mpd')).toBeUndefined();
    expect(breaksUrl('https://origin.example/dash/films/100%.mpd')).toBeUndefined();
    expect(readBreaks('nonsense')).toEqual([]);
    expect(breaks).toHaveLength(1);
  });

  it('marks the part of a break that is on the bar', () => {
    const [mark] = barMarks(breaks, { startMs: 20_000, endMs: 60_000 });
    expect([mark?.left, mark?.width]).toEqual([0, 50]);
    expect(barMarks(breaks, { startMs: 50_000, endMs: 60_000 })).toEqual([]);
  });

  it('names the ad on air; slate and content have none', () => {
    expect(adAt(breaks, 21_000)).toEqual({
      position: 2,
      count: 2,
      title: 'Two',
      remainingMs: 14_000,
    });
    expect(adAt(breaks, 36_000)).toBeUndefined();
    expect(adAt(breaks, 5_000)).toBeUndefined();
  });

  it('shows the recommended action for a failure', () => {
    const failed = (code: number, category: number, data: unknown[] = []) =>
      playbackProblem({ code, category, data });
    expect(failed(1001, 1, ['u', 404, '{"message":"Channel not found"}']).title).toBe(
      'Channel not found',
    );
    expect(failed(1001, 1, ['u', 502, '<html>']).advice).toContain('source manifest URL');
    expect(failed(1002, 1).title).toBe('The stitcher cannot be reached.');
    expect(failed(4001, 4).title).toContain('manifest');
    expect(failed(3016, 3).title).toContain('browser');
  });

  it('obeys the keyboard and shows time', () => {
    expect(playerKey('m', false)).toEqual({ kind: 'toggleSound' });
    expect(playerKey(' ', true)).toBeUndefined();
    expect([clock(9), clock(3_909)]).toEqual(['0:09', '1:05:09']);
  });
});
