import type { SourceAnalysis } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerCalls } from '../../../testing/answers.suite.ts';
import { show } from '../../../testing/show.suite.tsx';
import { type ChannelFormValues, newChannelValues } from '../channel-form/channel-form-values.ts';
import { AnalyseSource } from './analyse-source.tsx';
import { changedSettings, profileOf, settingsOf } from './analysed-values.ts';
import { factsOf, lengthText } from './analysis-facts.ts';

let network = answerCalls({});
const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  network.restore();
  globalThis.fetch = realFetch;
});

const call = 'POST /api/v2/profile';
const values: ChannelFormValues = {
  ...newChannelValues(),
  name: 'News',
  sourceManifestUrl: 'https://o.example/m.m3u8',
  sourceHeaders: { 'x-api-key': 'k1', 'X-Cdnid': 'c' },
};
const analysis: SourceAnalysis = {
  profile: {
    muxingType: 'cmaf',
    manifestType: 'dash',
    hasSeparateAudio: true,
    useAudioNormalization: false,
    audioNormalization: { integratedLoudness: -23, loudnessRange: 11, maximumTruePeakLevel: -1 },
    pictures: [{ width: 1920, height: 1080 }],
  },
  manifestType: 'dash',
  type: 'dash-live',
  isLive: true,
  isMultiPeriod: true,
  minimumSourceUpdatePeriod: 2,
  setScanningFrequency: true,
  fallbackSourceTags: ['EXT-X-CUE-OUT'],
  trueSourceUrl: 'https://true.example/m.mpd',
  markers: [{ name: 'scte35:xml+bin', count: 3 }],
  tracks: [
    { kind: 'video', label: '1920x1080 50 fps', codecs: 'avc1.640028', bitrate: 6_000_000 },
    { kind: 'subtitles', label: 'en', codecs: 'wvtt', bitrate: 0 },
  ],
  segmentSeconds: 3.84,
  windowSeconds: 60,
  isLowLatency: false,
  isEncrypted: true,
  warnings: [
    {
      code: 'FRAME_RATE_UNKNOWN',
      message: 'The frame rate is not declared.',
      width: 640,
      height: 360,
    },
    { code: 'X', message: 'No markers yet.' },
  ],
};

let form: UseFormReturn<ChannelFormValues> | undefined;
beforeEach(() => {
  form = undefined;
});

function Form({ edited }: { edited: ChannelFormValues }) {
  const own = useForm<ChannelFormValues>({ defaultValues: edited });
  form = own;
  return (
    <FormProvider {...own}>
      <input
        aria-label="Source manifest URL"
        {...own.register('sourceManifestUrl', {
          validate: (url) => URL.canParse(url) || 'I should be a valid URL!',
        })}
      />
      <AnalyseSource />
      <section id="profile">Profile</section>
      {own.formState.isDirty && <p>unsaved</p>}
    </FormProvider>
  );
}

const showPanel = (path: string, edited = values) =>
  show(<Form edited={edited} />, {}, path, '/app/channels/$channelId');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const findings = () => screen.findByRole('region', { name: 'Analysis of the source' });

