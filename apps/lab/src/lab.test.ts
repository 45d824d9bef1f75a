/** The lab over HTTP without media: everything except media works, and the answers say why. */
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEgress, createLogger, createMetrics, systemClock } from '@interlude/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLab, type Lab } from './app.ts';

let lab: Lab;
let folder = '';
const egress = createEgress({ allow: [] });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lab-'));
  lab = createLab({
    config: { labPort: 0, dataFolder: folder, ffmpegPath: '/no/such/ffmpeg' },
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics: createMetrics(),
    clock: systemClock,
    egress,
  });
  await lab.start();
  await lab.whenPrepared();
});
afterAll(async () => {
  await lab.stop();
  await egress.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await fetch(`${lab.url}/beacons.json`, { method: 'DELETE' });
  await fetch(`${lab.url}/faults`, { method: 'DELETE' });
});

const get = (path: string, init?: RequestInit) =>
  fetch(`${lab.url}${path}`, { redirect: 'manual', ...init });

const getJson = async <T>(path: string) => (await (await get(path)).json()) as T;

describe('lab without an encoder', () => {
  it('says in one sentence what is wrong and goes on', async () => {
    const status = await getJson<{ message: string }>('/status');
    expect(status).toMatchObject({ state: 'failed', isChannelReady: false, areAdsReady: false });
    expect(status.message).toMatch(/^FFMPEG_PATH: \/no\/such\/ffmpeg cannot be run/);
    const playlist = await get('/live/cmaf/cue/master.m3u8');
    expect(playlist.status).toBe(503);
    expect(await playlist.json()).toMatchObject({ errorCode: 'ENCODER_MISSING' });
    expect(await (await get('/')).text()).toContain('FFMPEG_PATH: /no/such/ffmpeg');
  });

  it('answers an empty VAST', async () => {
    const vast = await get('/ads/vast?duration=15.36');
    expect(vast.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(await vast.text()).toContain('<VAST version="4.2">\n</VAST>');
  });

  it('is alive, ready and measured', async () => {
    expect((await get('/health/live')).status).toBe(200);
    expect((await get('/health/ready')).status).toBe(200);
    expect(await (await get('/metrics')).text()).toContain('interlude_lab_requests_total');
  });

  it('SEC-S60 lets the companies reach it that are granted everything, while it runs', async () => {
    egress.setGrants(new Map([['demo', ['*']]]));
    const answer = await egress.forTenant('demo').request({
      url: `${lab.url}/status`,
      timeoutMs: 2_000,
      maxBytes: 1e6,
    });
    expect(answer.status).toBe(200);
    expect(() => egress.forTenant('other').check(lab.url)).toThrow();
  });

  it('answers an unknown path with the error body of the platform', async () => {
    const missing = await get('/nothing/here');
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ errorCode: 'ROUTE_NOT_FOUND' });
  });

  it.each([
    ['/live/cmaf/cue/v0.m3u8/../../../../etc/passwd', 404],
    ['/slate/cmaf/..%2f..%2fmedia.json', 404],
    ['/ads/creatives/ad-a-10/media.json', 404],
    ['/%E0%A4%A', 404],
    ['/live/ogg/cue/master.m3u8', 404],
  ])('%s is not served', async (path, status) => {
    const answered = await new Promise<number | undefined>((resolve, reject) => {
      const { hostname, port } = new URL(lab.url);
      httpRequest({ hostname, port, path }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(answered).toBe(status);
  });
});

describe('beacon recorder over HTTP', () => {
  it('records what arrives with time, query and telling headers', async () => {
    const sent = await get('/beacon/midpoint?sid=s1&bid=b1&ad=ad-b-15&pos=1&cb=77', {
      headers: { 'x-forwarded-for': '203.0.113.9', cookie: 'secret=1' },
    });
    expect(sent.status).toBe(204);
    const { beacons } = await getJson<{ beacons: object[] }>('/beacons.json?sid=s1');
    expect(beacons).toHaveLength(1);
    expect(beacons[0]).toMatchObject({
      event: 'midpoint',
      session: 's1',
      breakId: 'b1',
      ad: 'ad-b-15',
      position: '1',
      isDuplicate: false,
      query: { cb: '77' },
      headers: { 'x-forwarded-for': '203.0.113.9' },
    });
    expect(JSON.stringify(beacons)).not.toContain('secret');
  });

  it('marks the second one red on its page', async () => {
    for (let count = 0; count < 2; count += 1) await get('/beacon/start?sid=s1&bid=b1&ad=a');
    const html = await (await get('/beacons')).text();
    expect(html).toContain('<span class="event twice">start again');
    expect(html).toContain('1 arrived more than once');
  });

  it('answers with a fault by query or by switch, and records the beacon all the same', async () => {
    expect((await get('/beacon/start?sid=l&lie=5xx')).status).toBe(503);
    await get('/faults', { method: 'POST', body: JSON.stringify({ beacons: '5xx' }) });
    expect((await get('/beacon/complete?sid=l')).status).toBe(503);
    const hanging = get('/beacon/midpoint?sid=l&lie=timeout', { signal: AbortSignal.timeout(300) });
    await expect(hanging).rejects.toThrow();
    expect((await getJson<{ count: number }>('/beacons.json?sid=l')).count).toBe(3);
  });

  it('B3 lies to a share of what arrives; a beacon counts when it was accepted', async () => {
    await get('/faults', { method: 'POST', body: '{"beacons":"5xx","beaconShare":0.3}' });
    const paths = Array.from(
      { length: 200 },
      (_, index) => `/beacon/start?sid=share&bid=b${index}`,
    );
    const statuses = await Promise.all(paths.map(async (path) => (await get(path)).status));
    const failed = paths.filter((_, index) => statuses[index] === 503);
    expect(failed.length).toBeGreaterThan(30);
    expect(failed.length).toBeLessThan(90);
    for (let left = failed; left.length > 0; ) {
      const again = await Promise.all(
        left.map(async (path) => ((await get(path)).status === 503 ? [path] : [])),
      );
      left = again.flat();
    }
    const accepted = await getJson<{ beacons: { isDuplicate: boolean }[] }>(
      '/beacons.json?sid=share&accepted=1',
    );
    expect(accepted.beacons).toHaveLength(200);
    expect(accepted.beacons.some((beacon) => beacon.isDuplicate)).toBe(false);
    expect((await get('/faults', { method: 'POST', body: '{"beaconShare":2}' })).status).toBe(400);
  });

  it('is cleared by DELETE and by its button', async () => {
    await get('/beacon/start');
    expect((await get('/beacons/clear', { method: 'POST' })).headers.get('location')).toBe(
      '/beacons',
    );
    expect((await getJson<{ count: number }>('/beacons.json')).count).toBe(0);
  });
});

describe('fault switches', () => {
  it('take JSON and forms and refuse what they do not know', async () => {
    const form = await get('/faults', {
      method: 'POST',
      body: new URLSearchParams({ ads: 'html' }),
    });
    expect(form.status).toBe(303);
    expect(await (await get('/ads/vast')).text()).toContain('Please sign in');
    expect(await (await get('/faults.json')).json()).toEqual({
      live: 'none',
      ads: 'html',
      beacons: 'none',
      beaconShare: 1,
    });
    const wrong = await get('/faults', { method: 'POST', body: '{"ads":"nonsense"}' });
    expect(wrong.status).toBe(400);
    expect((await get('/faults', { method: 'POST', body: '[' })).status).toBe(400);
  });

  it('cannot be changed by a page of another site', async () => {
    const foreign = await get('/faults', {
      method: 'POST',
      body: '{"ads":"slow"}',
      headers: { origin: 'http://evil.example' },
    });
    expect(foreign.status).toBe(403);
    expect((await getJson<{ ads: string }>('/faults.json')).ads).toBe('none');
  });

  it('refuse a body beyond the limit', async () => {
    const large = await get('/faults', { method: 'POST', body: 'x'.repeat(70_000) });
    expect(large.status).toBe(413);
  });
});

describe('ad server faults', () => {
  it.each([
    ['empty', 200, /^$/],
    ['noad', 200, /<VAST version="4.2"\/>/],
    ['broken', 200, /^<\?xml(?!.*<\/VAST>)/s],
    ['html', 200, /<h1>Please sign in/],
    ['5xx', 503, /out of order/],
    ['204', 204, /^$/],
    ['utf16', 200, /V\0A\0S\0T/],
    ['wrapper-noad', 200, /fallbackOnNoAd="false">(?!.*<InLine>)/s],
    ['wrapper-fallback', 200, /fallbackOnNoAd="true"/],
    ['wrapper-single', 200, /allowMultipleAds="false"/],
    ['bomb', 200, /<!ENTITY l9 /],
    ['loop', 200, /<VASTAdTagURI><!\[CDATA\[http:\/\/127\.0\.0\.1:\d+\/ads\/vast\?fault=loop\]\]>/],
  ])('fault=%s', async (fault, status, body) => {
    const answered = await get(`/ads/vast?fault=${fault}`);
    expect(answered.status).toBe(status);
    expect(await answered.text()).toMatch(body);
  });

  it('fault=redirect leads to a private address', async () => {
    const answered = await get('/ads/vast?fault=redirect');
    expect(answered.headers.get('location')).toMatch(/^http:\/\/169\.254\.169\.254\//);
  });

  it('fault=redirect-loop leads back to itself', async () => {
    const answered = await get('/ads/vast?fault=redirect-loop');
    expect(answered.headers.get('location')).toBe(`${lab.url}/ads/vast?fault=redirect-loop`);
  });

  it.each(['reset', 'truncated'])('fault=%s breaks the connection', async (fault) => {
    await expect(get(`/ads/vast?fault=${fault}`).then((each) => each.text())).rejects.toThrow();
  });

  it('fault=timeout says nothing', async () => {
    const hanging = get('/ads/vast?fault=timeout', { signal: AbortSignal.timeout(300) });
    await expect(hanging).rejects.toThrow();
  });

  it('fault=gzip-bomb is small on the wire and large behind it', async () => {
    const answered = await get('/ads/vast?fault=gzip-bomb', { method: 'HEAD' });
    expect(answered.headers.get('content-encoding')).toBe('gzip');
    expect(Number(answered.headers.get('content-length'))).toBeLessThan(2_000_000);
  });

  it('fault=huge is a valid VAST of more than 12 MB', async () => {
    const text = await (await get('/ads/vast?fault=huge')).text();
    expect(text.length).toBeGreaterThan(12 * 1024 * 1024);
    expect(text.trimEnd().endsWith('</VAST>')).toBe(true);
  });

  it('fault=endless sends until the client hangs up', async () => {
    const answered = await get('/ads/vast?fault=endless');
    let bytes = 0;
    for await (const chunk of answered.body ?? []) {
      bytes += chunk.length;
      if (bytes > 20_000_000) break;
    }
    expect(bytes).toBeGreaterThan(20_000_000);
  });

  it('fault=slow waits for the configured time', async () => {
    const start = performance.now();
    await get('/ads/vast?fault=slow&delay=150');
    expect(performance.now() - start).toBeGreaterThan(140);
  });

  it('an unknown fault is reported, not ignored', async () => {
    expect((await get('/ads/vast?fault=dragons')).status).toBe(400);
  });
});

describe('wrappers', () => {
  it('count down to the ads and pass the question on', async () => {
    const first = await (await get('/ads/vast?wrapper=2&sid=s9&duration=15.36')).text();
    expect(first).toContain('<Wrapper followAdditionalWrappers="true" allowMultipleAds="true"');
    const next = /<VASTAdTagURI><!\[CDATA\[(.+?)\]\]>/.exec(first)?.[1] ?? '';
    expect(new URL(next).searchParams.get('wrapper')).toBe('1');
    expect(new URL(next).searchParams.get('sid')).toBe('s9');
    expect(await (await fetch(next)).text()).toContain('wrapper=0');
  });
});

describe('pages', () => {
  it.each(['/', '/beacons', '/faults'])('%s loads nothing from elsewhere', async (path) => {
    const page = await get(path);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await page.text();
    expect(html.match(/<script[^>]*>/g)).toEqual(['<script src="/lab.js" defer>']);
    expect(html).not.toMatch(/style=|\son\w+=/);
    expect(html).not.toMatch(/(?:src|href)="https?:/);
  });
});
