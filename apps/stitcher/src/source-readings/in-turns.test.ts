// Two stitchers that share nothing but the database serve one live session in turns, request by request.
import { auditSession, EMPTY_AUDIT } from '@interlude/audit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dashCreative, dashManifest, dashManifestPath } from '../testing/dash-environment.suite.ts';
import { DashTestViewer } from '../testing/live-dash.suite.ts';
import { TestPlayer } from '../testing/test-player.suite.ts';
import { TwoStitchers } from '../testing/two-stitchers.suite.ts';

let two: TwoStitchers;

beforeEach(async () => {
  two = await TwoStitchers.start();
});
afterEach(() => two.stop());

/** Returns the ports in turns. */
function turns(ports: readonly number[]) {
  let turn = 0;
  return () => {
    turn += 1;
    return ports[turn % ports.length] ?? 0;
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('H1 H3 H18 a live HLS session is the same at both, through breaks and an early return, and one of them requests the source', async () => {
  const { environment } = two;
  environment.ads = [{ id: 'one', seconds: 4 }];
  environment.breaks = [
    { at: 22, segments: 4 },
    { at: 30, segments: 3, announced: 6 },
  ];
  const channelId = await two.channel();
  const [first, second] = [await two.stitcher(), await two.stitcher()];
  const next = turns([first.port, second.port]);
  const player = new TestPlayer(next(), channelId);
  await player.open();
  const findings: string[] = [];
  const audits = new Map<string, typeof EMPTY_AUDIT>();
  const judge = (renditionId: string, text: string) => {
    const output = { renditionId, fetchedAtMs: Date.now(), text };
    const known = audits.get(renditionId) ?? EMPTY_AUDIT;
    const judged = auditSession(known, output, { adOf: (uri) => /ad\/([^/]+)/.exec(uri)?.[1] });
    audits.set(renditionId, judged.state);
    findings.push(...judged.findings.map(({ rule, detail }) => `${rule} ${detail}`));
  };
  let differing = 0;
  while (environment.edge < 36) {
    environment.edge += 1;
    for (const renditionId of ['v0', 'v1', 'a0']) {
      player.moveTo(next());
      const one = await player.reload(renditionId);
      player.moveTo(next());
      const other = await player.reload(renditionId);
      for (const { text } of [one, other]) judge(renditionId, text);
      differing += one.text === other.text ? 0 : 1;
    }
    await pause(60);
  }
  await player.until(({ uris }) => uris.at(-1)?.endsWith('-35.m4s') ?? false);
  const one = await player.reload();
  player.moveTo(next());
  const other = await player.reload();
  expect(other.text).toBe(one.text);
  expect(one.adUris.length).toBeGreaterThan(0);
  expect(findings).toEqual([]);
  // A reading may be shown between two answers.
  expect(differing).toBeLessThan(8);
  expect(environment.requested('/live/master.m3u8')).toBe(1);
  expect(environment.requested('/ads')).toBe(2);
});

test('H1 H11 two that open a source without dates at one time give it one clock, and a session the same numbers', async () => {
  const { environment } = two;
  environment.dates = false;
  environment.breaks = [{ at: 22, segments: 4 }];
  environment.ads = [{ id: 'one', seconds: 4 }];
  const channelId = await two.channel();
  const stitchers = [await two.stitcher(), await two.stitcher()];
  const players = stitchers.map(({ port }) => new TestPlayer(port, channelId));
  await Promise.all(players.map((each) => each.open()));
  const next = turns(stitchers.map(({ port }) => port));
  const player = players[0] ?? expect.fail();
  const inTurn = async (renditionId: string) => {
    player.moveTo(next());
    const { text, mediaSequence } = await player.reload(renditionId);
    expect(mediaSequence).toBeLessThan(1_000);
    return text;
  };
  while (environment.edge < 27) {
    environment.edge += 1;
    await pause(60);
    for (const renditionId of ['v0', 'a0', 'v0', 'a0']) await inTurn(renditionId);
  }
  // As soon as both have the last reading.
  for (const renditionId of ['v0', 'a0']) {
    await expect
      .poll(async () => {
        const texts = [await inTurn(renditionId), await inTurn(renditionId)];
        return texts[0] === texts[1] && texts[0]?.includes('ad/');
      })
      .toBe(true);
  }
});

test('H1 the one that requests the source is gone, another one comes: its session goes on', async () => {
  const { environment } = two;
  const channelId = await two.channel();
  const [first, second] = [await two.stitcher(), await two.stitcher()];
  const player = new TestPlayer(first.port, channelId);
  await player.open();
  const begun = await player.reload();
  player.moveTo(second.port);
  expect((await player.reload()).text).toBe(begun.text);
  await two.stopOne(first);
  environment.edge += 3;
  const at = `-${environment.edge - 1}.m4s`;
  const after = await player.until(({ uris }) => uris.at(-1)?.endsWith(at) ?? false);
  const third = await two.stitcher();
  player.moveTo(third.port);
  expect((await player.reload()).text).toBe(after.text);
  expect(environment.requested('/live/master.m3u8')).toBe(1);
});

test('H1 H35 a stitcher that cannot read what another one has shown sends the request on, and knows it later', async () => {
  const channelId = await two.channel();
  const [first, second] = [await two.stitcher(), await two.stitcher()];
  const player = new TestPlayer(first.port, channelId);
  await player.open();
  const begun = await player.reload();
  // The session is no longer new.
  two.aheadMs += 4_000;
  player.moveTo(second.port);
  await two.whileHeld(async () => {
    const refused = await player.get(`${player.folder}/v0.m3u8`);
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain('SESSION_STATE_UNAVAILABLE');
    player.moveTo(first.port);
    expect((await player.reload()).mediaSequence).toBe(begun.mediaSequence);
  });
  player.moveTo(second.port);
  expect((await player.reload()).mediaSequence).toBe(begun.mediaSequence);
});

test('D1 D11 a live DASH session is the same at both, through a break', async () => {
  const { environment } = two;
  environment.override(dashManifestPath, (_, response) => response.end(dashManifest(environment)));
  environment.override('/dash-creative/*', (_, response, url) =>
    response.end(dashCreative(Number(url.pathname.split('/')[2]))),
  );
  const mediaFile = `<MediaFile delivery="streaming" type="application/dash+xml" width="640" height="360">${environment.base}/dash-creative/3/one.mpd</MediaFile>`;
  environment.ads = [{ id: 'one', seconds: 3, mediaFile }];
  environment.breaks = [{ at: 22, segments: 4 }];
  const sourceManifestUrl = environment.base + dashManifestPath;
  const channelId = await two.channel({ type: 'dash-live', sourceManifestUrl });
  const [first, second] = [await two.stitcher(), await two.stitcher()];
  const next = turns([first.port, second.port]);
  const viewer = new DashTestViewer(next(), channelId);
  await viewer.open();
  let periods = 0;
  while (environment.edge < 30) {
    environment.edge += 1;
    for (const port of [next(), next()]) {
      viewer.moveTo(port);
      periods = Math.max(periods, (await viewer.reload()).mpd.periods.length);
    }
    await pause(120);
  }
  await pause(200);
  const one = await viewer.reload();
  viewer.moveTo(next());
  expect((await viewer.reload()).text).toBe(one.text);
  expect(periods).toBe(3);
  expect(viewer.findings).toEqual([]);
});
