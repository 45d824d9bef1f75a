import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  isDashMediaFile,
  isHlsMediaFile,
  judgeLinear,
  parseOffset,
  parseVast,
  VAST_LIMITS,
  type VastAds,
} from './index.ts';
import { fixtures, hasFixtures, readFixture, readVector } from './vast-documents.suite.ts';

function adsOf(xml: string): VastAds {
  const result = parseVast(xml);
  if (result.kind === 'invalid') throw new Error(result.reason);
  return result;
}

it('V7 a media type with parameters is that type', () => {
  const file = (type: string) => {
    const result = parseVast(
      `<VAST version="4.2"><Ad><InLine><Creatives><Creative><Linear><MediaFiles><MediaFile type="${type}">https://m.example/a.m3u8</MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`,
    );
    const [ad] = result.kind === 'ads' ? result.ads : [];
    const [found] = ad?.kind === 'inline' ? (ad.creatives[0]?.mediaFiles ?? []) : [];
    return found && [isHlsMediaFile(found), isDashMediaFile(found)];
  };
  expect(file('application/x-mpegURL; charset=utf-8')).toEqual([true, false]);
  expect(file(' Application/DASH+xml ;profiles=x')).toEqual([false, true]);
});

describe('parseVast', () => {
  it('V7 reads an InLine with its creative, ids, media and tracking', () => {
    const [ad] = adsOf(readVector('single.xml')).ads;
    if (ad?.kind !== 'inline') throw new Error('no InLine');
    expect(ad).toMatchObject({ id: 'single', title: 'single', sequence: undefined });
    expect(ad.impressions).toEqual(['https://track.example/single/impression?cb=[CACHEBUSTING]']);
    const [creative] = ad.creatives;
    expect(creative).toMatchObject({
      id: 'single-creative',
      adId: 'single-ad',
      durationSeconds: 20,
      universalAdIds: [{ registry: 'ad-id.org', value: 'SINGLE' }],
      clickThrough: 'https://brand.example/single',
    });
    expect(creative?.trackingEvents.at(-1)).toEqual({
      event: 'progress',
      offset: '25%',
      url: 'https://track.example/single/progress',
    });
    expect(creative?.mediaFiles.map((file) => [file.delivery, file.type])).toEqual([
      ['progressive', 'video/mp4'],
      ['streaming', 'application/vnd.apple.mpegurl'],
    ]);
  });

  it('V7 takes UniversalAdId and Mezzanine from extensions of older versions', () => {
    const xml = readVector('single.xml')
      .replace(
        '<Creatives>',
        '<Extensions><Extension type="UniversalAdId"><UniversalAdId idRegistry="r">EXT</UniversalAdId></Extension></Extensions><Creatives>',
      )
      .replace(
        '</Creative>',
        '<CreativeExtensions><CreativeExtension type="Mezzanine"><Mezzanine delivery="progressive" type="video/mp4">https://media.example/m.mp4</Mezzanine></CreativeExtension></CreativeExtensions></Creative>',
      )
      .replace('SINGLE<', 'unknown<');
    const [ad] = adsOf(xml).ads;
    const [creative] = ad?.kind === 'inline' ? ad.creatives : [];
    expect(creative?.universalAdIds).toEqual([{ registry: 'r', value: 'EXT' }]);
    expect(creative?.mezzanines).toMatchObject([{ url: 'https://media.example/m.mp4' }]);
  });

  it('bounds the trackers of one ad', () => {
    const flood = '<Impression>https://track.example/</Impression>'.repeat(5000);
    const [ad] = adsOf(readVector('single.xml').replace('<Creatives>', `${flood}<Creatives>`)).ads;
    expect(ad?.impressions).toHaveLength(VAST_LIMITS.maxUrlsPerList);
  });

  it('V11 reads undeclared prefixes, bare ampersands and blanks before the declaration', () => {
    const { ads, warnings } = adsOf(readVector('prefixes-and-bare-ampersands.xml'));
    expect(ads).toHaveLength(1);
    expect(ads[0]?.impressions).toEqual(['https://track.example/i?a=1&b=2&c']);
    expect(warnings.length).toBeGreaterThan(0);
  });

  it.each([
    ['empty body', ''],
    ['blank body', ' \n'],
    ['bare element', '<VAST/>'],
    ['byte order mark', '\uFEFF<VAST version="3.0"></VAST>'],
  ])('V11 takes an answer without ads as a normal case: %s', (_name, xml) => {
    expect(parseVast(xml)).toMatchObject({ kind: 'ads', ads: [] });
  });

  it.each([
    ['entity bomb', readVector('entity-bomb.xml'), 100],
    ['HTML', '<html><body><p>502</p></body></html>', 100],
    ['broken HTML', '<!doctype html><html><br></html>', 100],
    ['text', 'upstream timed out', 100],
    ['truncated', readVector('single.xml').slice(0, 700), 100],
    ['too deep', `<VAST>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</VAST>`, 100],
    ['too many elements', `<VAST>${'<a/>'.repeat(30_000)}</VAST>`, 100],
    ['too large', `<VAST>${' '.repeat(VAST_LIMITS.maxLength)}</VAST>`, 100],
    [
      'too many attributes',
      `<VAST ${Array.from({ length: 99 }, (_, i) => `a${i}="1"`).join(' ')}/>`,
      100,
    ],
    ['another root', '<rss version="2.0"/>', 101],
    ['VAST 1', '<VideoAdServingTemplate/>', 102],
  ])('V4 answers an IAB code for what is no VAST: %s', (_name, xml, iabErrorCode) => {
    expect(parseVast(xml)).toMatchObject({ kind: 'invalid', iabErrorCode });
  });

  it('reads progress offsets as clock and percentage', () => {
    expect(parseOffset('00:01:02.500', undefined)).toBe(62.5);
    expect(parseOffset('25%', 20)).toBe(5);
    expect(parseOffset('25%', undefined)).toBeUndefined();
    expect(parseOffset('soon', 20)).toBeUndefined();
  });

  it('V4 judges conditional and audio ads without reading their media', () => {
    const judged = (attribute: string) => {
      const [ad] = adsOf(
        readVector('single.xml').replace('<Ad id="single"', `<Ad id="single" ${attribute}`),
      ).ads;
      return ad?.kind === 'inline' ? judgeLinear(ad) : undefined;
    };
    expect(judged('conditionalAd="true"')).toMatchObject({ usable: false, iabErrorCode: 408 });
    expect(judged('adType="Audio"')).toMatchObject({ usable: false, iabErrorCode: 200 });
    expect(judged('conditionalAd="false" adType="video"')).toMatchObject({ usable: true });
  });

  it.each(['application/mxf', 'application/MXF', 'application/mxf;version=1', 'video/mxf'])(
    'V7 V8 %s is a mezzanine: it can be conditioned',
    (type) => {
      const files = [
        `<MediaFiles><MediaFile delivery="progressive" type="${type}" width="1920" height="1080">https://media.example/a.mxf</MediaFile></MediaFiles>`,
        `<MediaFiles><Mezzanine delivery="progressive" type="${type}" width="1920" height="1080">https://media.example/a.mxf</Mezzanine></MediaFiles>`,
      ];
      for (const mediaFiles of files) {
        const xml = readVector('single.xml').replace(
          /<MediaFiles>[\s\S]*<\/MediaFiles>/,
          mediaFiles,
        );
        const [ad] = adsOf(xml).ads;
        expect(ad?.kind === 'inline' && judgeLinear(ad)).toMatchObject({ usable: true });
      }
    },
  );

  it('V8 finds no media in an ad of code alone', () => {
    const code = ['VPAID', 'SIMID'].map(
      (framework) =>
        `<MediaFile delivery="progressive" type="application/javascript" apiFramework="${framework}" width="1" height="1">https://c.example/${framework}.js</MediaFile><InteractiveCreativeFile type="text/html" apiFramework="${framework}">https://c.example/</InteractiveCreativeFile>`,
    );
    const xml = readVector('single.xml').replace(
      /<MediaFiles>[\s\S]*<\/MediaFiles>/,
      `<MediaFiles>${code.join('')}</MediaFiles>`,
    );
    const [ad] = adsOf(xml).ads;
    expect(ad?.kind === 'inline' && judgeLinear(ad)).toMatchObject({ iabErrorCode: 403 });
  });
});

