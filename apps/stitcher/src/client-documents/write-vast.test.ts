import { type InlineAd, parseVast, type XmlNode } from '@interlude/vast';
import { expect, test } from 'vitest';
import type { ClientTrackers } from './client-trackers.ts';
import { writeVast } from './write-vast.ts';

const source = `<VAST version="4.2"><Ad id="a&amp;1"><InLine><AdSystem>S</AdSystem><AdTitle>T &lt;b&gt;</AdTitle>
<Error>https://t.test/e?x=1&amp;y=[ERRORCODE]</Error><Impression><![CDATA[https://t.test/i?a=1&b=2]]></Impression>
<AdServingId>serving-1</AdServingId><Advertiser>Shop</Advertiser>
<Extensions><Extension type="own"><x:Price xmlns:x="urn:x" unit="&quot;€&quot;">1 &lt; 2</x:Price></Extension></Extensions>
<AdVerifications><Verification vendor="v.test-omid"><JavaScriptResource apiFramework="omid"><![CDATA[https://v.test/o.js]]></JavaScriptResource></Verification></AdVerifications>
<Creatives><Creative id="c" adId="x"><UniversalAdId idRegistry="ad-id">U1</UniversalAdId><Linear skipoffset="00:00:05"><Duration>00:00:10</Duration>
<TrackingEvents><Tracking event="progress" offset="00:00:05">https://t.test/p</Tracking></TrackingEvents>
<VideoClicks><ClickThrough>https://shop.test/?q=1&amp;r=2</ClickThrough></VideoClicks>
<Icons><Icon program="AdChoices" width="20" height="20"><StaticResource creativeType="image/png">https://v.test/i.png</StaticResource></Icon></Icons>
<MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="1" height="1">https://m.test/a.mp4</MediaFile></MediaFiles>
</Linear></Creative>
<Creative id="companion"><CompanionAds><Companion width="300" height="250"><StaticResource>https://v.test/c.png</StaticResource></Companion></CompanionAds></Creative>
</Creatives></InLine></Ad></VAST>`;

function inlineAd(): InlineAd {
  const parsed = parseVast(source);
  const ad = parsed.kind === 'ads' ? parsed.ads[0] : undefined;
  if (ad?.kind !== 'inline') {
    throw new Error('not an inline ad');
  }
  return ad;
}

const none: ClientTrackers = { impressions: [], errors: [], events: [], clicks: [] };

function shown(trackers: ClientTrackers) {
  const startMs = Date.UTC(2026, 10, 21, 12);
  return [{ ad: inlineAd(), sequence: 1, durationMs: 10_240, startMs, breakId: 'b"1', trackers }];
}

function theirs(): ClientTrackers {
  const ad = inlineAd();
  return {
    impressions: ad.impressions,
    errors: ad.errorUrls,
    events: ad.creatives[0]?.trackingEvents ?? [],
    clicks: ['https://t.test/click'],
  };
}

test('a client reads back the same ad, with its conditioned duration', () => {
  const parsed = parseVast(writeVast(shown(theirs())));
  expect(parsed).toMatchObject({
    kind: 'ads',
    warnings: [],
    ads: [
      {
        id: 'a&1',
        sequence: 1,
        title: 'T <b>',
        advertiser: 'Shop',
        adServingId: 'serving-1',
        impressions: ['https://t.test/i?a=1&b=2'],
        errorUrls: ['https://t.test/e?x=1&y=[ERRORCODE]'],
        adVerifications: inlineAd().adVerifications,
        otherCreatives: inlineAd().otherCreatives,
        creatives: [
          {
            adId: 'x',
            skipOffset: '00:00:05',
            durationSeconds: 10.24,
            universalAdIds: [{ registry: 'ad-id', value: 'U1' }],
            clickThrough: 'https://shop.test/?q=1&r=2',
            clickTracking: ['https://t.test/click'],
            trackingEvents: [{ event: 'progress', url: 'https://t.test/p', offset: '00:00:05' }],
            icons: inlineAd().creatives[0]?.icons,
          },
        ],
      },
    ],
  });
});

test('it says where the ad stands on the clock of the programme', () => {
  const parsed = parseVast(writeVast(shown(none)));
  const [position, own] = parsed.kind === 'ads' ? (parsed.ads[0]?.extensions ?? []) : [];
  expect(position).toMatchObject({
    attributes: { type: 'interlude' },
    children: [
      {
        attributes: {
          breakId: 'b"1',
          programDateTime: '2026-11-21T12:00:00.000Z',
          durationMs: '10240',
        },
      },
    ],
  });
  expect(own?.children[0]).toMatchObject({
    name: 'Price',
    attributes: { unit: '"€"' },
    text: '1 < 2',
  });
});

test('without trackers none of the ad server is in it', () => {
  const text = writeVast(shown(none));
  expect(text).not.toContain('t.test');
  expect(parseVast(text)).toMatchObject({ kind: 'ads' });
});

test('no ad is an empty document', () => {
  expect(parseVast(writeVast([]))).toMatchObject({ kind: 'ads', ads: [] });
});

test.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
])('SEC-S9 the click-through %j is left out, also of icons', (address) => {
  const [one] = shown(none);
  const [creative] = inlineAd().creatives;
  if (!one || !creative) {
    throw new Error('no ad');
  }
  const node = (name: string, text: string, children: XmlNode[] = []) => ({
    ...{ name, text, children, attributes: {} },
  });
  const icons = [node('Icon', '', [node('IconClickThrough', address)])];
  const ad = { ...one.ad, creatives: [{ ...creative, clickThrough: address, icons }] };
  const text = writeVast([{ ...one, ad }]);
  expect(text).not.toContain('<ClickThrough>');
  expect(text).not.toMatch(/script\s*:/i);
});
