import type { EncodedMedia } from '@interlude/media-engine';
import { parseVast } from '@interlude/vast';
import { describe, expect, it } from 'vitest';
import { creatives } from '../media/catalogue.ts';
import { type AdFault, adFaults, adFaultTexts, faultyAnswer } from './ad-faults.ts';
import { spoilPod } from './pod-faults.ts';
import { type PodAd, writeInline } from './write-vast.ts';

const encoded: EncodedMedia = {
  engine: 'test',
  frameRate: 25,
  segmentSeconds: [2.56],
  renditions: [],
  containers: ['cmaf'],
  hasMp4: true,
  bytes: 1,
};
const pod = creatives.slice(0, 2).map(
  (creative, index): PodAd => ({
    creative,
    clipId: creative.id,
    encoded,
    position: index + 1,
    sequence: index + 1,
    durationSeconds: 10.24,
    advertiser: creative.brand,
    category: undefined,
    clickUrl: 'http://127.0.0.1:1/click',
    mediaFiles: [
      {
        url: `http://127.0.0.1:1/${creative.id}/media.mp4`,
        delivery: 'progressive',
        type: 'video/mp4',
        width: 1,
        height: 1,
        bitrateKbps: 1,
      },
    ],
  }),
);

function ads(fault: AdFault) {
  const spoiled = spoilPod(fault, pod, 'http://127.0.0.1:1');
  const result = parseVast(writeInline('4.2', spoiled, () => 'http://127.0.0.1:1/b', 'r1'));
  if (result.kind !== 'ads') throw new Error(`no ads: ${result.kind}`);
  return result.ads.flatMap((ad) => (ad.kind === 'inline' ? [ad] : []));
}

describe('faults of the ads', () => {
  it('huge-pod: 200 ads in sequence', () => {
    const all = spoilPod('huge-pod', pod, 'http://127.0.0.1:1');
    expect(all.map((ad) => ad.sequence)).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
    expect(ads('huge-pod').length).toBeGreaterThan(10);
  });

  it('V10 duplicates: one creative in every place', () => {
    expect(new Set(ads('duplicates').map((ad) => ad.id)).size).toBe(1);
  });

  it('V10 competitive: one advertiser and one category, other creatives', () => {
    const all = ads('competitive');
    expect(new Set(all.map((ad) => ad.id)).size).toBe(2);
    expect(new Set(all.map((ad) => ad.advertiser))).toEqual(new Set(['Rival Motors']));
  });

  it('V3 buffet: no sequence', () => {
    expect(ads('buffet').map((ad) => ad.sequence)).toEqual([undefined, undefined]);
  });

  it('V8 vpaid: a script is all there is', () => {
    const files = ads('vpaid').flatMap((ad) => ad.creatives[0]?.mediaFiles ?? []);
    expect(files.map((file) => file.type)).toEqual([
      'application/javascript',
      'application/javascript',
    ]);
  });

  it('V8 durations that are missing or wrong', () => {
    expect(ads('no-duration')[0]?.creatives[0]?.durationSeconds).toBeUndefined();
    expect(ads('wrong-duration')[0]?.creatives[0]?.durationSeconds).toBeCloseTo(30.72, 6);
  });

  it('media by other addresses', () => {
    const url = (fault: AdFault) => ads(fault)[0]?.creatives[0]?.mediaFiles[0]?.url;
    expect(url('https-media')).toMatch(/^https:\/\/127\.0\.0\.1:9\//);
    expect(url('broken-media')).toMatch(/\/ad-a-10\/broken\.mp4$/);
    expect(url('slow-media')).toMatch(/\/ad-a-10\/slow\.mp4$/);
    expect(url('disguised-media')).toMatch(/\/ad-a-10\/disguised\.mp4$/);
    expect(url('http-media')).toMatch(/^http:\/\/localhost:1\//);
  });

  it('charset: bytes that are no UTF-8', () => {
    const healthy = () => '<AdSystem>Interlude Lab</AdSystem>';
    const found = faultyAnswer('charset', { selfUrl: '', delayMs: undefined, healthy });
    const decoder = new TextDecoder('utf-8', { fatal: true });
    expect(() => decoder.decode(Buffer.from(found?.body ?? ''))).toThrow();
  });

  it('each has a text for the page', () => {
    expect(Object.keys(adFaultTexts).toSorted()).toEqual([...adFaults].toSorted());
  });
});
