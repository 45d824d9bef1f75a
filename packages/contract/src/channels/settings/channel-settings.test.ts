import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  channelSettingList,
  editedSettings,
  publicAddressPaths,
  settingAround,
} from './channel-settings.ts';
import { settingSections } from './sections.ts';
import { inputOf, isShownFor } from './setting.ts';

const at = (path: string) => {
  const found = settingAround(path);
  if (found === undefined) throw new Error(`no setting ${path}`);
  return found;
};
const inputAt = (path: string) => inputOf(at(path).schema, at(path).control);

describe('the descriptors of the settings', () => {
  it('CHE-004 have a label of their own, in a section that exists', () => {
    const labels = editedSettings.map(({ label }) => label);
    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
    const sections = settingSections.map(({ id }) => id);
    expect(editedSettings.filter(({ section }) => !sections.includes(section))).toEqual([]);
  });

  it('point to settings that exist', () => {
    const paths: readonly string[] = editedSettings.map(({ path }) => path);
    const pointers = editedSettings.flatMap(({ shownWith, editedIn }) => [
      ...(shownWith === undefined ? [] : [shownWith]),
      ...(editedIn === undefined ? [] : [editedIn]),
    ]);
    expect(pointers.filter((pointer) => !paths.includes(pointer))).toEqual([]);
  });

  it.each(editedSettings.filter(({ choices }) => choices !== undefined))(
    'label every value of $path',
    ({ path, choices = {} }) => {
      expect(inputAt(path)).toEqual({ kind: 'choice', values: Object.keys(choices) });
    },
  );

  it.each(channelSettingList.filter(({ control }) => control === 'url'))(
    'SEC-S24 accept credentials in $path only where they are sealed and masked',
    ({ path, schema, sentTo }) => {
      const { success, error } = schema.safeParse('https://me:gate@x.test/a');
      expect(success).toBe(sentTo !== undefined);
      expect(publicAddressPaths.includes(path)).toBe(sentTo === undefined);
      if (error) expect(error.issues[0]?.message).toBe('I should carry no credentials!');
    },
  );

  it('say in full sentences what a setting does', () => {
    expect(editedSettings.filter(({ help }) => !/^[A-Z].*[^ ][.}]$/.test(help))).toEqual([]);
    expect(channelSettingList.filter(({ effect }) => effect.endsWith('.'))).toEqual([]);
  });
});

describe('the input of a setting', () => {
  it.each([
    ['liveDelay', { kind: 'number', min: 0, max: 600, whole: false, nullable: false }],
    ['timeShiftWindow', { kind: 'number', min: 0, max: 3_600, whole: true, nullable: false }],
    [
      'suggestedPresentationDelay',
      { kind: 'number', min: 0, max: 600, whole: false, nullable: true },
    ],
    [
      'stitcher.bandwidthThreshold',
      { kind: 'number', min: 0, max: undefined, whole: true, nullable: false },
    ],
    ['http', { kind: 'switch' }],
    ['sourceManifestUrl', { kind: 'url' }],
    ['authentication.hmac.secret', { kind: 'secret' }],
    ['presetId', { kind: 'text' }],
    ['cacheList', { kind: 'json-line' }],
    ['profile', { kind: 'json' }],
  ])('%s has the limits of its schema', (path, input) => {
    expect(inputAt(path)).toEqual(input);
  });

  it('CHE-053 offers the values of a list', () => {
    const input = inputAt('hlsSuppressTags');
    expect(input.kind === 'choices' && input.values).toHaveLength(10);
  });

  it('a number without limits has none', () => {
    expect(inputOf(z.number())).toMatchObject({ min: undefined, max: undefined, whole: false });
  });
});

describe('finding a setting', () => {
  it('CHE-051 by type of channel', () => {
    expect(isShownFor(at('liveDelay'), 'dash-live')).toBe(true);
    expect(isShownFor(at('liveDelay'), 'dash-vod')).toBe(false);
    expect(isShownFor(at('name'), 'dash-vod')).toBe(true);
  });

  it('by the path of a value inside it', () => {
    expect(settingAround('profile.vendor.key')?.path).toBe('profile');
    expect(settingAround('adSource.params.key')?.path).toBe('adSource.params');
    expect(settingAround('vendor.key')).toBeUndefined();
  });
});
