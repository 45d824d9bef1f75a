import { type SettingSectionId, suppressibleHlsTags } from '@interlude/contract';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { show } from '../../../testing/show.suite.tsx';
import { FormOf, type ShownForm } from './channel-form.suite.tsx';
import type { ChannelFormValues } from './channel-form-values.ts';
import { SettingList } from './setting-list.tsx';

afterEach(cleanup);

async function open(
  section: SettingSectionId | typeof LiveUntilLeft,
  values: Partial<ChannelFormValues> = {},
) {
  let shown: ShownForm | undefined;
  await show(
    <FormOf values={values} onForm={(form) => (shown = form)}>
      {typeof section === 'string' ? <SettingList section={section} /> : <LiveUntilLeft />}
    </FormOf>,
  );
  if (shown === undefined) throw new Error('no form');
  return shown;
}

const input = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const toggle = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name });
const press = (name: string) => userEvent.click(toggle(name));
const labels = () =>
  [...screen.queryAllByRole('switch'), ...screen.queryAllByRole('textbox')].map((element) =>
    element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined,
  );

async function write(name: string, text: string) {
  await userEvent.clear(input(name));
  await userEvent.type(input(name), text);
}

function LiveUntilLeft() {
  const [isLive, setIsLive] = useState(true);
  return (
    <>
      {isLive && <SettingList section="live" />}
      <button type="button" onClick={() => setIsLive(false)}>
        Leave
      </button>
    </>
  );
}

/** Text areas that grow listen to fonts, which happy-dom has not. */
function provideFonts() {
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  onTestFinished(() => void Reflect.deleteProperty(document, 'fonts'));
}

describe('a live channel', () => {
  it.each([
    ['CHE-047 OP-22', 'Timeshift Window', '3601', 'value must be between 0 and 3600'],
    [
      'CHE-048 OP-23',
      'Live edge timing adjustment',
      '601',
      'Live delay should be less than 600 seconds and more than 0',
    ],
    ['CHE-049 OP-24', 'Playlist size', '3601', 'value must be between 0 and 3600'],
  ])('%s %s has its range', async (_row, name, beyond, sentence) => {
    const form = await open('live');
    await write(name, beyond);
    expect(await form.check()).toBe(false);
    expect(await screen.findByText(sentence)).toBeDefined();
    await write(name, String(Number(beyond) - 1));
    expect(await form.check()).toBe(true);
    const { timeShiftWindow, liveDelay, dvrWindow } = form.values();
    expect([timeShiftWindow, liveDelay, dvrWindow]).toContain(Number(beyond) - 1);
  });

  it('SEC-S46 -1 as live edge timing stays -1 and is refused', async () => {
    const form = await open('live');
    await write('Live edge timing adjustment', '-1');
    expect(await form.check()).toBe(false);
    const sentence = 'Live delay should be less than 600 seconds and more than 0';
    expect(await screen.findByText(sentence)).toBeDefined();
  });

  it('CHE-050 Growing Playlist is ticked where startAtDvrWindow is false', async () => {
    const form = await open('live', { startAtDvrWindow: false });
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Growing Playlist' });
    expect(box.checked).toBe(true);
    await userEvent.click(box);
    expect([box.checked, form.values().startAtDvrWindow]).toEqual([false, true]);
  });

  it('CHE-051 takes its mistakes with it when the channel becomes one of VoD', async () => {
    const form = await open(LiveUntilLeft, { liveDelay: 4 });
    await write('Live edge timing adjustment', '601');
    await write('Playlist size', '60');
    expect(await form.check()).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(await form.check()).toBe(true);
    expect(form.values()).toMatchObject({ liveDelay: 4, dvrWindow: 60 });
  });

  it('CHE-067 has a Scheduler Configuration', async () => {
    const form = await open('scheduler');
    await write('Scheduler Configuration', 'epg-17');
    expect(form.values().schedulerExternalId).toBe('epg-17');
  });
});

