import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AttributeList,
  parseAttributeList,
  replaceAttribute,
  writeAttributeList,
} from './index.ts';

describe('attribute lists', () => {
  it.each([
    ['A=1,B="x,y=z",C=0xFF', { A: '1', B: 'x,y=z', C: '0xFF' }],
    [' A = 1 , B = "x" ', { A: '1', B: 'x' }],
    ['10/4, SpliceType=VOD', { SpliceType: 'VOD' }],
    ['A="never closed, B=2', { A: 'never closed, B=2' }],
    ['A="",B=', { A: '', B: '' }],
    ['A=1,A=2', { A: '2' }],
    [',,,', {}],
    ['', {}],
  ])('reads %s', (text, expected) => {
    expect(Object.fromEntries(parseAttributeList(text))).toEqual(expected);
  });

  it('writes what was read, quotes as they were', () => {
    const text = 'METHOD=AES-128,URI="a,b",IV=0x01,RESOLUTION=1x2';
    expect(writeAttributeList(parseAttributeList(text))).toBe(text);
    expect(
      writeAttributeList(new AttributeList().setQuoted('ID', '7').set('N', '1') as AttributeList),
    ).toBe('ID="7",N=1');
  });

  it('replaces one attribute and leaves every other character', () => {
    const line = '#EXT-X-MEDIA:TYPE=AUDIO, URI="old.m3u8" ,NAME="URI=no"';
    expect(replaceAttribute(line, 'URI', '"new.m3u8"')).toBe(
      '#EXT-X-MEDIA:TYPE=AUDIO, URI="new.m3u8" ,NAME="URI=no"',
    );
    expect(replaceAttribute('#EXT-X-KEY:METHOD=AES-128', 'IV', '0x01')).toBe(
      '#EXT-X-KEY:METHOD=AES-128,IV=0x01',
    );
    expect(replaceAttribute('#EXT-X-START', 'TIME-OFFSET', '-12')).toBe(
      '#EXT-X-START:TIME-OFFSET=-12',
    );
  });

  it('round-trips generated lists', () => {
    const name = fc.stringMatching(/^[A-Z][A-Z0-9-]{0,12}$/);
    const quoted = fc.tuple(name, fc.stringMatching(/^[^"\r\n]{0,20}$/), fc.constant(true));
    const plain = fc.tuple(name, fc.stringMatching(/^[A-Za-z0-9.@-]{1,12}$/), fc.constant(false));
    fc.assert(
      fc.property(fc.array(fc.oneof(quoted, plain), { maxLength: 12 }), (entries) => {
        const list = new AttributeList();
        for (const [key, value, inQuotes] of entries) {
          list.quoted.delete(key);
          if (inQuotes) list.setQuoted(key, value);
          else list.set(key, value);
        }
        const again = parseAttributeList(writeAttributeList(list));
        expect([...again]).toEqual([...list]);
        expect(again.quoted).toEqual(list.quoted);
      }),
      { numRuns: 500, seed: 82 },
    );
  });
});
