// Two stitchers that share nothing but the database: sessions go on at the other one with the ads that they had.

import { auditSession, EMPTY_AUDIT } from '@interlude/audit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessionLimits } from '../sessions/session-limits.ts';
import { playUpTo, TestPlayer } from '../testing/test-player.suite.ts';
import { TwoStitchers } from '../testing/two-stitchers.suite.ts';

let two: TwoStitchers;

beforeEach(async () => {
  two = await TwoStitchers.start();
});
afterEach(() => two.stop());

test('H35 H1 the ads of a break on screen are the same at another stitcher, and nobody is asked again', async () => {
  const { environment } = two;
  const channelId = await two.channel();
  const [first, second] = [await two.stitcher(), await two.stitcher()];
  environment.breaks = [{ at: 22, segments: 6 }];
  const answers = [['one', 'two'], ['other']];
  environment.override('/ads', (_, response) => {
    const names = answers.shift() ?? ['more'];
    const ads = names.map((id) => ({ id, seconds: 4, creative: `c-4-${id}` }));
    response.end(environment.vast(ads));
  });
  const player = new TestPlayer(first.port, channelId);
  await player.open();
  await player.reload();
  await playUpTo(environment, player, 26);
  const before = await player.until(({ adUris }) => adUris.length >= 3);
  player.moveTo(second.port);
  const after = await player.reload();
  expect(after.text).toBe(before.text);
  expect(environment.requested('/ads')).toBe(1);
  // Where the media are: the other one knows the creatives without having read them.
  const locations = await Promise.all(after.adUris.map((uri) => player.adSegment(uri)));
  expect(locations.every((location) => location?.includes('/creative/c-4-'))).toBe(true);
});

test('H1 H3 H35 numbers go on at another stitcher, during a break, behind it, and when it has left the list', async () => {
  const { environment } = two;
  environment.ads = [{ id: 'one', seconds: 4 }];
  environment.breaks = [
    { at: 22, segments: 6 },
    { at: 44, segments: 6, announced: 10 },
  ];
  const channelId = await two.channel();
  let current = await two.stitcher();
  const player = new TestPlayer(current.port, channelId);
  await player.open();
  await player.reload();
  const findings: string[] = [];
  let audit = EMPTY_AUDIT;
  for (const edge of [25, 30, 40, 46, 52, 60]) {
    await playUpTo(environment, player, edge, ({ text }) => {
      const output = { renditionId: 'v0', fetchedAtMs: Date.now(), text };
      const judged = auditSession(audit, output, { adOf: (uri) => /ad\/([^/]+)/.exec(uri)?.[1] });
      audit = judged.state;
      findings.push(...judged.findings.map(({ rule, detail }) => `${edge} ${rule} ${detail}`));
    });
    const next = await two.stitcher();
    player.moveTo(next.port);
    const after = await player.reload();
    // The stitcher before may not have read the newest segment yet.
    player.moveTo(current.port);
    await player.until(({ text }) => text === after.text);
    player.moveTo(next.port);
    await two.stopOne(current);
    current = next;
  }
  expect(findings).toEqual([]);
  expect(environment.requested('/ads')).toBe(2);
});

test('H1 H35 where it is not known what was shown the numbers jump, and none comes twice', async () => {
  const { environment } = two;
  environment.ads = [{ id: 'one', seconds: 4 }];
  environment.breaks = [{ at: 22, segments: 6 }];
  const channelId = await two.channel();
  const [first, second] = [await two.stitcher(), await two.stitcher()];
  const player = new TestPlayer(first.port, channelId);
  await player.open();
  await player.reload();
  await playUpTo(environment, player, 30);
  const before = await player.reload();
  await two.lose('session_entries');
  player.moveTo(second.port);
  // The session is no longer new: the first stitcher may still serve it.
  two.aheadMs += sessionLimits.playsSoonMs + 1_000;
  expect((await player.reload()).status).toBe(503);
  two.aheadMs += sessionLimits.doubtMs;
  const after = await player.reload();
  expect(after.mediaSequence).toBeGreaterThan(before.mediaSequence + 1_000);
});

test('H1 H35 a session that is opened at one stitcher and played at another one begins as usual, and goes on at the first', async () => {
  const { environment } = two;
  environment.ads = [{ id: 'one', seconds: 4 }];
  environment.breaks = [{ at: 22, segments: 6 }];
  const preRoll = { enablePreRoll: true, preRoll: { maxDuration: 10, maxCount: 1 } };
  const channelId = await two.channel(preRoll);
  const [first, second] = [await two.stitcher(), await two.stitcher()];
  const player = new TestPlayer(first.port, channelId);
  await player.openOnly();
  player.moveTo(second.port);
  const begun = await player.until(({ adUris }) => adUris.length > 0);
  // As a session that both opens and plays at one stitcher.
  const usual = new TestPlayer(second.port, channelId);
  await usual.open();
  const other = await usual.until(({ adUris }) => adUris.length > 0);
  expect(begun.mediaSequence).toBe(other.mediaSequence);
  await playUpTo(environment, player, 26);
  const before = await player.reload();
  two.aheadMs += 4_000;
  player.moveTo(first.port);
  expect((await player.until(({ text }) => text === before.text)).mediaSequence).toBe(
    before.mediaSequence,
  );
  await two.stopOne(first);
  await two.stopOne(second);
  expect(await two.countedSessions(channelId)).toBe(2);
});

test('B5 each event of an ad happens once, at whichever stitcher its segments are requested', async () => {
  const { environment } = two;
  environment.ads = ['one', 'two'].map((id) => ({ id, seconds: 4, creative: `c-4-${id}` }));
  environment.breaks = [{ at: 22, segments: 8 }];
  const channelId = await two.channel();
  // The second one knows of the first when it starts.
  const [first, second] = [await two.stitcher(), await two.stitcher()];
  const player = new TestPlayer(second.port, channelId);
  await player.open();
  await player.reload();
  const adUris = new Set<string>();
  await playUpTo(environment, player, 32, ({ adUris: listed }) => {
    for (const uri of listed) adUris.add(uri);
  });
  expect(adUris.size).toBe(8);
  player.moveTo(first.port);
  await player.until((playlist) => playlist.adUris.length > 0);
  for (const [index, uri] of [...adUris].entries()) {
    // In turns, and every third segment at both at one time.
    const ports = [second.port, first.port].slice(index % 3 === 0 ? 0 : index % 2);
    await Promise.all(
      ports.map((port) => {
        const at = new TestPlayer(port, channelId);
        at.sessionId = player.sessionId;
        return at.adSegment(uri);
      }),
    );
  }
  const events = ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'];
  await expect.poll(() => environment.beaconsOf('complete').length).toBe(2);
  expect(events.map((event) => environment.beaconsOf(event).length)).toEqual(events.map(() => 2));
});
