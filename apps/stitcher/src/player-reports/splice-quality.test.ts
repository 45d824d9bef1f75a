/** Player reports reach the figures, through a whole stitcher. */
import { connect } from 'node:net';
import type { RollupRow } from '@interlude/reporting';
import { beforeEach, describe, expect, test } from 'vitest';
import { environment, environmentPerTest, stitcher, viewerOf } from '../testing/live-hls.suite.ts';
import { playUpTo, type TestPlayer } from '../testing/test-player.suite.ts';
import { reportLimits } from './report-limits.ts';

environmentPerTest();

/** Two ads of 2 s. */
beforeEach(() => {
  environment.ads = [
    { id: 'ad1', seconds: 2 },
    { id: 'ad2', seconds: 2 },
  ];
  environment.breaks = [{ at: 22, segments: 4 }];
});

/** Plays the break once; `say` returns the CMCD of each segment's request, by the segment's index in the break. */
async function playBreak(
  viewer: TestPlayer,
  say: (segment: number) => RequestInit & { query?: string },
) {
  const seen = new Set<string>();
  await playUpTo(environment, viewer, 29, async ({ adUris }) => {
    for (const uri of adUris.filter((one) => !seen.has(one))) {
      const { query = '', ...init } = say(seen.size);
      seen.add(uri);
      const joined = query === '' ? uri : `${uri}&CMCD=${encodeURIComponent(query)}`;
      expect(await viewer.adSegment(joined, init)).not.toBeNull();
    }
  });
  expect(seen.size).toBe(4);
}

const post = (viewer: TestPlayer, body: string, init: RequestInit = {}) =>
  viewer.get(`${viewer.folder}/cmcd`, {
    method: 'POST',
    headers: { 'content-type': 'application/cmcd' },
    body,
    ...init,
  });

/** Everything that was counted of splices, after the stitcher has stopped. */
async function counted(dimension: RollupRow['dimension'] = 'splice') {
  const running = stitcher ?? expect.fail('no stitcher');
  await running.stop();
  const rows = running.batches.flatMap((batch) => batch.rows);
  const sums: Record<string, Record<string, number>> = {};
  for (const { counters, value } of rows.filter((row) => row.dimension === dimension)) {
    sums[value] ??= {};
    for (const name of ['stallSplices', 'stalls', 'exitSplices', 'exits'] as const) {
      if (counters[name] > 0) sums[value][name] = (sums[value][name] ?? 0) + counters[name];
    }
  }
  return sums;
}

describe('a player that reports', () => {
  test('in the query: its stall counts at the splice at which it was, for the creative that begins there', async () => {
    const viewer = await viewerOf({});
    await viewer.open('?CMCD=ot%3Dm%2Csu');
    await viewer.reload();
    // The second ad stalls at its first segment; the request for its second one reports that.
    await playBreak(viewer, (segment) => ({
      query: segment === 3 ? 'bs,bl=1000,ot=v' : 'bl=1000,ot=v',
    }));
    const sums = await counted();
    expect(sums).toMatchObject({
      contentToAd: { stallSplices: 1, exitSplices: 1 },
      adToAd: { stallSplices: 1, stalls: 1, exitSplices: 1 },
      adToContent: { exitSplices: 1 },
    });
    expect(sums['contentToAd']?.['stalls']).toBeUndefined();
    expect(sums['adToContent']?.['stallSplices']).toBeUndefined();
  });

  test('by headers, in the figures of its creative', async () => {
    const viewer = await viewerOf({});
    await viewer.open();
    await viewer.reload();
    await playBreak(viewer, (segment) => ({
      headers: {
        'CMCD-Object': 'ot=v,d=1000',
        'CMCD-Request': 'bl=1000',
        ...(segment === 3 && { 'cmcd-status': 'bs' }),
      },
    }));
    expect(await counted('creative')).toMatchObject({
      ad1: { stallSplices: 1 },
      ad2: { stallSplices: 1, stalls: 1 },
    });
  });

  test('by events: an answer without a body, and its stall at the return to content counts', async () => {
    const viewer = await viewerOf({});
    await viewer.open();
    await viewer.reload();
    const event = (state: string, atMs: number) => `e=ps,sta=${state},ts=${atMs},v=2\n`;
    const first = await post(viewer, event('p', Date.now()));
    expect([first.status, await first.text()]).toEqual([204, '']);
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    // By its buffer the player is a minute before the other splices, and 1 s before the last one.
    await playBreak(viewer, (segment) => ({ query: segment === 3 ? 'bl=0' : 'bl=60000' }));
    const nowMs = Date.now();
    await post(viewer, event('r', nowMs) + event('p', nowMs + 1));
    await post(viewer, event('q', Date.now()));
    expect((await counted())['adToContent']).toEqual({
      ...{ stallSplices: 1, stalls: 1, exitSplices: 1, exits: 1 },
    });
  });

  test('that says nothing is counted apart, and only what its requests show', async () => {
    const viewer = await viewerOf({});
    await viewer.open();
    await viewer.reload();
    await playBreak(viewer, () => ({}));
    expect(await counted()).toMatchObject({
      'silent-contentToAd': { exitSplices: 1 },
      'silent-adToAd': { exitSplices: 1 },
      'silent-adToContent': { exitSplices: 1 },
    });
  });
});

