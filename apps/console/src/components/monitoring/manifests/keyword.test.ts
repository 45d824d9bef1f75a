import { describe, expect, it } from 'vitest';
import { hlsSegment, hlsTimeline, monitoringMessages } from '../../../testing/monitoring.suite.ts';
import { timelineModel } from '../timeline/entries.ts';
import { findItem } from '../timeline/item.ts';
import { keywordFor, keywordPattern, keywordsOf, maxPlaces, placesOf } from './keyword.ts';
import { manifestKeysOf } from './manifest-keys.ts';

const found = (text: string, pattern: RegExp | undefined) =>
  pattern === undefined ? [] : [...text.matchAll(pattern)].map(({ index }) => index);

describe('the keyword of a selection', () => {
  it('MON-006 OP-29 is the uri of a segment, wherever it stands in both manifests', () => {
    const entry = hlsSegment(9, { uri: 'a/seg_9.m4s?x=(1)' });
    const text = '#EXTINF:4,\na/seg_9.m4s?x=(1)\nother\na/seg_9.m4s?x=(1)\n';
    const { words, pattern } = keywordFor(entry, 'hls', [text, '']);
    expect(words).toEqual(['a/seg_9.m4s?x=(1)']);
    expect(found(text, pattern)).toHaveLength(2);
  });

  it('OP-29 is found where one manifest lists it absolutely and the other relatively', () => {
    const uri = 'https://o.example/live/720/seg_9.m4s';
    const source = '#EXTINF:4,\n720/seg_9.m4s\n';
    const output = `#EXTINF:4,\n${uri}\n`;
    const { pattern } = keywordFor(hlsSegment(9, { uri, origUri: uri }), 'hls', [source, output]);
    expect([found(source, pattern), found(output, pattern)]).toEqual([[11], [11]]);
  });

  it('OP-29 is the id of a DASH event, else of the Period', () => {
    expect(keywordsOf(hlsSegment(1, { periodId: 'p1', eventId: '7' }), 'dash')).toEqual(['7']);
    const { pattern } = keywordFor(hlsSegment(1, { periodId: 'break-7' }), 'dash', []);
    expect(found('<Period id="break-7"/> break-77 x-break-7', pattern)).toEqual([12, 34]);
  });

  it('marks a short id as the value of an id only', () => {
    const text = '<S d="7"/><Event id="7"/><Event id="77"/>';
    expect(found(text, keywordPattern(['7'], 'dash'))).toEqual([21]);
  });

  it('an empty one marks nothing, and no more than a bounded number of places is looked at', () => {
    expect(keywordPattern([''], 'hls')).toBeUndefined();
    expect(placesOf('aaa', undefined)).toEqual([]);
    expect(placesOf('a'.repeat(1_000), /a/g)).toHaveLength(maxPlaces);
  });
});

describe('the manifests of a selection', () => {
  const timeline = hlsTimeline();
  const model = timelineModel({
    ...{ protocol: 'hls', timeline, findings: [], messages: monitoringMessages },
  });
  const keys = (key: string) => {
    const item = findItem(model, key);
    return item && manifestKeysOf(model, item);
  };

  it('MON-005 are its own and, for a source segment, the one with the same content or the ad in its place', () => {
    expect(keys('source.s9')).toEqual({ own: 'source', source: 'src-1', output: 'out-1' });
    expect(keys('source.s10')).toEqual({ own: 'source', source: 'src-1', output: 'out-1' });
  });

  it('MON-005 of the output are compared with the source just before', () => {
    expect(keys('output.s9')).toEqual({ own: 'output', source: '', output: 'out-1' });
    expect(keys('message.m2')).toEqual({ own: 'output', source: '', output: 'out-1' });
  });
});