describe('playlists of HLS', () => {
  it('CHE-052 one way of counting unchecks the other', async () => {
    const form = await open('hls', { type: 'hls-live' });
    await press('Independent Media Sequences');
    await press('Legacy Media Sequence Handling');
    expect(form.values()).toMatchObject({
      hlsIndependentMediaSequences: false,
      hlsLegacyMediaSequenceHandling: true,
    });
    await press('Independent Media Sequences');
    expect(toggle('Legacy Media Sequence Handling').checked).toBe(false);
    expect(await form.check()).toBe(true);
  });

  it('CHE-053 Suppress HLS Tags offers the ten', async () => {
    const form = await open('hls', { type: 'hls-live' });
    await userEvent.click(screen.getByRole('combobox', { name: 'Suppress HLS Tags' }));
    const options = within(await screen.findByRole('listbox')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([...suppressibleHlsTags]);
    expect(options).toHaveLength(10);
    await userEvent.click(screen.getByRole('option', { name: 'START' }));
    expect(form.values().hlsSuppressTags).toEqual(['START']);
  });

  it('CHE-051 CHE-054 on demand has Preserve playlist name alone', async () => {
    const form = await open('hls', { type: 'hls-vod' });
    expect(labels()).toEqual(['Preserve playlist name']);
    await press('Preserve playlist name');
    expect(form.values().preservePlaylistFilename).toBe(true);
  });
});

describe('the stitcher of VoD', () => {
  const shared = [
    ...['Use relative segment url', 'Use SCTE-35 Ad-Markers', 'Replace Ad-Breaks'],
    ...['Provide VAST URL', 'Remove Tracking template from body'],
    'Segments to replay after midroll',
  ];

  it('CHE-059 CHE-060 of HLS has the filter of bandwidths', async () => {
    await open('stitcher', { type: 'hls-vod' });
    const own = ['Filter HLS by Bandwidth', 'Maximum HLS Bandwidth'];
    expect(labels().toSorted()).toEqual([...shared, ...own].toSorted());
    expect(input('Maximum HLS Bandwidth').value).toBe('650000 bit/s');
  });

  it('CHE-058 of DASH includes events', async () => {
    await open('stitcher', { type: 'dash-vod' });
    expect(labels().toSorted()).toEqual([...shared, 'Include DASH events'].toSorted());
  });

  it('CHE-056 CHE-057 CHE-061 CHE-062 CHE-063 CHE-064 begins with everything off and 3 segments', async () => {
    const form = await open('stitcher', { type: 'dash-vod' });
    const switches = screen.getAllByRole<HTMLInputElement>('switch');
    expect(switches.filter(({ checked }) => checked)).toEqual([]);
    expect(input('Segments to replay after midroll').value).toBe('3');
    for (const each of switches.slice(0, 4)) await userEvent.click(each);
    expect(form.values().stitcher).toMatchObject({
      shouldUseRelativeSegmentUrl: true,
      useScte35: true,
      replaceInsteadOfInsert: true,
      includeDashEvents: true,
    });
  });

  it('CHE-064 CHE-065 Remove Tracking template needs Provide VAST URL and goes with it', async () => {
    const form = await open('stitcher', { type: 'hls-vod' });
    expect(toggle('Remove Tracking template from body').disabled).toBe(true);
    await press('Provide VAST URL');
    await press('Remove Tracking template from body');
    expect(form.values().stitcher?.removeTrackingTemplate).toBe(true);
    await press('Provide VAST URL');
    expect(form.values().stitcher).toMatchObject({
      provideVastURL: false,
      removeTrackingTemplate: false,
    });
  });
});

describe('every channel', () => {
  it.each(['hls-live', 'dash-vod'] as const)(
    'CHE-055 reaches its source through an http proxy: %s',
    async (type) => {
      provideFonts();
      const form = await open('source', { type });
      await write('Custom http proxy url', 'proxy');
      expect(await form.check()).toBe(false);
      expect(await screen.findByText('I should be a valid URL!')).toBeDefined();
      await write('Custom http proxy url', 'http://p.example:3128');
      expect(form.values().stitcher?.httpProxyUrl).toBe('http://p.example:3128');
    },
  );

  it('CHE-066 OP-81 takes the ad clip identifier from one of two', async () => {
    const form = await open('ad-clip-identifier', { type: 'dash-vod' });
    await press('Use media file id');
    await press('Generate from source URL');
    expect(form.values()).toMatchObject({
      generateTitleIdsUsingURL: true,
      useMediaFileIdAsAdId: false,
    });
  });

  it('CHE-069 CHE-070 CHE-071 CHE-072 CHE-073 normalizes sound by three numbers', async () => {
    const form = await open('audio-normalization', { profile: { muxingType: 'cmaf' } });
    expect(screen.queryAllByRole('textbox')).toEqual([]);
    await press('Use audio normalization');
    expect([
      input('Integrated Loudness').value,
      input('Loudness Range').value,
      input('Maximum True Peak Level').value,
    ]).toEqual(['-23 LUFS', '11 LU', '-1 dBTP']);
    for (const [name, beyond, range] of [
      ['Integrated Loudness', '-71', '-70 and -5'],
      ['Loudness Range', '21', '1 and 20'],
      ['Maximum True Peak Level', '1', '-9 and 0'],
    ] as const) {
      await write(name, beyond);
      expect(await form.check()).toBe(false);
      expect(await screen.findByText(`value must be between ${range}`)).toBeDefined();
    }
    await write('Integrated Loudness', '-16');
    await press('Use audio normalization');
    expect(screen.queryAllByRole('textbox')).toEqual([]);
    expect(form.values().profile).toMatchObject({
      muxingType: 'cmaf',
      useAudioNormalization: false,
      audioNormalization: { integratedLoudness: -16 },
    });
  });

  it('CHE-022 CHE-034 OP-78 asks for signed tokens', async () => {
    const form = await open('authentication');
    await press('Use HMAC authentication');
    expect(form.values().authentication?.hmac).toMatchObject({ method: 'SHA256', window: 3_600 });
    const secret = screen.getByLabelText('HMAC secret');
    await userEvent.type(secret, 'abc');
    expect(secret.getAttribute('type')).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Show HMAC secret' }));
    expect(secret.getAttribute('type')).toBe('text');
    expect(await form.check()).toBe(true);
    await press('The secret is encrypted');
    expect(await form.check()).toBe(false);
    const sentence = 'Secret code is not an even character length.';
    expect(await screen.findByText(sentence)).toBeDefined();
    await press('Use HMAC authentication');
    expect(form.values().authentication).toEqual({});
    expect(await form.check()).toBe(true);
  });
});