test('SEC-S127 what a player says is in no address, no playlist and no request to an ad server', async () => {
  const viewer = await viewerOf({});
  const said = 'cid="secret-content",sid="secret-viewer"';
  const query = `CMCD=${encodeURIComponent(said)}`;
  const master = await viewer.open(`?genre=news&${query}`);
  await viewer.reload();
  await playBreak(viewer, () => ({ query: said }));
  const spoken = await viewer.get(`${viewer.folder}/v0.m3u8?${query}`);
  const plain = await viewer.get(`${viewer.folder}/v0.m3u8`);
  const text = await spoken.text();
  expect(text).toBe(await plain.text());
  for (const shown of [master, text, viewer.sessionId]) {
    expect(shown).not.toMatch(/CMCD|secret-/);
  }
  const asked = environment.requests.flatMap(({ path, query: of }) => [path, of.toString()]);
  expect(asked.join('\n')).not.toMatch(/CMCD|secret-/);
  const running = stitcher ?? expect.fail();
  await running.stop();
  expect(JSON.stringify([running.batches, running.records, running.logs])).not.toContain('secret-');
});

describe('SEC-S127 the address of events', () => {
  test('knows the sessions of this process and channel alone, and no other method', async () => {
    const viewer = await viewerOf({});
    await viewer.open();
    const codeOf = async (answer: Response) => {
      const { errorCode } = (await answer.json()) as { errorCode: string };
      return [answer.status, errorCode];
    };
    const at = (path: string) => viewer.get(path, { method: 'POST', body: 'e=t' });
    expect(await codeOf(await at('/hls/c1/x/cmcd'))).toEqual([404, 'SESSION_UNKNOWN']);
    const elsewhere = `/hls/unknown/${viewer.sessionId}/cmcd`;
    expect(await codeOf(await at(elsewhere))).toEqual([404, 'CHANNEL_NOT_FOUND']);
    expect((await viewer.get(`${viewer.folder}/cmcd`)).status).toBe(404);
    const put = await viewer.get(`${viewer.folder}/cmcd`, { method: 'PUT', body: 'e=t' });
    expect(put.status).toBe(404);
    const json = await post(viewer, '{}', { headers: { 'content-type': 'application/json' } });
    expect(await codeOf(json)).toEqual([400, 'REQUEST_INVALID']);
  });

  test('answers the preflight of a page, whose request is no simple one', async () => {
    const viewer = await viewerOf({});
    await viewer.open();
    const answer = await viewer.get(`${viewer.folder}/cmcd`, {
      method: 'OPTIONS',
      headers: {
        ...{ origin: 'https://tv.example', 'access-control-request-method': 'POST' },
        'access-control-request-headers': 'content-type',
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-methods')).toContain('POST');
    expect(answer.headers.get('access-control-allow-headers')).toBe('content-type');
  });

  test('takes bodies up to its limit, lines of any content, and so many a second', async () => {
    const viewer = await viewerOf({});
    await viewer.open();
    const { bodyBytes, session } = reportLimits;
    expect((await post(viewer, '\n'.repeat(bodyBytes))).status).toBe(204);
    expect((await post(viewer, `${'('.repeat(1_000)}\n"\\\u0000,\u{1f600}`)).status).toBe(204);
    const long = await post(viewer, 'a'.repeat(bodyBytes + 1)).catch(() => undefined);
    // The connection may end before the answer is read: nobody takes the rest of the body.
    expect([413, undefined]).toContain(long?.status);
    const answers = await Promise.all(
      Array.from({ length: 3 * session.burst }, () => post(viewer, 'e=t,sta=p')),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('retry-after')).not.toBeNull();
    expect((await viewer.reload()).status).toBe(200);
  });

  test('keeps few unfinished bodies of a session, and a sender that goes away is no fault', async () => {
    const viewer = await viewerOf({});
    await viewer.open();
    const { session } = reportLimits.bodiesAtOnce;
    const { port, logs } = stitcher ?? expect.fail('no stitcher');
    const head = [
      `POST ${viewer.folder}/cmcd HTTP/1.1`,
      ...['host: x', 'content-type: application/cmcd', 'content-length: 9', '', 'e=t'],
    ].join('\r\n');
    const halves = Array.from({ length: session }, () => connect(port, '127.0.0.1'));
    for (const half of halves) half.write(head);
    await expect.poll(async () => (await post(viewer, 'e=t')).status).toBe(429);
    for (const half of halves) half.destroy();
    await expect
      .poll(async () => (await post(viewer, 'e=t')).status, { timeout: 10_000 })
      .toBe(204);
    expect(logs.join('\n')).not.toContain('a request of a viewer failed');
  });
});
