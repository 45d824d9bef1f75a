import type { SourceAnalysis } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { act, cleanup, screen } from '@testing-library/react';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { afterEach, describe, expect, it } from 'vitest';
import { answerCalls } from '../../../testing/answers.suite.ts';
import { show } from '../../../testing/show.suite.tsx';
import { type ChannelFormValues, newChannelValues } from '../channel-form/channel-form-values.ts';
import { profileDifferences } from './profile-differences.ts';
import { ProfileState } from './profile-state.tsx';

const call = 'POST /api/v2/profile';
const ladder = {
  manifestType: 'hls' as const,
  muxingType: 'cmaf' as const,
  hasSeparateAudio: true,
  frameRate: [25, 1],
  segmentMs: 3_840,
  pictures: [{ width: 1280, height: 720, bitrate: 3_000_000, codecs: 'avc1.64001f' }],
  audio: [
    { codecs: 'mp4a.40.2', channels: 2, sampleRate: 48_000, bitrate: 128_000, language: 'en' },
  ],
};
const loud = {
  useAudioNormalization: false,
  audioNormalization: { integratedLoudness: -23, loudnessRange: 11, maximumTruePeakLevel: -1 },
};
const analysis = (part: object = {}): SourceAnalysis => ({
  profile: { ...ladder, ...loud, ...part },
  warnings: [],
});

type Profile = NonNullable<ChannelFormValues['profile']>;

let network = answerCalls({});
let form: UseFormReturn<ChannelFormValues> | undefined;
afterEach(() => {
  cleanup();
  network.restore();
});

function Form({ profile }: { readonly profile: Profile }) {
  const own = useForm<ChannelFormValues>({
    defaultValues: {
      ...newChannelValues(),
      name: 'News',
      sourceManifestUrl: 'https://o.example/m.m3u8',
      profile,
    },
  });
  form = own;
  return (
    <FormProvider {...own}>
      <ProfileState />
    </FormProvider>
  );
}

async function open(profile: Profile, answer: SourceAnalysis | undefined, path = 'c1') {
  network = answerCalls(answer === undefined ? {} : { [call]: { body: answer } });
  await show(<Form profile={profile} />, {}, `/app/channels/${path}`, '/app/channels/$channelId');
}

describe('the profile of a channel beside its source', () => {
  it('names what differs when the channel is opened, and leads to Analyse', async () => {
    await open({ ...ladder, ...loud, segmentMs: 6_000 }, analysis({ muxingType: 'ts' }));
    const note = await screen.findByRole('note');
    expect(note.textContent).toContain(
      'Profile and source differ in container, segment duration. Creatives are encoded to the profile,',
    );
    expect(screen.getByRole('link', { name: 'Analyse' }).getAttribute('href')).toBe('#source');
    expect(network.calls(call)).toHaveLength(1);
    expect(network.calls(call)[0]?.body).toMatchObject({ channelId: 'c1' });
  });

  it('says what other renditions need', async () => {
    const pictures = [{ ...ladder.pictures[0], codecs: 'hvc1.1.6.L93.B0' }];
    await open({ ...ladder, pictures }, analysis());
    expect((await screen.findByRole('note')).textContent).toContain(
      'differ in video renditions. Creatives are encoded to the profile, with container and separation of audio as in the source, and segments no longer than its target duration. Ads are shown only where the profile has a codec of the family of each rendition of the source.',
    );
  });

  it('follows the form: the profile of the source ends the difference, another address what is known', async () => {
    await open({ ...ladder, segmentMs: 6_000 }, analysis());
    await screen.findByRole('note');
    act(() => form?.setValue('profile', ladder));
    expect(await screen.findByText('Profile and source have the same ladder.')).toBeDefined();
    act(() => form?.setValue('sourceManifestUrl', 'https://o.example/other.m3u8'));
    expect(screen.queryByText('Profile and source have the same ladder.')).toBeNull();
    expect(network.calls(call)).toHaveLength(1);
  });

  it('says that a profile for another protocol is not used', async () => {
    await open({ ...ladder, manifestType: 'dash' }, analysis());
    expect((await screen.findByRole('note')).textContent).toContain(
      'The profile is for another protocol, so creatives are encoded to the ladder of the source.',
    );
  });

  it('says when the source cannot be read', async () => {
    const error = { type: 'SOURCE_UNREACHABLE' as const, message: 'it is gone' };
    await open(ladder, { warnings: [], error });
    expect(await screen.findByText(/^The source cannot be read now/)).toBeDefined();
  });

  it('SEC-S55 says when the source is larger than the plan allows, and what to do', async () => {
    const allowed = { what: 'segments in one playlist', allowed: 20_000 };
    const { message } = domainError('SOURCE_TOO_LARGE', allowed);
    await open(ladder, { warnings: [], error: { type: 'MANIFEST_TOO_LARGE', message } });
    expect((await screen.findByRole('note')).textContent).toBe(
      `${message} Until then viewers get an error.`,
    );
  });

  it.each<[string, Profile]>([
    ['none', {}],
    ['a part of one', { muxingType: 'ts', segmentMs: 9_000 }],
    ['one that no encoder can produce', { ...ladder, pictures: [{ width: 3, height: 3 }] }],
  ])(
    'reads no source for a profile whose ladder is %s, and says that creatives follow the source',
    async (_name, profile) => {
      await open(profile, undefined);
      expect(await screen.findByText(/^The profile has no whole ladder/)).toBeDefined();
      expect(network.requested).toEqual([]);
    },
  );

  it('reads no source for a channel that is not saved', async () => {
    await open(ladder, undefined, 'new');
    expect(screen.queryByRole('note')).toBeNull();
    expect(network.requested).toEqual([]);
  });
});

it('the order of names makes no difference, and loudness is not compared', () => {
  const turned = Object.fromEntries(Object.entries({ ...ladder, ...loud }).toReversed());
  expect(profileDifferences(turned, { ...ladder, ...loud })).toEqual([]);
  expect(
    profileDifferences({ ...ladder, useAudioNormalization: true }, analysis().profile),
  ).toEqual([]);
});
