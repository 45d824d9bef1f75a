/** Breaks whose marker restricts delivery, over a whole stitcher. */
import { encodeBase64 } from '@interlude/scte35';
import { timeSignal } from '@interlude/testkit/scte35';
import { expect, test } from 'vitest';
import {
  environment,
  environmentPerTest,
  type Fields,
  viewerOf,
} from '../testing/live-hls.suite.ts';

environmentPerTest();

const unmarked = '#EXTINF:1.000,\nv0-22.m4s';

/**
 * Plays a break of four segments whose marker restricts delivery; counts segments of slate and of ads in the session.
 */
async function shownIn(webDeliveryAllowed: boolean, fields: Fields) {
  const restrictions = {
    webDeliveryAllowed,
    noRegionalBlackout: true,
    archiveAllowed: true,
    deviceRestrictions: 3,
  };
  const section = encodeBase64(timeSignal({ typeId: 0x34, seconds: 4, more: { restrictions } }));
  const marked = `#EXT-OATCLS-SCTE35:${section}\n${unmarked}`;
  environment.override('/live/v0.m3u8', (_request, response) =>
    response.end(environment.media('v0').replace(unmarked, marked)),
  );
  const viewer = await viewerOf({
    isUsingAdSlate: true,
    adSlateManifestUrl: `${environment.base}/creative/slate-4/master.m3u8`,
    ...fields,
  });
  await viewer.open();
  await viewer.reload();
  environment.edge = 27;
  const { adUris } = await viewer.until(({ uris }) => uris.some((uri) => uri.includes('v0-26')));
  const media = await Promise.all(adUris.map((uri) => viewer.adSegment(uri)));
  const slate = media.filter((address) => address?.includes('/slate-4/')).length;
  return { slate, ads: media.length - slate };
}

test.each([
  [false, 4],
  [true, 0],
])(
  'SCTE-S9 adSlateInBlackoutsOnly shows slate where web delivery is not allowed, else the source: allowed %s',
  async (isAllowed, slate) => {
    environment.ads = [];
    expect(await shownIn(isAllowed, { adSlateInBlackoutsOnly: true })).toEqual({ slate, ads: 0 });
  },
);

test.each([
  [false, { slate: 2, ads: 2 }],
  [true, { slate: 0, ads: 0 }],
])(
  'SCTE-S9 a break that ads fill too little goes back to the source only where web delivery is allowed: %s',
  async (isAllowed, shown) => {
    environment.ads = [{ id: 'ad1', seconds: 2 }];
    const fields = { dropPartialReplacements: true, dropPartialReplacementsMinPercentage: 90 };
    expect(await shownIn(isAllowed, fields)).toEqual(shown);
  },
);
