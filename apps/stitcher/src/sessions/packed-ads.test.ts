import { parseVast } from '@interlude/vast';
import { expect, test } from 'vitest';
import { PackedAds } from './packed-ads.ts';

const vast = (tracker: string) => `<VAST version="4.0"><Ad id="a"><InLine>
<AdSystem>größer 广告</AdSystem><AdTitle>t</AdTitle><Impression>${tracker}</Impression>
<Extensions><Extension type="x"><A b="c">d</A></Extension></Extensions>
<Creatives><Creative><Linear><Duration>00:00:10</Duration>
<TrackingEvents><Tracking event="start">${tracker}</Tracking></TrackingEvents>
<MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="1" height="1">https://m.example/a.mp4</MediaFile></MediaFiles>
</Linear></Creative></Creatives></InLine></Ad></VAST>`;

function adOf(tracker: string) {
  const parsed = parseVast(vast(tracker));
  const ad = parsed.kind === 'ads' ? parsed.ads[0] : undefined;
  return ad?.kind === 'inline' ? ad : expect.fail();
}

test('an ad comes out as it went in, but for its media', () => {
  const ad = adOf('https://t.example/1');
  const ads = new PackedAds([[2, ad]]);
  const creatives = ad.creatives.map((creative) => ({ ...creative, mediaFiles: [] }));
  expect(ads.get(2)).toEqual({ ...ad, creatives });
  expect([...ads]).toEqual([[2, { ...ad, creatives }]]);
  expect([ads.get(0), ads.get(3), ads.get(-1)]).toEqual([undefined, undefined, undefined]);
});

test('ads that differ in a tracker stay apart, however many come between', () => {
  const all = Array.from({ length: 1_200 }, (_, n) => {
    const ad = adOf(`https://t.example/${n % 700}`);
    return new PackedAds([[0, ad]]);
  });
  const trackers = all.map((ads) => ads.get(0)?.impressions[0]);
  expect(trackers).toEqual(all.map((_, n) => `https://t.example/${n % 700}`));
});

test('of a pod without ads nothing is kept', () => {
  expect([...new PackedAds([])]).toEqual([]);
});
