import { expect, test } from 'vitest';
import { joinBeacon } from '../client-documents/client-trackers.ts';
import { channelEntry } from '../testing/start-stitcher.suite.ts';
import { sessionAddresses } from './session-addresses.ts';

type Change = Partial<Parameters<typeof channelEntry>[1]>;

const addresses = (change: Change = {}, id = 'c1') => {
  const channel = channelEntry(id, {
    name: 'c',
    sourceManifestUrl: 'https://origin.test/a.m3u8',
    ...change,
  });
  return sessionAddresses('https://v.test', channel, 'S');
};

test('live HLS and DASH have all three addresses, each of its kind', () => {
  expect(addresses()).toEqual({
    mediaURL: 'https://v.test/hls/c1/master.m3u8?sid=S',
    vastURL: 'https://v.test/hls/c1/S/vast.xml',
    trackingURL: 'https://v.test/hls/c1/S/tracking.json',
  });
  expect(addresses({ type: 'dash-live' }, 'a/b')).toEqual({
    mediaURL: 'https://v.test/dash/a%2Fb/S.mpd',
    vastURL: 'https://v.test/dash/a%2Fb/S/vast.xml',
    trackingURL: 'https://v.test/dash/a%2Fb/S/tracking.json',
  });
});

test('CHE-063 of VoD the VAST document is named only when the channel provides it', () => {
  expect(addresses({ type: 'dash-vod' })).not.toHaveProperty('vastURL');
  const provided = addresses({ type: 'hls-vod', stitcher: { provideVastURL: true } });
  expect(provided.vastURL).toBe('https://v.test/hls/c1/S/vast.xml');
});

test('a CDN in front and plain http show in every address', () => {
  const change = { externalBaseUrl: 'https://cdn.test/x/', http: true };
  for (const address of Object.values(addresses(change))) {
    expect(address).toMatch(/^http:\/\/cdn\.test\/x\/hls\/c1\//);
  }
});

test.each([
  ['https://b.test', 'start', 'https://b.test/start'],
  ['https://b.test/', '/start', 'https://b.test/start'],
  ['https://b.test/a/', 'start?x=1', 'https://b.test/a/start?x=1'],
  ['https://b.test/a', '?e=start', 'https://b.test/a?e=start'],
  ['https://b.test/a?k=1', '?e=start', 'https://b.test/a?k=1&e=start'],
  ['https://b.test/a?k=1', '&e=start', 'https://b.test/a?k=1&e=start'],
  ['https://b.test/a?e=', 'start', 'https://b.test/a?e=start'],
  ['https://b.test', 'https://c.test/start', 'https://c.test/start'],
  ['', 'https://c.test/start', 'https://c.test/start'],
  ['', 'start', ''],
])('%j and %j are %s', (base, path, url) => {
  expect(joinBeacon(base, path)).toBe(url);
});