describe('Analyse on a new channel', () => {
  it('CHE-027 fills the profile and the settings and opens the profile section', async () => {
    network = answerCalls({ [call]: { body: analysis } });
    await showPanel('/app/channels/new');
    await press('Analyse');
    const found = await findings();
    expect(form?.getValues()).toMatchObject({
      ...settingsOf(analysis),
      type: 'dash-live',
      isMultiPeriod: true,
      minimumSourceUpdatePeriod: 2,
      profile: analysis.profile,
    });
    expect(screen.getByText('unsaved')).toBeDefined();
    expect(document.activeElement?.id).toBe('profile');
    expect(within(found).getByRole('status').textContent).toContain('are filled in');
    expect(screen.queryByRole('button', { name: 'Update Profile' })).toBeNull();
    expect(network.calls(call)[0]?.body).toEqual({
      sourceManifestUrl: values.sourceManifestUrl,
      apiKey: 'k1',
      headers: values.sourceHeaders,
      sourceOrigins: [],
      httpProxyUrl: '',
    });
  });

  it('shows what was found, and CHE-033 warnings with width x height', async () => {
    network = answerCalls({ [call]: { body: analysis } });
    await showPanel('/app/channels/new');
    await press('Analyse');
    const found = await findings();
    const warnings = within(within(found).getByRole('list', { name: 'Warnings' }));
    expect(warnings.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '640x360: The frame rate is not declared.',
      'No markers yet.',
    ]);
    expect(found.textContent).toContain('scte35:xml+bin × 3');
    const track = within(found).getAllByRole('row')[1];
    expect(track?.textContent).toContain('1920x1080 50 fps');
    expect(track?.textContent).toContain('6,000');
  });

  it('says nothing more once the address is another', async () => {
    network = answerCalls({ [call]: { body: analysis } });
    await showPanel('/app/channels/c1');
    await press('Analyse');
    await findings();
    await userEvent.type(screen.getByLabelText('Source manifest URL'), '2');
    expect(screen.queryByRole('region', { name: 'Analysis of the source' })).toBeNull();
  });

  it('an invalid source manifest URL is not sent', async () => {
    network = answerCalls({});
    await showPanel('/app/channels/new', { ...values, sourceManifestUrl: 'nonsense' });
    await press('Analyse');
    expect(network.requested).toEqual([]);
    expect(document.activeElement).toBe(screen.getByLabelText('Source manifest URL'));
  });
});

describe('Analyse on an existing channel', () => {
  it('CHE-028 offers Update Profile, which shows the old and the new profile before it changes it', async () => {
    network = answerCalls({ [call]: { body: analysis } });
    const loud = { integratedLoudness: -16, loudnessRange: 11, maximumTruePeakLevel: -1 };
    const old = { useAudioNormalization: true, audioNormalization: loud, mine: 1 };
    await showPanel('/app/channels/c1', { ...values, profile: old });
    await press('Analyse');
    await findings();
    expect(network.calls(call)[0]?.body).toMatchObject({ channelId: 'c1' });
    expect(form?.getValues('profile')).toEqual(old);
    await press('Update Profile');
    const dialog = await screen.findByRole('alertdialog', { hidden: true });
    const side = (name: string) =>
      within(dialog)
        .findByRole('textbox', { name, hidden: true })
        .then((area) => area.textContent);
    expect(await side('Old profile')).toContain('"mine": 1');
    expect(await side('New profile')).toContain('"muxingType": "cmaf"');
    await userEvent.click(within(dialog).getByText('Cancel'));
    expect(form?.getValues('profile')).toEqual(old);
    await press('Update Profile');
    const again = await screen.findByRole('alertdialog', { hidden: true });
    await userEvent.click(
      within(again).getByRole('button', { name: 'Update Profile', hidden: true }),
    );
    expect(form?.getValues('profile')).toEqual({
      ...analysis.profile,
      useAudioNormalization: true,
      audioNormalization: loud,
    });
    expect(form?.getValues('type')).toBe('hls-live');
    expect(document.activeElement?.id).toBe('profile');
  });

  it('CHE-028 takes the settings over as well when that is wanted', async () => {
    network = answerCalls({ [call]: { body: analysis } });
    await showPanel('/app/channels/c1');
    await press('Analyse');
    await findings();
    await press('Update Profile');
    const dialog = await screen.findByRole('alertdialog', { hidden: true });
    expect(dialog.textContent).toContain('type "hls-live" → "dash-live"');
    await userEvent.click(within(dialog).getByLabelText('Take over these settings as well'));
    await userEvent.click(
      within(dialog).getByRole('button', { name: 'Update Profile', hidden: true }),
    );
    expect(form?.getValues()).toMatchObject({ type: 'dash-live', isMultiPeriod: true });
  });
});

