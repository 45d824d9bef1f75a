import { type InlineAd, parseVast } from '@interlude/vast';
import { expect, test } from 'vitest';
import { writeVast } from './write-vast.ts';

const source = `<VAST version="4.2"><Ad id="a&amp;1"><InLine><AdSystem>S</AdSystem><AdTitle>T &lt;b&gt;</AdTitle>
<Error>https://t.test/e?x=1&amp;y=[ERRORCODE]</Error><Impression><![CDATA[https://t.test/i?a=1&b=2]]></Impression>
<Creatives><Creative id="c" adId="x"><UniversalAdId idRegistry="ad-id">U1</UniversalAdId><Linear><Duration>00:00:10</Duration>
<TrackingEvents><Tracking event="progress" offset="00:00:05">https://t.test/p</Tracking></TrackingEvents>
<VideoClicks><ClickThrough>https://shop.test/?q=1&amp;r=2</ClickThrough></VideoClicks>
<MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="1" height="1">https://m.test/a.mp4</MediaFile></MediaFiles>
</Linear></Creative></Creatives></InLine></Ad></VAST>`;

function inlineAd(): InlineAd {
  const parsed = parseVast(source);
  const ad = parsed.kind === 'ads' ? parsed.ads[0] : undefined;
  if (ad?.kind !== 'inline') {
    throw new Error('not an inline ad');
  }
  return ad;
}

const shown = () => [{ ad: inlineAd(), sequence: 1, durationSeconds: 10.24 }];

test('a client reads back the same ad, with its conditioned duration', () => {
  const parsed = parseVast(writeVast(shown(), true));
  expect(parsed).toMatchObject({
    kind: 'ads',
    ads: [
      {
        id: 'a&1',
        sequence: 1,
        title: 'T <b>',
        impressions: ['https://t.test/i?a=1&b=2'],
        errorUrls: ['https://t.test/e?x=1&y=[ERRORCODE]'],
        creatives: [
          {
            adId: 'x',
            durationSeconds: 10.24,
            universalAdIds: [{ registry: 'ad-id', value: 'U1' }],
            clickThrough: 'https://shop.test/?q=1&r=2',
            trackingEvents: [{ event: 'progress', url: 'https://t.test/p', offset: '00:00:05' }],
          },
        ],
      },
    ],
  });
});

test('with server-side beacons no tracker is in it', () => {
  const text = writeVast(shown(), false);
  expect(text).not.toContain('t.test');
  expect(parseVast(text)).toMatchObject({ kind: 'ads' });
});

test('no ad is an empty document', () => {
  expect(parseVast(writeVast([], true))).toMatchObject({ kind: 'ads', ads: [] });
});
