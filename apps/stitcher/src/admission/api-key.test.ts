import { createHash } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { previewKey } from '@interlude/runtime';
import { fixedClock } from '@interlude/testkit';
import { expect, test } from 'vitest';
import { channelEntry } from '../testing/start-stitcher.suite.ts';
import { checkApiKey } from './api-key.ts';

const secretKey = Buffer.alloc(32, 7);
const clock = fixedClock();
const nowSeconds = Math.floor(clock.now() / 1000);

function check(query: string, headers: Record<string, string> = {}, apiKey = 'the key') {
  const channel = channelEntry('c1', {
    name: 'c',
    sourceManifestUrl: 'https://origin.test/a.m3u8',
    apiKey,
  });
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, headers);
  return () => checkApiKey({ secretKey, clock }, channel, request, new URLSearchParams(query));
}

test('the key lets in, in the query or a header; a channel without one asks for none', () => {
  expect(check('api-key=the+key')).not.toThrow();
  expect(check('', { 'api-key': 'the key' })).not.toThrow();
  expect(check('', { 'x-api-key': 'the key' })).not.toThrow();
  expect(check('', {}, '')).not.toThrow();
});

test.each(['', 'api-key=', 'api-key=the+key2', 'api-key=preview.1.x'])(
  '%j lets nobody in',
  (query) => {
    expect(check(query)).toThrowError(expect.objectContaining({ code: 'API_KEY_INVALID' }));
  },
);

test('SEC-S3 the console’s preview key lets in for its time and channel', () => {
  const of = (id: string, expires: number) => `api-key=${previewKey(secretKey, id, expires)}`;
  expect(check(of('c1', nowSeconds + 60))).not.toThrow();
  expect(check(of('c2', nowSeconds + 60))).toThrow();
  expect(check(of('c1', nowSeconds))).toThrow();
});

test('SEC-S115 an API key of the company with the scope sessions lets in until it ends; another one does not', () => {
  const key = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const hash = createHash('sha256').update(key).digest('hex');
  const letsIn = (given: string, expiresAtMs: number | null) => {
    const entry = channelEntry('c1', {
      ...{ name: 'c', sourceManifestUrl: 'https://origin.test/a.m3u8', apiKey: 'the key' },
    });
    const channel = { ...entry, sessionKeys: [{ hash, expiresAtMs }] };
    const request = new IncomingMessage(new Socket());
    try {
      checkApiKey(
        { secretKey, clock },
        channel,
        request,
        new URLSearchParams({ 'api-key': given }),
      );
      return true;
    } catch {
      return false;
    }
  };
  expect([
    letsIn(key, null),
    letsIn(key.toUpperCase(), clock.now() + 1),
    letsIn(key, clock.now()),
    letsIn('0f8fad5b-d9cb-469f-a165-70867728950f', null),
    letsIn(hash, null),
  ]).toEqual([true, true, false, false, false]);
});