describe('an analysis that fails', () => {
  it.each([
    ['CHE-029', 'SOURCE_UNREACHABLE', 'Error while Analysing: it is gone'],
    ['CHE-030 OP-87', 'NO_MASTER_MANIFEST', 'Please provide a master manifest.'],
    ['CHE-031 OP-87', 'MP4_SOURCE', 'An mp4 source cannot be analysed automatically.'],
    ['CHE-032 OP-87', 'MRSS_SOURCE', 'An MRSS feed url cannot be used as a source.'],
  ])('%s %s: %s', async (_row, type, sentence) => {
    network = answerCalls({
      [call]: { body: { warnings: [], error: { type, message: 'it is gone' } } },
    });
    await showPanel('/app/channels/new');
    await press('Analyse');
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    expect(form?.getValues()).toEqual(values);
    expect(screen.queryByRole('region', { name: 'Analysis of the source' })).toBeNull();
    const asksForUrl = document.activeElement === screen.getByLabelText('Source manifest URL');
    expect(asksForUrl).toBe(type === 'NO_MASTER_MANIFEST');
  });

  it('SEC-S55 a source that is larger than the plan allows is named with the limit and what to do', async () => {
    const allowed = { what: 'segments in one playlist', allowed: 20_000 };
    const { message } = domainError('SOURCE_TOO_LARGE', allowed);
    const error = { type: 'MANIFEST_TOO_LARGE' as const, message };
    network = answerCalls({ [call]: { body: { warnings: [], error } } });
    await showPanel('/app/channels/c1');
    await press('Analyse');
    const shown = (await screen.findByRole('alert')).textContent;
    expect(shown).toContain('more than 20000 segments in one playlist. Shorten its window');
    expect(screen.queryByRole('button', { name: 'Update Profile' })).toBeNull();
  });

  it('CHE-029 a refused call is shown with its fields or its message', async () => {
    const details = { errors: { sourceManifestUrl: 'too long' } };
    const answers = [
      { status: 422, body: { code: 422, errorCode: 'INVALID_FIELDS', details } },
      { status: 429, body: { code: 429, message: 'Too many requests.' } },
    ];
    network = answerCalls({ [call]: () => answers.shift() ?? {} });
    await showPanel('/app/channels/c1');
    await press('Analyse');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Error while Analysing: sourceManifestUrl: too long',
    );
    await press('Analyse');
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe(
        'Error while Analysing: Too many requests.',
      ),
    );
  });

  it('can be cancelled while it runs', async () => {
    let given: AbortSignal | undefined;
    globalThis.fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        given = init?.signal ?? undefined;
        given?.addEventListener('abort', () => reject(given?.reason));
      });
    await showPanel('/app/channels/c1');
    fireEvent.click(screen.getByRole('button', { name: 'Analyse' }));
    await screen.findByText('Analysing ...');
    await press('Cancel');
    await waitFor(() => expect(given?.aborted).toBe(true));
    expect(await screen.findByText('Analyse')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('what an analysis puts into the form', () => {
  it('CHE-027 leaves alone what it does not know, and names what differs', () => {
    const little: SourceAnalysis = { manifestType: 'hls', isLive: false, warnings: [] };
    expect(settingsOf(little)).toEqual({ type: 'hls-vod' });
    expect(settingsOf({ warnings: [] })).toEqual({});
    const nothing = { cacheTime: 0, cacheList: [], externalBaseUrl: '', fallbackSourceTags: [] };
    expect(settingsOf({ ...nothing, trueSourceUrl: '', warnings: [] })).toEqual({
      trueSourceUrl: '',
    });
    expect(changedSettings({ type: 'hls-live', isMultiPeriod: true }, values)).toEqual([
      { name: 'isMultiPeriod', before: false, after: true },
    ]);
    expect(profileOf({ muxingType: 'ts' }, undefined)).toEqual({ muxingType: 'ts' });
  });

  it('has words for lengths and kinds', () => {
    expect([lengthText(3.84), lengthText(119), lengthText(120), lengthText(3_661)]).toEqual([
      '3.8 s',
      '119 s',
      '2 min',
      '1 h 1 min 1 s',
    ]);
    expect(
      factsOf({
        manifestType: 'hls',
        isLive: false,
        windowSeconds: 600,
        markers: [],
        warnings: [],
      }),
    ).toEqual([
      { name: 'Source', value: 'HLS, VoD' },
      { name: 'Length', value: '10 min' },
      { name: 'Markers', value: 'none now' },
    ]);
  });
});
