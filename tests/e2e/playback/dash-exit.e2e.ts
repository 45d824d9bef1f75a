/** Exits of DASH breaks: a source that moves its Period there, ads that no slate follows, ads before the programme. */
import { auditDashSession, EMPTY_DASH_AUDIT } from '@interlude/audit';
import { expect, test } from '@playwright/test';
import { creatives } from '../../../apps/lab/src/media/catalogue.ts';
import {
  channelEntry,
  startStitcher,
} from '../../../apps/stitcher/src/testing/start-stitcher.suite.ts';
import { labReady } from '../lab.ts';
import { platform } from '../platform.ts';
import { dashSource } from './dash-viewing.ts';
import { startMovingSource } from './moving-source.ts';
import { readReport, servePlayer } from './player-page.ts';
import {
  createChannel,
  expectEachBeaconOnce,
  expectExactBreaks,
  expectSmoothPlayback,
  openSession,
  watchAll,
  watchMs,
  watchOne,
} from './viewing.ts';

/** The public address of a test's stitcher; the browser's requests to it are routed to the stitcher's port. */
const PUBLIC_HOST = 'http://viewers.test';
const EXITS = 2;
const PACE_MS = 1_000;

test('shaka-player #10604: a source that moves its Period at every exit of a break is played without a stall', {
  tag: '@full',
}, async ({ browser }) => {
  test.setTimeout(watchMs(EXITS) + 400_000);
  await labReady(240_000);
  const source = await startMovingSource();
  const lab = new URL(platform.labUrl).host;
  const stitcher = await startStitcher(
    { host: source.host, recorder: lab },
    [
      channelEntry('moving', {
        name: 'moving',
        type: 'dash-live',
        sourceManifestUrl: source.url,
        adSource: { system: 'gva', url: `${platform.labUrl}/ads/vast` },
        adSlateManifestUrl: `${platform.labUrl}/slate/dash/manifest.mpd`,
      }),
    ],
    undefined,
    PACE_MS,
    'info',
  );
  const base = `http://127.0.0.1:${stitcher.port}`;
  const context = await browser.newContext();
  try {
    await context.route(`${PUBLIC_HOST}/**`, (route) =>
      route.continue({ url: route.request().url().replace(PUBLIC_HOST, base) }),
    );
    const { url } = await openSession(`${base}/dash/moving/manifest.mpd`);
    const served = await servePlayer('shaka', url.replace(base, PUBLIC_HOST));
    const page = await context.newPage();
    await page.goto(served.url);
    const findings = new Set<string>();
    let audit = EMPTY_DASH_AUDIT;
    for (const endMs = Date.now() + watchMs(EXITS); Date.now() < endMs; ) {
      const text = await (await fetch(url)).text();
      const judged = auditDashSession(audit, { url, fetchedAtMs: Date.now(), text });
      audit = judged.state;
      for (const { rule, detail } of judged.findings) findings.add(`${rule}: ${detail}`);
      await page.waitForTimeout(PACE_MS);
    }
    const report = await readReport(page);
    await served.close();
    expect.soft([...findings]).toEqual([]);
    expect.soft(source.moves).toBeGreaterThanOrEqual(EXITS);
    expect.soft(report.errors).toEqual([]);
    expect.soft(report.stalls).toEqual([]);
    expectExactBreaks('shaka on a moving source', report.runs, EXITS);
  } finally {
    await context.close();
    await stitcher.stop();
    await source.close();
  }
});

test('DASH without slate: whole ads, and content at their end', { tag: '@full' }, async ({
  browser,
}) => {
  const breaks = 2;
  test.setTimeout(watchMs(breaks) + 300_000);
  const withoutSlate = (form: string) => ({ ...dashSource(form), isUsingAdSlate: false });
  const viewings = [
    { player: 'shaka', source: withoutSlate('timeline') },
    { player: 'dash.js', source: withoutSlate('number') },
    { player: 'shaka', source: withoutSlate('multiperiod') },
  ] as const;
  for (const watched of await watchAll(browser, viewings, breaks)) {
    expectSmoothPlayback(watched, breaks);
    await expectEachBeaconOnce(watched, breaks);
  }
});

test('DASH: a pre-roll is shown whole before the programme', { tag: '@full' }, async ({
  browser,
}) => {
  test.setTimeout(400_000);
  const preRoll = { maxDuration: 11, maxCount: 1 };
  // One after the other: where a player begins follows from how long its start takes, and two at once start slowly.
  for (const player of ['shaka', 'dash.js'] as const) {
    const source = { ...dashSource('timeline'), enablePreRoll: true, preRoll };
    const { url } = await openSession(await createChannel(`Pre-roll in ${player}`, source));
    const report = await watchOne(browser, player, url, 45_000);
    const [first, next] = report.runs;
    const ad = creatives.find(({ label }) => label === first?.label);
    expect.soft(report.errors, player).toEqual([]);
    expect.soft(report.stalls, player).toEqual([]);
    expect.soft(ad, `${player} begins with ${first?.label}`).toBeDefined();
    expect.soft(first?.firstFrame, player).toBeLessThan(ad?.segmentFrames ?? 0);
    expect
      .soft(first?.lastFrame, player)
      .toBeGreaterThanOrEqual((ad?.frameCount ?? 0) - 1 - (ad?.segmentFrames ?? 0));
    expect.soft(next, player).toBeDefined();
    // A session that begins before a break goes on with its first ad, which may be the one of the pre-roll again.
    const apartSeconds = Math.abs((next?.zeroAt ?? 0) - (first?.zeroAt ?? 0));
    expect.soft(next?.label !== first?.label || apartSeconds > 5, player).toBe(true);
  }
});
