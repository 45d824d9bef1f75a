import { describe, expect, test } from 'vitest';
import { channelSecrets, channelSettingList } from './channels/settings/channel-settings.ts';
import {
  isSentElsewhere,
  mapSecrets,
  maskSecret,
  secretPlaceholder,
  withUserInfo,
} from './secrets.ts';
import { systemSecrets, systemType, systemTypeNames } from './systems/system-types.ts';

describe('SEC-S23 where secrets go is declared beside them', () => {
  test('of a channel: by settings that exist', () => {
    const paths: readonly string[] = channelSettingList.map(({ path }) => path);
    for (const { path, sentTo } of channelSecrets) {
      expect(
        sentTo.filter((each) => !paths.includes(each)),
        path,
      ).toEqual([]);
    }
    expect(channelSecrets.map(({ path, kind }) => `${kind} ${path}`).sort()).toEqual([
      'text apiKey',
      'text authentication.hmac.secret',
      'user-info adSlateManifestUrl',
      'user-info adSource.url',
      'user-info preRoll.adSource.url',
      'user-info sourceManifestUrl',
      'user-info stitcher.httpProxyUrl',
      'user-info trueSourceUrl',
      'values sourceHeaders',
    ]);
  });

  test('whatever is entered as a secret is one', () => {
    const entered = channelSettingList.filter(({ control }) => control === 'secret');
    expect(entered.filter(({ sentTo }) => sentTo === undefined)).toEqual([]);
  });

  test.each(systemTypeNames)('of a system of type %s: by its addresses', (name) => {
    const { settings } = systemType(name);
    for (const { path, sentTo } of systemSecrets(name)) {
      expect(sentTo.length, path).toBeGreaterThan(0);
      const known = settings.map((setting) => setting.name);
      expect(
        sentTo.filter((each) => !known.includes(each)),
        path,
      ).toEqual([]);
      const addresses = settings.filter(
        ({ kind, name: own }) => kind === 'url' && !/^(publicBaseUrl|beaconsBaseUrl)$/.test(own),
      );
      expect(sentTo).toEqual(expect.arrayContaining(addresses.map((setting) => setting.name)));
    }
  });
});

const rule = { sentTo: ['a', 'b.c', 'list'] };

test.each([
  [{ a: 'https://x.test/1' }, { a: 'https://x.test/2?q' }, false],
  [{ a: 'https://x.test' }, { a: 'http://x.test' }, true],
  [{ a: 'https://x.test' }, { a: 'https://x.test:8443' }, true],
  [{ a: 'https://x.test' }, { a: 'https://x.test', b: { c: 'http://proxy.test' } }, true],
  [{ a: 'https://x.test', b: { c: 'http://proxy.test' } }, { a: 'https://x.test' }, false],
  [{ list: ['https://x.test'] }, { list: ['https://x.test', 'https://y.test'] }, true],
  [{ list: ['https://x.test'] }, { list: [] }, false],
  [{ a: 'cluster-1' }, { a: 'cluster-2' }, true],
  [undefined, { a: 'https://x.test' }, true],
])('SEC-S23 %j, then %j: sent elsewhere %s', (stored, given, elsewhere) => {
  expect(isSentElsewhere(rule, given, stored)).toBe(elsewhere);
});

test('SEC-S24 credentials of an address are masked, and nothing else of it', () => {
  const masked = (address: string) =>
    maskSecret({ path: 'a', kind: 'user-info', sentTo: [] }, address);
  expect(masked('https://me:pa%40ss@x.test/a?b')).toBe(`https://${secretPlaceholder}@x.test/a?b`);
  expect(masked('https://me@x.test/')).toBe(`https://${secretPlaceholder}@x.test/`);
  for (const plain of ['https://x.test/a@b', 'HTTPS://X.test', ''])
    expect(masked(plain)).toBe(plain);
  expect(masked('https://me:pass@x.test/{{a}}')).toBe(`https://${secretPlaceholder}@x.test/{{a}}`);
  expect(masked('https:///me:pass@x.test/')).toBe(`https://${secretPlaceholder}@x.test/`);
  expect(withUserInfo('https://x.test/a', 'me:pa%40ss')).toBe('https://me:pa%40ss@x.test/a');
});

test('a secret that the values do not have is not made', () => {
  const values = { authentication: {}, sourceHeaders: { a: 'b' } };
  expect(mapSecrets(channelSecrets, values, maskSecret)).toEqual({
    authentication: {},
    sourceHeaders: { a: secretPlaceholder },
  });
});
