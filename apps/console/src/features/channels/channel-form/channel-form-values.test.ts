import { type Channel, channelSettings } from '@interlude/contract';
import { describe, expect, it } from 'vitest';
import { channelUpdate, channelValues, newChannelValues } from './channel-form-values.ts';
import { firstErrorIn, flatErrors } from './field-errors.ts';
import { withHbbtvPreset } from './hbbtv-preset.ts';

const channel: Channel = {
  ...channelSettings.parse({ name: 'News', sourceManifestUrl: 'https://o.example/m.m3u8' }),
  id: 'c1',
  state: 'enabled',
  tenant: 't1',
  outputUri: 'https://s.example/hls/c1/master.m3u8',
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
  code: 502,
  errorCode: 'CLUSTER_UNREACHABLE',
  message: 'no',
};

describe('the values of the channel form', () => {
  it('CHE-001 CHE-014 are what an operator may set: nothing of the platform, and no field without a value', () => {
    const { hmac: _hmac, ...shape } = { hmac: undefined, ...channelSettings.shape };
    expect(Object.keys(channelValues(channel)).toSorted()).toEqual(Object.keys(shape).toSorted());
    expect(Object.keys(newChannelValues()).toSorted()).toEqual(Object.keys(shape).toSorted());
    expect(channelUpdate.parse(channelValues(channel))).toMatchObject({ name: 'News' });
  });

  it('CHE-006 the HbbTV preset is live DASH in several periods, and leaves the rest', () => {
    const values = { ...newChannelValues(), apiKey: 'k' };
    expect(withHbbtvPreset(values)).toEqual({
      ...values,
      type: 'dash-live',
      name: 'HbbTV Live Channel',
      isMultiPeriod: true,
      profile: { ...values.profile, muxingType: 'cmaf' },
      presetId: 'hbbtv-live',
    });
  });

  it('CHE-043 errors are listed by path, and one inside a value is said at its field', () => {
    const params = { uid: { message: 'too short', type: 'custom' } };
    const errors = { name: { message: 'empty', ref: { name: 'name' } }, adSource: { params } };
    expect([...flatErrors(errors)]).toEqual([
      ['name', 'empty'],
      ['adSource.params.uid', 'too short'],
    ]);
    expect(firstErrorIn(params)).toBe('uid: too short');
    expect(firstErrorIn(errors.name)).toBe('empty');
    expect(firstErrorIn(undefined)).toBeUndefined();
  });
});
