import { channelInput, channelSecrets, mapSecrets, maskSecret } from '@interlude/contract';
import { describe, expect, it } from 'vitest';
import { restoreSettings } from '../resources/systems/system-secrets.ts';
import { restoreSecrets } from './stored-secrets.ts';

const stored = channelInput.parse({
  name: 'News',
  sourceManifestUrl: 'https://me:gate@origin.test/a.m3u8',
  trueSourceUrl: 'https://cdn.test/a.m3u8',
  sourceOrigins: ['https://feeds.test'],
  apiKey: 'of-viewers',
  sourceHeaders: { 'x-key': 'k' },
  authentication: { hmac: { secret: 'abcd' } },
  adSource: { url: 'https://ads:word@ads.test/vast' },
  stitcher: { httpProxyUrl: 'http://p:w@proxy.test:3128' },
});
const masked = mapSecrets(channelSecrets, stored, maskSecret);
const restore = (change: object) =>
  restoreSecrets(channelSecrets, { ...masked, ...change }, stored);

describe('SEC-S23 the placeholders of a channel', () => {
  it('stand for what is stored', () => {
    expect(JSON.stringify(masked)).not.toMatch(/gate|word|of-viewers|abcd|"k"|:w@/);
    expect(restore({})).toEqual(stored);
    const path = 'https://********@origin.test/b.m3u8';
    expect(restore({ sourceManifestUrl: path }).sourceManifestUrl).toBe(
      'https://me:gate@origin.test/b.m3u8',
    );
  });

  it.each([
    ['sourceManifestUrl', { sourceManifestUrl: 'https://evil.test/a.m3u8' }],
    ['sourceManifestUrl', { sourceManifestUrl: 'http://********@origin.test/a.m3u8' }],
    ['trueSourceUrl', { trueSourceUrl: 'https://evil.test/a.m3u8' }],
    ['sourceOrigins', { sourceOrigins: ['https://feeds.test', 'https://evil.test'] }],
    ['httpProxyUrl', { stitcher: { ...masked.stitcher, httpProxyUrl: 'http://evil.test:3128' } }],
    ['systemId', { systemId: 'a-cluster-of-mine' }],
    ['adSource', { adSource: { ...masked.adSource, url: 'https://********@evil.test/vast' } }],
  ])('are entered again when %s changes: %j', (_name, change) => {
    expect(() => restore(change)).toThrowError(
      expect.objectContaining({
        code: 'INVALID_FIELDS',
        message: expect.stringContaining('again'),
      }),
    );
  });

  it('of a new channel stand for nothing', () => {
    expect(() => restoreSecrets(channelSecrets, masked, undefined)).toThrow('cannot be copied');
  });
});

describe('SEC-S23 the placeholders of a system', () => {
  const cases = [
    ['bitmovin', { apiKey: 's', baseUrl: '' }, { baseUrl: 'https://evil.test/v1' }],
    ['bitmovin', { apiKey: 's', baseUrl: 'https://proxy.test/v1' }, { baseUrl: '' }],
    ['ssai-cluster', { apiToken: 's', baseUrl: 'https://a.test' }, { baseUrl: 'https://b.test' }],
    ['s3', { secretAccessKey: 's', endpoint: 'https://a.test' }, { endpoint: 'https://b.test' }],
    ['azure', { storageKey: 's', accountName: 'a' }, { accountName: 'b' }],
    ['azure', { storageKey: 's', accountName: 'a' }, { endpoint: 'https://b.test' }],
  ] as const;

  it.each(cases)('%s %j: entered again with %j', (type, settings, change) => {
    const [secret = ''] = Object.keys(settings);
    const sent = { ...settings, [secret]: '********' };
    expect(restoreSettings(type, sent, { type, settings })).toEqual(settings);
    expect(() => restoreSettings(type, { ...sent, ...change }, { type, settings })).toThrow(
      `settings.${secret}: Enter the value again`,
    );
  });
});
