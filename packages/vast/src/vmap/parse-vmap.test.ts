import { describe, expect, it } from 'vitest';
import { parseVast, parseVmap, VAST_LIMITS } from '../index.ts';
import { hasFixtures, readFixture, readVector } from '../vast-documents.suite.ts';
import { parseVmapOffset } from './vmap-offset.ts';

function breaksOf(xml: string) {
  const result = parseVmap(xml);
  if (result.kind === 'invalid') throw new Error(result.reason);
  return result;
}

describe('parseVmap', () => {
  it.each([
    ['start', { kind: 'start' }],
    ['end', { kind: 'end' }],
    ['00:10:23.125', { kind: 'time', atMs: 623_125 }],
    ['01:00:00', { kind: 'time', atMs: 3_600_000 }],
    ['25%', { kind: 'percent', percent: 25 }],
    ['12.5%', { kind: 'percent', percent: 12.5 }],
    ['#2', { kind: 'position', position: 2 }],
    ['101%', undefined],
    ['#0', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('V9 reads the offset %s', (text, expected) => {
    expect(parseVmapOffset(text)).toEqual(expected);
  });

  it('V9 reads ad sources, flags, repetition and trackers', () => {
    const { breaks, warnings } = breaksOf(readVector('breaks.vmap.xml'));
    expect(breaks.map(({ breakId, offset }) => [breakId, offset.kind])).toEqual([
      ['pre', 'start'],
      ['mid', 'time'],
      ['half', 'percent'],
      ['second', 'position'],
      ['post', 'end'],
    ]);
    expect(breaks[0]?.adSource).toMatchObject({ kind: 'vast', id: 'a', vast: { kind: 'ads' } });
    const inline = breaks[0]?.adSource;
    expect(inline?.kind === 'vast' && parseVast(inline.text)).toEqual(
      inline?.kind === 'vast' && inline.vast,
    );
    expect(breaks[1]).toMatchObject({
      adSource: { kind: 'tag', url: 'https://ads.example/vast?a=1&b=2', templateType: 'vast4' },
      allowMultipleAds: false,
      followRedirects: false,
      repeatAfterMs: 300_000,
      trackers: {
        breakStart: ['https://track.example/mid/start'],
        breakEnd: ['https://track.example/mid/end'],
        error: ['https://track.example/mid/error?code=[ERRORCODE]'],
      },
    });
    expect(breaks[2]).toMatchObject({ breakTypes: ['linear', 'display'], adSource: undefined });
    expect(breaks[3]?.adSource).toEqual({ kind: 'custom', id: 'c', templateType: 'proprietary' });
    expect(warnings).toHaveLength(1);
  });

  it('V9 reads a VAST document in CDATA, or escaped, like one of elements', () => {
    const vast =
      '<?xml version="1.0"?><VAST version="3.0"><Ad id="a"><InLine><AdSystem>s</AdSystem></InLine></Ad></VAST>';
    const sourceOf = (data: string) =>
      breaksOf(
        `<VMAP version="1.0"><AdBreak timeOffset="start"><AdSource id="s"><VASTAdData>${data}</VASTAdData></AdSource></AdBreak></VMAP>`,
      ).breaks[0]?.adSource;
    const read = { kind: 'vast', id: 's', text: vast, vast: parseVast(vast) };
    expect(read.vast).toMatchObject({ kind: 'ads', ads: [{ id: 'a' }] });
    expect(sourceOf(` <![CDATA[ ${vast} ]]> `)).toEqual(read);
    expect(sourceOf(vast.replaceAll('<', '&lt;'))).toEqual(read);
    expect(sourceOf('<![CDATA[<!DOCTYPE x [<!ENTITY a "b">]><VAST>&a;</VAST>]]>')).toMatchObject({
      vast: { kind: 'invalid' },
    });
  });

  it('V9 AdTagURL is read as the misspelling of AdTagURI', () => {
    const { breaks } = breaksOf(
      '<VMAP version="1.0"><AdBreak timeOffset="start"><AdSource><AdTagURL>https://ads.example/v</AdTagURL></AdSource></AdBreak></VMAP>',
    );
    expect(breaks[0]?.adSource).toMatchObject({ kind: 'tag', url: 'https://ads.example/v' });
  });

  it.each([
    ['no XML', 'upstream timed out'],
    ['another root', '<VAST version="3.0"/>'],
    ['an empty body', ''],
    ['a DOCTYPE', '<!DOCTYPE x [<!ENTITY a "b">]><VMAP version="1.0">&a;</VMAP>'],
    ['too deep', `<VMAP>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</VMAP>`],
  ])('V11 names %s invalid', (_name, xml) => {
    expect(parseVmap(xml)).toMatchObject({ kind: 'invalid' });
  });

  it('bounds the number of breaks', () => {
    const flood = '<AdBreak timeOffset="start"/>'.repeat(VAST_LIMITS.maxAdBreaks + 5);
    const { breaks, warnings } = breaksOf(`<VMAP version="1.0">${flood}</VMAP>`);
    expect(breaks).toHaveLength(VAST_LIMITS.maxAdBreaks);
    expect(warnings).toHaveLength(1);
  });
});

function checkFixtures() {
  it('D14 reads three breaks of one ad of 5 s, with trimmed media addresses', () => {
    const { breaks } = breaksOf(readFixture('vmap/media3-preroll_midroll6s_postroll.xml'));
    expect(breaks.map(({ offset }) => offset)).toEqual([
      { kind: 'start' },
      { kind: 'time', atMs: 6_000 },
      { kind: 'end' },
    ]);
    const ads = breaks.flatMap(({ adSource }) =>
      adSource?.kind === 'vast' && adSource.vast.kind === 'ads' ? adSource.vast.ads : [],
    );
    expect(ads.map((ad) => ad.id)).toEqual(['709684336', '710742616', '710742616']);
    for (const ad of ads) {
      const [creative] = ad.kind === 'inline' ? ad.creatives : [];
      expect(creative?.durationSeconds).toBe(5);
      expect(creative?.mediaFiles[0]?.url).toMatch(/^file:\S+$/);
    }
  });

  it('V9 reads a document with an undeclared prefix, and its trackers', () => {
    const { breaks } = breaksOf(readFixture('vmap/vmapjs-correct-vmap.xml'));
    expect(breaks.map(({ breakId }) => breakId)).toEqual(['mypre', 'myid', 'mypost']);
    expect(breaks[0]?.trackers.breakEnd).toHaveLength(2);
    expect(breaks[1]?.offset).toEqual({ kind: 'time', atMs: 623_125 });
    expect(breaks[2]?.adSource).toMatchObject({ kind: 'tag', url: 'http://server.com/vast.xml' });
  });

  it('V11 names a document with another root invalid', () => {
    expect(parseVmap(readFixture('broken/vmapjs-incorrect-vmap.xml')).kind).toBe('invalid');
  });
}

if (hasFixtures) describe('VMAP of the shared fixtures', checkFixtures);