interface VastFact {
  kind: string;
  version: string;
  ads: {
    id: string;
    sequence: string | null;
    type: string;
    linear: number;
    media_files: number;
    durations: string[];
  }[];
}

function checkFacts() {
  const facts: Record<string, VastFact> = JSON.parse(
    readFileSync(join(fixtures, 'facts.json'), 'utf8'),
  ).files;
  const documents = Object.entries(facts).filter(
    ([name, fact]) => name.startsWith('vast/') && fact.kind !== 'VMAP',
  );

  it.each(documents)('%s', (name, fact) => {
    const result = parseVast(readFixture(name.slice('vast/'.length)));
    if (fact.kind !== 'VAST') {
      expect(result.kind).toBe('invalid');
      return;
    }
    if (result.kind !== 'ads') throw new Error(result.reason);
    expect({
      version: result.version,
      ads: result.ads.map((ad) => ({
        id: ad.id,
        sequence: ad.sequence === undefined ? null : String(ad.sequence),
        type: ad.kind === 'inline' ? 'InLine' : 'Wrapper',
        media_files: ad.kind === 'inline' ? ad.creatives.flatMap((c) => c.mediaFiles).length : 0,
        durations: ad.kind === 'inline' ? ad.creatives.length : 0,
      })),
    }).toEqual({
      version: fact.version,
      ads: fact.ads.map((ad) => ({
        id: ad.id,
        sequence: ad.sequence,
        type: ad.type,
        media_files: ad.media_files,
        durations: ad.durations.length,
      })),
    });
  });

  it('D15 answers 100 for HTML and truncated documents', () => {
    for (const name of ['authored-html-instead-of-xml.xml', 'authored-truncated.xml'])
      expect(parseVast(readFixture(`broken/${name}`))).toMatchObject({ iabErrorCode: 100 });
  });

  it('D15 finds an ad without readable duration and a VPAID-only ad not usable', () => {
    const judge = (name: string) => {
      const [ad] = adsOf(readFixture(name)).ads;
      return ad?.kind === 'inline' ? judgeLinear(ad) : undefined;
    };
    expect(judge('broken/haxqer-duration-undefined.xml')).toMatchObject({ usable: false });
    expect(judge('broken/haxqer-extraspaces-vpaid.xml')).toMatchObject({
      usable: false,
      iabErrorCode: 403,
    });
  });
}

if (hasFixtures) describe('facts of the shared fixtures', checkFacts);
