import { expect, test } from 'vitest';
import { addressSecrets } from './address-secrets.ts';
import { encodedSpellings, redactText, redactValue } from './redact-text.ts';

const secret = 's3cr3t-value';

test.each([
  ['credentials in an address', `https://me:${secret}@origin.test/a.m3u8`],
  ['a token in a query', `seg.ts?hdnts=exp=1~hmac=${secret}`],
  ['a token in a query of an MPD', `<BaseURL>https://o.test/?a=1&amp;token=${secret}</BaseURL>`],
  ['a token in a path', `https://o.test/hdntl=exp=1~acl=*~hmac=${secret}/seg.ts`],
  ['a token behind a semicolon', `https://o.test/live;jwt=${secret}/seg.ts`],
  ['an address within an address', `https://t.test/?u=https%3A%2F%2Fo.test%2F%3Ftoken%3D${secret}`],
  ['an address within two', `https://t.test/?u=x%253Ftoken%253D${secret}`],
  ['credentials within an address', `https://t.test/?u=https%3A%2F%2Fme%3A${secret}%40o.test`],
  ['the media of an ad segment', `ad/b1.0/v0/3.m4s?m=${secret}&s=${secret}`],
  ['the media of an ad segment in XML', `<S media="ad/b.0/v0/1.m4s?m=${secret}&amp;s=${secret}"/>`],
  ['an authorization', `authorization: Bearer ${secret}`],
  ['a cookie', `"cookie": "sid=${secret}"`],
  ['a bearer token', `it was refused: Bearer ${secret}`],
  ['a JSON web token', `x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.${secret}`],
  ['a JSON web token behind an escape', `https://t.test/?u=x%3DeyJhbGciOiJI.${secret}`],
  ['a hash in a query', `https://o.test/a.ts?md5=${secret}&e=1`],
  ['a member of JSON', `<AdParameters>{"n":1,"accessToken" : "${secret}"}</AdParameters>`],
  ['a member of JSON in JSON', `"{\\"api_key\\":\\"${secret}\\"}"`],
  ['a viewer as an ad server knows it', `https://ads.test/?ppid=${secret}&rdid=${secret}`],
  ['the address of a viewer', 'https://ads.test/?ip=203.0.113.7&x=1', '203.0.113.7'],
  [
    'the address of a viewer in another parameter',
    'https://ads.test/?cl=203.0.113.7',
    '203.0.113.7',
  ],
  ['an IPv6 address', 'https://ads.test/?cl=2001%3Adb8%3A%3A7', '2001%3Adb8%3A%3A7'],
  ['a device', `https://ads.test/?ifa=${secret}`],
  ['the id of a session', `/hls/c1/${secret.repeat(8)}/v0.m3u8`],
  ['the id of a session in DASH', `<Location>/dash/c1/${secret.repeat(8)}.mpd</Location>`],
  [
    'the creative of an ad in DASH',
    `<BaseURL>https://v.test/dash/c1/x/ad/b.0/${secret}.${secret.repeat(4)}/</BaseURL>`,
  ],
])('SEC-S93 %s is hidden, also when it is hidden again', (_name, text, hidden = secret) => {
  const once = redactText(text);
  expect(once).not.toContain(hidden);
  expect(redactText(once)).toBe(once);
});

test.each([
  '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T12:00:00.000Z\n#EXTINF:2.000,\nv0-1.ts\n',
  '#EXT-X-DATERANGE:ID="1",START-DATE="2026-01-01T12:00:00Z",SCTE35-OUT=0xFC30',
  '<Period id="p1" start="PT0S"><EventStream schemeIdUri="urn:scte:scte35:2014:xml+bin"/></Period>',
  '#EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720',
  'https://192.0.2.1:8080/live/v0-1.ts',
  '#EXT-X-KEY:METHOD=SAMPLE-AES,KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1"',
])('what is not secret stays: %s', (text) => {
  expect(redactText(text)).toBe(text);
});

test('texts of a value are masked, its numbers and names stay', () => {
  expect(redactValue({ token: 1, a: ['x', null, { b: 'x' }] }, () => 'y')).toEqual({
    token: 1,
    a: ['y', null, { b: 'y' }],
  });
});

test('SEC-S93 a secret is known in base64 at any place, in base64url and in hex', () => {
  const known = encodedSpellings([secret]);
  for (const before of ['', 'a', 'ab', 'user:'])
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      const text = Buffer.from(`${before}${secret}zz`).toString(encoding);
      expect(known.some((one) => one.length > 8 && text.includes(one))).toBe(true);
    }
});

test('SEC-S93 what a hostile source repeats is looked through once', () => {
  const parts = [
    'eyJ-',
    'eyJaaaaaaaa.',
    '/token',
    '"token',
    '%2f%2f',
    '&ip=',
    '=:',
    '=%3a',
    'cookie ',
  ];
  for (const part of parts) {
    const startMs = performance.now();
    redactText(part.repeat(100_000 / part.length));
    expect(performance.now() - startMs, part).toBeLessThan(2_000);
  }
});

test('SEC-S93 tokens of a configured address are secrets, names and versions in it are none', () => {
  const folder = '0b7d215f3a9c48d2a6f1e7c09b34d852';
  const address = `https://o.test/live/news-hd-1080/${folder}/hdntl=exp=1~hmac=${folder}/a1b2c3d4e5f6a7b8c9d0.m3u8?st=5f3a9c0b7d21&profile=all-renditions&v=12`;
  expect(addressSecrets([address, undefined, '', 'no address'])).toEqual([
    ...[folder, folder, '5f3a9c0b7d21'],
  ]);
});
