/**
 * A playlist of VoD assets as a linear channel (vod2live), stitched as any other source: hls-live and dash-live
 * channels on it, watched through breaks in real time.
 */
import { setTimeout } from 'node:timers/promises';
import { contract } from '@interlude/contract/api';
import { type Browser, expect, test } from '@playwright/test';
import { labReady } from '../lab.ts';
import { platform } from '../platform.ts';
import { breaksSeen, faultsOfBreaks } from './frame-runs.ts';
import type { PlayerName } from './player-page.ts';
import {
  expectEachBeaconOnce,
  openSession,
  operator,
  type Watched,
  watchOne,
  withoutSecondAppends,
} from './viewing.ts';

/** Seconds: an item, where its break is, and how long that lasts. */
const ITEM = 23.04;
const CUE = 11.52;
const BREAK = 11.52;
/** An item with its break, three times, and the start of the player. */
const WATCH_MS = (ITEM + BREAK) * 3_000 + 20_000;
/**
 * Players begin one after the other, and dash.js alone: an update of the MPD while it still downloads the last segment
 * of a Period makes it take that for appended, and put it behind the Period. Four pages that start at once make
 * downloads as slow as that.
 */
const APART_MS = 12_000;
const CONTENT_LABEL = 0;
const SLATE_LABEL = 15;

interface Form {
  readonly protocol: 'hls' | 'dash';
  readonly item: string;
  readonly slate: string;
}

const hls: Form = {
  protocol: 'hls',
  item: '/vod/hls/master.m3u8',
  slate: '/slate/cmaf/master.m3u8',
};
const transportStream: Form = {
  protocol: 'hls',
  item: '/vod/hls-ts/master.m3u8',
  slate: '/slate/ts/master.m3u8',
};
const dash: Form = {
  protocol: 'dash',
  item: '/vod/dash/manifest.mpd',
  slate: '/slate/dash/manifest.mpd',
};

/** Two items, one of them longer than the part of it that is played, with a break in the middle of each. */
async function createLinear(name: string, { item, slate, protocol }: Form): Promise<string> {
  const client = await operator();
  const url = (seconds: number) => `${platform.labUrl}${item}?length=${seconds}`;
  const { outputUris } = await client(contract.playlists.create, {
    body: {
      name,
      type: 'vod2live',
      status: 'enabled',
      startDate: new Date(Date.now() - 10 * 60_000).toISOString(),
      fillerUrl: platform.labUrl + slate,
      contents: [
        {
          url: url(ITEM),
          cuePoints: [{ spliceTime: CUE, maxDuration: BREAK }],
        },
        {
          url: url(2 * ITEM),
          duration: ITEM,
          spliceType: 'percent',
          cuePoints: [{ spliceTime: 50, maxDuration: BREAK }],
        },
      ],
    },
  });
  return outputUris[protocol];
}

async function watch(browser: Browser, player: PlayerName, form: Form): Promise<Watched> {
  const name = `${player} on a linear channel of ${form.item}`;
  const client = await operator();
  const channel = await client(contract.channels.create, {
    body: {
      name: `Linear ${name}`,
      type: form.protocol === 'hls' ? 'hls-live' : 'dash-live',
      state: 'enabled',
      sourceManifestUrl: await createLinear(name, form),
      adSource: { system: 'gva', url: `${platform.labUrl}/ads/vast`, params: {} },
      adSlateManifestUrl: platform.labUrl + form.slate,
    },
  });
  const { url, mark } = await openSession(channel.outputUri);
  return { name, mark, report: await watchOne(browser, player, url, WATCH_MS) };
}

test('PLY-009 PLY-013 a vod2live playlist plays through hls-live and dash-live channels, ads in its breaks', {
  tag: '@full',
}, async ({ browser }) => {
  test.setTimeout(WATCH_MS + 480_000);
  await labReady(240_000);
  const viewings = [
    ['dash.js', dash],
    ['hls.js', hls],
    ['shaka', transportStream],
    ['shaka', dash],
  ] as const;
  const all = viewings.map(async ([player, form], index) => {
    await setTimeout(index * APART_MS);
    return watch(browser, player, form);
  });
  for (const watched of await Promise.all(all)) {
    const { name, report } = watched;
    const { runs, stalls, errors, playedSeconds } = report;
    expect.soft(withoutSecondAppends(errors), name).toEqual([]);
    expect.soft(stalls, name).toEqual([]);
    expect.soft(playedSeconds, name).toBeGreaterThan(WATCH_MS / 1_000 - 30);
    const breaks = breaksSeen(runs).filter(({ before, after }) => before && after);
    const shown = breaks.map((one) => one.runs.map(({ label }) => label));
    expect.soft(breaks.length, `${name}: ${JSON.stringify(runs)}`).toBeGreaterThanOrEqual(2);
    for (const labels of shown) {
      const ads = labels.filter((label) => label !== CONTENT_LABEL && label !== SLATE_LABEL);
      expect.soft(ads.length, `${name}: ${JSON.stringify(shown)}`).toBeGreaterThan(0);
    }
    // Time is inserted here: the programme goes on where it was left.
    expect.soft(faultsOfBreaks(runs, 0), name).toEqual([]);
    await expectEachBeaconOnce(watched, 1);
  }
});
