import { describe, expect, test } from 'vitest';
import type { ViewerContext } from '../sessions/viewer-context.ts';
import { buildAdRequest } from './ad-request.ts';
import type { AvailContext } from './tokens.ts';

const avail: AvailContext = {
  channelId: 'ch1',
  sessionId: 'sid1',
  breakId: 'b1',
  breakIndex: 2,
  breakPosition: 'mid',
  durationSeconds: 15.36,
  nowMs: Date.UTC(2026, 10, 20, 12),
  cachebuster: '12345678',
  transactionId: 'tx',
  serverSideBeacons: true,
};

function viewer(query = ''): ViewerContext {
  return {
    ip: '203.0.113.7',
    forwardedFor: '203.0.113.7, 10.0.0.1',
    userAgent: 'TV & Co',
    referer: '',
    acceptLanguage: 'de-DE,de;q=0.9',
    device: 'tv',
    query: new URLSearchParams(query),
  };
}

const query = (url: string) => Object.fromEntries(new URL(url).searchParams);

describe('the ad request', () => {
  test('asks with the template of the ad server, runtime values filled, empty ones dropped', () => {
    const { url } = buildAdRequest(
      { system: 'gva', url: 'https://ads.test/vast', params: {} },
      avail,
      viewer('ifa=abc'),
    );
    expect(query(url)).toEqual({
      channelId: 'ch1',
      sessionId: 'sid1',
      cb: '12345678',
      ts: '1795176000000',
      duration: '15',
      minDuration: '5',
      maxCount: '10',
      minCount: '1',
      position: 'mid',
      ip: '203.0.113.7',
      ua: 'TV & Co',
      ifa: 'abc',
      deviceType: 'tv',
      version: '4',
    });
  });

  test('the channel counts more than the template, the viewer more than the channel', () => {
    const params = { genre: 'news', tier: 'free', ifa: 'from channel' };
    const { url } = buildAdRequest(
      { system: 'gva', url: 'https://ads.test/vast', params },
      avail,
      viewer('genre=sport&tier=gold&unasked=1'),
    );
    expect(query(url)).toMatchObject({ genre: 'sport', tier: 'gold', ifa: 'from channel' });
    expect(query(url)).not.toHaveProperty('unasked');
  });

  test('a viewer cannot claim what the server knows', () => {
    const { url } = buildAdRequest(
      { system: 'gva', url: 'https://ads.test/vast', params: {} },
      avail,
      viewer('duration=9999&ip=1.1.1.1&sessionId=other&channelId=x&userAgent=y'),
    );
    expect(query(url)).toMatchObject({
      duration: '15',
      ip: '203.0.113.7',
      sessionId: 'sid1',
      channelId: 'ch1',
      ua: 'TV & Co',
    });
  });

  test('tokens and IAB macros in the address are filled; its own keys stand', () => {
    const { url } = buildAdRequest(
      {
        system: 'gva',
        url: 'https://ads.test/{{channelId}}?duration=[BREAKMAXDURATION]&cb=[CACHEBUSTING]&ua=[DEVICEUA]',
        params: {},
      },
      avail,
      viewer(),
    );
    expect(new URL(url).pathname).toBe('/ch1');
    expect(query(url)).toMatchObject({ duration: '15', cb: '12345678', ua: 'TV & Co' });
    expect(new URL(url).searchParams.getAll('duration')).toHaveLength(1);
  });

  test('FreeWheel gets its sections joined by semicolons, in their order', () => {
    const { url } = buildAdRequest(
      {
        system: 'freewheel',
        url: 'https://demo.v.fwmrm.net/ad/g/1',
        params: { globals: { nw: '42', prof: '42:p' } },
      },
      avail,
      viewer(),
    );
    const sections = url.split('?')[1]?.split(';') ?? [];
    expect(sections).toHaveLength(3);
    expect(sections[0]).toContain('nw=42&prof=42%3Ap');
    expect(sections[1]).toContain('_fw_h_user_agent=TV%20%26%20Co');
    expect(sections[2]).toContain('slau=midroll');
  });

  test('hashValueWithSalt pseudonymises, and sends nothing with a salt below 15 bytes', () => {
    const params = {
      user: '{{hashValueWithSalt(ifa, 0123456789abcdef)}}',
      weak: '{{hashValueWithSalt(ifa, short)}}',
    };
    const { url } = buildAdRequest(
      { system: 'gva', url: 'https://ads.test/', params },
      avail,
      viewer('ifa=abc'),
    );
    expect(query(url)['user']).toMatch(/^[0-9a-f]{64}$/);
    expect(query(url)).not.toHaveProperty('weak');
  });

  test('the device stands in the headers', () => {
    const { headers } = buildAdRequest(
      { system: 'proxy', url: 'https://ads.test/', params: {} },
      avail,
      viewer(),
    );
    expect(headers).toEqual({
      'user-agent': 'TV & Co',
      'x-device-user-agent': 'TV & Co',
      'x-forwarded-for': '203.0.113.7, 10.0.0.1',
      'x-device-ip': '203.0.113.7',
      'x-device-accept-language': 'de-DE,de;q=0.9',
    });
  });
});
