import { createHmac } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { DomainError } from '@interlude/contract/errors';
import { sealSecret } from '@interlude/runtime';
import { fixedClock } from '@interlude/testkit';
import { describe, expect, test } from 'vitest';
import { channelEntry } from '../testing/start-stitcher.suite.ts';
import { checkViewerToken } from './viewer-tokens.ts';

type Hmac = NonNullable<NonNullable<Parameters<typeof channelEntry>[1]['authentication']>['hmac']>;

const secretKey = Buffer.alloc(32, 7);
const clock = fixedClock();
const now = Math.floor(clock.now() / 1000);
const path = '/hls/c1/master.m3u8';

interface Try {
  readonly hmac?: Partial<Hmac>;
  readonly url?: string;
  readonly cookie?: string;
  readonly channelId?: string;
}

function cookieOf(response: ServerResponse): string | undefined {
  const value = response.getHeader('set-cookie');
  return typeof value === 'string' ? value : undefined;
}

/** The problem, or undefined and perhaps a cookie. */
function attempt({ hmac, url = path, cookie, channelId = 'c1' }: Try) {
  const channel = channelEntry(channelId, {
    name: 'c',
    sourceManifestUrl: 'https://origin.test/a.m3u8',
    authentication: { hmac: { secret: 's3cret', window: 3_600, ...hmac } },
  });
  const request = new IncomingMessage(new Socket());
  request.url = url;
  request.headers = { cookie };
  const response = new ServerResponse(request);
  try {
    checkViewerToken({ secretKey, clock }, channel, { request, response, ip: '203.0.113.7' });
    return { problem: undefined, cookie: cookieOf(response) };
  } catch (error) {
    if (error instanceof DomainError && error.code === 'VIEWER_TOKEN_INVALID') {
      return { problem: error.details['problem'], cookie: cookieOf(response) };
    }
    throw error;
  }
}

const problemOf = (one: Try) => attempt(one).problem;
const sign = (text: string, key: string | Buffer = 's3cret', method = 'sha256') =>
  createHmac(method, key).update(text).digest('hex');
const akamai = (fields: string, key?: string | Buffer, method?: string) =>
  `${fields}~hmac=${sign(fields, key, method)}`;
const withToken = (token: string, name = 'hdnts') => `${path}?genre=news&${name}=${token}`;
const exp = now + 300;

