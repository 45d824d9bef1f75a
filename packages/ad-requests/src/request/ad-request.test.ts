import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ViewerContext } from '../viewer-context.ts';
import { type AdRequest, buildAdRequest } from './ad-request.ts';
import type { AvailContext } from './avail-context.ts';

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

function built(...given: Parameters<typeof buildAdRequest>): AdRequest {
  const request = buildAdRequest(...given);
  if (!request) {
    throw new Error('no request');
  }
  return request;
}

const query = (url: string) => Object.fromEntries(new URL(url).searchParams);

describe('the ad request', () => {
  test('asks with the template of the ad server, runtime values filled, empty ones dropped', () => {
    const { url } = built(
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
    const { url } = built(
      { system: 'gva', url: 'https://ads.test/vast', params },
      avail,
      viewer('genre=sport&tier=gold&notRequested=1'),
    );
    expect(query(url)).toMatchObject({ genre: 'sport', tier: 'gold', ifa: 'from channel' });
    expect(query(url)).not.toHaveProperty('notRequested');
  });

  test('a viewer cannot claim what the server knows', () => {
    const { url } = built(
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
    const { url } = built(
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
    const { url } = built(
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
    expect(sections[0]).toMatch(/^nw=42&.*prof=42%3Ap&/);
    expect(sections[1]).toContain('_fw_h_user_agent=TV%20%26%20Co');
    expect(sections[2]).toContain('slau=midroll');
  });

  test('hashValueWithSalt pseudonymises, and sends nothing with a salt below 15 bytes', () => {
    const params = {
      user: '{{hashValueWithSalt(ifa, 0123456789abcdef)}}',
      weak: '{{hashValueWithSalt(ifa, short)}}',
    };
    const { url } = built(
      { system: 'gva', url: 'https://ads.test/', params },
      avail,
      viewer('ifa=abc'),
    );
    expect(query(url)['user']).toMatch(/^[0-9a-f]{64}$/);
    expect(query(url)).not.toHaveProperty('weak');
  });

  test.each([true, false])(
    'V6 is sent by a server for its viewer; trackers server-side: %s',
    (isOurs) => {
      const { url } = built(
        { system: 'gva', url: 'https://ads.test/v?by=[SERVERSIDE]', params: {} },
        { ...avail, serverSideBeacons: isOurs },
        viewer(),
      );
      expect(query(url)['by']).toBe('1');
    },
  );

  test('V6 the device stands in the headers', () => {
    const { headers } = built(
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

  test('CHE-018 hashValueWithSalt as a pair, anywhere, and never what the viewer says instead', () => {
    const salt = '0123456789abcde';
    const expected = createHash('sha256').update(`abc${salt}`).digest('hex');
    const { url } = built(
      {
        system: 'freewheel',
        url: 'https://fw.test/ad/g/1',
        params: { keyValues: { _fw_vcid2: { hashValueWithSalt: ['{{ifa}}', salt] } } },
      },
      avail,
      viewer('ifa=abc&_fw_vcid2=plain'),
    );
    expect(url).toContain(`_fw_vcid2=${expected}`);
    expect(url).not.toContain('plain');
  });

  test('names in square brackets as MediaTailor has them, in address and parameters', () => {
    const { url } = built(
      {
        system: 'gva',
        url: 'https://ads.test/v?s=[session.id]&d=[session.avail_duration_secs]&p=[player_params.show]&e=[scte.event_id]&i=[avail.index]&x=%%CACHEBUSTING%%',
        params: { tier: '[player_params.tier]', ip2: '[session.client_ip]', n: '[scte.avail_num]' },
      },
      {
        ...avail,
        scte35: '/DAlAAAAAAAAAP/wFAUAAAPof+//SVqZrP4Ae5igAAEBAQAAQcVnbg==',
      },
      viewer('ads.show=a%20%26b&tier=gold'),
    );
    expect(query(url)).toMatchObject({
      s: 'sid1',
      d: '15',
      p: 'a &b',
      e: '1000',
      i: '2',
      x: '12345678',
      tier: 'gold',
      ip2: '203.0.113.7',
      n: '1',
    });
  });

  test('what a viewer says is never read as a template', () => {
    const { url } = built(
      { system: 'gva', url: 'https://ads.test/?a={{genre}}', params: {} },
      avail,
      viewer('genre={{ip}}[CACHEBUSTING]%25%25TIMESTAMP%25%25&contentId=[session.client_ip]'),
    );
    expect(query(url)).toMatchObject({
      a: '{{ip}}[CACHEBUSTING]%%TIMESTAMP%%',
      genre: '{{ip}}[CACHEBUSTING]%%TIMESTAMP%%',
      contentId: '[session.client_ip]',
    });
  });

  test('the content id of the marker counts more than what the viewer says', () => {
    const { url } = built(
      { system: 'gva', url: 'https://ads.test/', params: { caid: '{{caid}}' } },
      { ...avail, contentId: '0x1234' },
      viewer('contentId=other&caid=third'),
    );
    expect(query(url)).toMatchObject({ contentId: '0x1234', caid: '0x1234' });
  });

  test('a GVA may be posted to, as form or JSON', () => {
    const source = { system: 'gva', url: 'https://ads.test/v?k=1' } as const;
    const form = built({ ...source, params: { httpMethod: 'POST' } }, avail, viewer('ifa=a b'));
    expect(form.url).toBe('https://ads.test/v?k=1');
    expect(form.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(form.body))).toMatchObject({
      ifa: 'a b',
      duration: '15',
    });
    expect(form.body).not.toContain('httpMethod');
    const json = built(
      { ...source, params: { httpMethod: 'POST', httpBody: 'json' } },
      avail,
      viewer(),
    );
    expect(JSON.parse(json.body ?? '')).toMatchObject({ channelId: 'ch1', version: '4' });
  });

  test('no request without an address, and none that is longer than ad servers take', () => {
    const addressOf = (url: string, said = '') =>
      buildAdRequest({ system: 'gva', url, params: {} }, avail, viewer(said));
    expect(addressOf('{{genre}}')).toBeUndefined();
    expect(addressOf('https://ads.test/', `genre=${'x'.repeat(25_000)}`)).toBeUndefined();
    expect(addressOf('https://ads.test/', `genre=${'x'.repeat(20_000)}`)).toBeDefined();
  });
});