describe('tokens of the Akamai form', () => {
  test.each([
    [`exp=${exp}~acl=/*`],
    [`st=${now}~exp=${exp}~acl=/hls/c1/*`],
    [`exp=${exp}~acl=/vod/*!/hls/c1/master.m3u8~data=abc`],
    [`exp=${exp}~acl=%2fhls%2f*`],
    [`exp=${exp}~acl=/hls/*/master.m3u8`],
    [`st=${now - 60}~acl=*`],
    [`ip=203.0.113.7~exp=${exp}~acl=/*~id=viewer-1`],
  ])('%s lets in', (fields) => {
    expect(problemOf({ url: withToken(akamai(fields)) })).toBeUndefined();
    expect(problemOf({ url: withToken(akamai(fields), 'hdnea') })).toBeUndefined();
  });

  test.each([
    [`exp=${now - 1}~acl=/*`, 'has expired'],
    [`exp=${now}~acl=/*`, 'has expired'],
    [`st=${now - 4_000}~acl=/*`, 'has expired'],
    [`st=${now + 100}~exp=${exp}~acl=/*`, 'is not valid yet'],
    [`exp=${now + 4_000}~acl=/*`, 'is valid for longer than the channel allows'],
    [`exp=${exp}~acl=/hls/c2/*`, 'is for other addresses'],
    [`exp=${exp}~acl=/hls/c1`, 'is for other addresses'],
    [`exp=${exp}~acl=/hls/*/vast.xml`, 'is for other addresses'],
    [`exp=${exp}~acl=`, 'is for other addresses'],
    [`ip=198.51.100.1~exp=${exp}~acl=/*`, 'is for another viewer'],
    ['acl=/*', 'cannot be read'],
    ['exp=soon~acl=/*', 'cannot be read'],
    [`exp=1e12~acl=/*`, 'cannot be read'],
    [`exp=${exp}~exp=${exp + 1}~acl=/*`, 'cannot be read'],
    [`exp=${exp}~acl=/*~x`, 'cannot be read'],
  ])('%s: the token %s', (fields, problem) => {
    expect(problemOf({ url: withToken(akamai(fields)) })).toBe(problem);
  });

  test('without acl a token is for one address, which is signed but not in it', () => {
    const fields = `exp=${exp}`;
    const tokenFor = (address: string) => `${fields}~hmac=${sign(`${fields}~url=${address}`)}`;
    expect(problemOf({ url: withToken(tokenFor(path)) })).toBeUndefined();
    expect(problemOf({ url: withToken(tokenFor('%2fhls%2fc1%2fmaster.m3u8')) })).toBeUndefined();
    expect(problemOf({ url: withToken(tokenFor('/hls/c2/master.m3u8')) })).toBe('is wrong');
    expect(problemOf({ url: withToken(akamai(fields)) })).toBe('is wrong');
  });

  test('the secret may be hex, as the edges have it; SHA1 is taken when the channel says so', () => {
    const fields = `exp=${exp}~acl=/*`;
    const secret = 'aabbccddeeff0011';
    const key = Buffer.from(secret, 'hex');
    expect(problemOf({ hmac: { secret }, url: withToken(akamai(fields, key)) })).toBeUndefined();
    expect(problemOf({ hmac: { secret }, url: withToken(akamai(fields, secret)) })).toBeUndefined();
    const sha1 = withToken(akamai(fields, 's3cret', 'sha1'));
    expect(problemOf({ hmac: { method: 'SHA1' }, url: sha1 })).toBeUndefined();
    expect(problemOf({ url: sha1 })).toBe('is wrong');
  });

  test('any change of a token is found', () => {
    const token = akamai(`st=${now}~exp=${exp}~acl=/hls/*~data=x`);
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === '1' ? '2' : '1';
      const forged = token.slice(0, index) + other + token.slice(index + 1);
      expect(problemOf({ url: withToken(encodeURIComponent(forged)) }), forged).toBeDefined();
      expect(problemOf({ url: withToken(token.slice(0, index)) })).toBeDefined();
    }
    expect(problemOf({ url: withToken(`${token}00`) })).toBe('is wrong');
    expect(problemOf({ url: withToken('~hmac='.repeat(10_000)) })).toBe('cannot be read');
  });

  test('SEC-S3 a list of addresses made to take long takes no time', () => {
    const acl = `/${'*a'.repeat(900)}b`;
    const url = `/hls/${'a'.repeat(8_000)}/x?hdnts=${akamai(`exp=${exp}~acl=${acl}`)}`;
    // The best of five: other tests have the processor, too.
    const runs = [1, 2, 3, 4, 5].map(() => {
      const startedMs = performance.now();
      expect(problemOf({ url })).toBe('is for other addresses');
      return performance.now() - startedMs;
    });
    expect(Math.min(...runs)).toBeLessThan(50);
  });
});

describe('tokens with expires', () => {
  const url = (what: string, expires: string | number = exp, joint = ':') =>
    `${path}?token=${sign(`${what}${joint}${expires}`)}&expires=${expires}`;

  test('the signature of the path or the channel with the end of its validity lets in', () => {
    expect(problemOf({ url: url(path) })).toBeUndefined();
    expect(problemOf({ url: url('c1') })).toBeUndefined();
    expect(problemOf({ url: url('c1', exp, '') })).toBeUndefined();
    const token = createHmac('sha256', 's3cret').update(`c1:${exp}`).digest('base64');
    const query = new URLSearchParams({ token, expires: String(exp) });
    expect(problemOf({ url: `${path}?${query}` })).toBeUndefined();
  });

  test.each([
    [url('c2'), 'is wrong'],
    [url('c1', now - 1), 'has expired'],
    [url('c1', now + 86_400), 'is valid for longer than the channel allows'],
    [url('c1', 'never'), 'cannot be read'],
    [url('c1').replace(`expires=${exp}`, `expires=${exp + 1}`), 'is wrong'],
    [`${path}?token=${sign(`c1:${exp}`)}`, 'cannot be read'],
    [`${path}?token=&expires=${exp}`, 'is wrong'],
    [`${path}?expires=${exp}`, 'is missing'],
  ])('%s: the token %s', (given, problem) => {
    expect(problemOf({ url: given })).toBe(problem);
  });
});

describe('the cookie of a token', () => {
  const hmac = { cookieDomain: 'tv.example.com' };
  const good = attempt({ hmac, url: withToken(akamai(`exp=${exp}~acl=/*`)) });
  const pair = good.cookie?.split(';')[0] ?? '';

  test('is set for the channel’s domain, for as long as the window', () => {
    expect(good.cookie).toMatch(
      /^hdntl=exp=\d+~acl=\/\*~data=viewer-cookie\.c1~hmac=[0-9a-f]{64}; Domain=tv\.example\.com; Path=\/; Max-Age=3600; Secure; HttpOnly; SameSite=None$/,
    );
    const without = attempt({ url: withToken(akamai(`exp=${exp}~acl=/*`)) });
    expect(without).toEqual({ problem: undefined, cookie: undefined });
    const evil = { cookieDomain: 'a.example; HttpOnly\r\nx: y' };
    const split = attempt({ hmac: evil, url: withToken(akamai(`exp=${exp}~acl=/*`)) });
    expect(split.cookie).toBeUndefined();
  });

  test('window is how long a token may be valid, and how long its cookie is', () => {
    const short = { window: 600, cookieDomain: 'tv.example.com' };
    const until = (seconds: number) => withToken(akamai(`exp=${now + seconds}~acl=/*`));
    const given = attempt({ hmac: short, url: until(600) });
    expect(given.cookie).toContain('; Max-Age=600;');
    expect(problemOf({ hmac: short, url: until(1_800) })).toBe(
      'is valid for longer than the channel allows',
    );
  });

  test('lets its viewer in again, on its channel, until it ends', () => {
    expect(problemOf({ hmac, cookie: `a=b; ${pair}; c=d` })).toBeUndefined();
    expect(problemOf({ hmac, cookie: pair, channelId: 'c2' })).toBe('is missing');
    expect(problemOf({ hmac, cookie: `hdntl=nonsense; ${pair}` })).toBeUndefined();
    expect(problemOf({ hmac, cookie: `${pair}0` })).toBe('is wrong');
    expect(problemOf({ hmac, cookie: pair.replace(/exp=\d+/, `exp=${exp}`) })).toBe('is wrong');
    clock.advance(3_601_000);
    expect(problemOf({ hmac, cookie: pair })).toBe('has expired');
    clock.advance(-3_601_000);
  });

  test.each(['c1', 'c2'])(
    'SEC-S27 is no token of a query: it opens no other channel and is not followed by a new one (%s)',
    (channelId) => {
      const token = pair.slice('hdntl='.length);
      for (const name of ['hdnts', 'hdnea']) {
        for (const shown of [token, encodeURIComponent(token)]) {
          expect(attempt({ hmac, url: withToken(shown, name), channelId })).toEqual({
            problem: 'is a cookie, which is taken as a cookie alone',
            cookie: undefined,
          });
        }
      }
      expect(attempt({ hmac, cookie: pair }).cookie).toBeUndefined();
    },
  );

  test('a token that is shown counts, whatever the cookie says', () => {
    expect(problemOf({ hmac, cookie: pair, url: withToken('wrong') })).toBe('cannot be read');
  });
});

describe('the secret of a channel', () => {
  const url = withToken(akamai(`exp=${exp}~acl=/*`, 'kept safe'));

  test('an encrypted secret is opened with the platform’s key', () => {
    const [, ...parts] = sealSecret(secretKey, 'kept safe', 'viewer tokens').split('.');
    const secret = Buffer.concat(parts.map((part) => Buffer.from(part, 'base64url'))).toString(
      'hex',
    );
    expect(problemOf({ hmac: { secret, isSecretEncrypted: true }, url })).toBeUndefined();
    const wrong = withToken(akamai(`exp=${exp}~acl=/*`, secret));
    expect(problemOf({ hmac: { secret, isSecretEncrypted: true }, url: wrong })).toBe('is wrong');
  });

  test('nobody is let in when it is empty or cannot be opened', () => {
    const cannot = 'cannot be checked: the secret of the channel is empty or cannot be opened';
    for (const hmac of [
      { secret: '' },
      { secret: 'ab'.repeat(40), isSecretEncrypted: true },
      { secret: 'ab', isSecretEncrypted: true },
      { secret: 'zz', isSecretEncrypted: true },
    ]) {
      expect(problemOf({ hmac, url: withToken(akamai(`exp=${exp}~acl=/*`, '')) })).toBe(cannot);
    }
  });
});
