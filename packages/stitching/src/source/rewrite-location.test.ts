import { locationReplacement } from '@interlude/contract';
import { describe, expect, it } from 'vitest';
import { isUsablePattern, locationRewriter, type ViewerLocation } from './rewrite-location.ts';

const uri = 'https://origin.example/live/v0/s1.ts?token=1';

function rewrite(settings: object, viewer?: ViewerLocation, address = uri): string | undefined {
  return locationRewriter(locationReplacement.parse(settings), viewer)?.rewrite(address);
}

describe('locationRewriter', () => {
  it.each([
    [
      { regex: '^https?://[^/]+', defaultReplacement: 'https://cdn.example' },
      'https://cdn.example/live/v0/s1.ts?token=1',
    ],
    [
      { regex: '(v\\d)/(s\\d)', defaultReplacement: '$2/$1' },
      'https://origin.example/live/s1/v0.ts?token=1',
    ],
    [
      { regex: 'LIVE', options: 'i', defaultReplacement: 'x' },
      'https://origin.example/x/v0/s1.ts?token=1',
    ],
    [{ regex: 'LIVE', defaultReplacement: 'x' }, uri],
    [{ regex: 'i', defaultReplacement: '' }, 'https://orgin.example/live/v0/s1.ts?token=1'],
    [
      { regex: 'i', options: 'g', defaultReplacement: '' },
      'https://orgn.example/lve/v0/s1.ts?token=1',
    ],
  ])('%j', (settings, expected) => {
    expect(rewrite(settings)).toBe(expected);
  });

  it('no pattern, or one that is none, replaces nothing', () => {
    expect(rewrite({})).toBeUndefined();
    expect(rewrite({ regex: '(' })).toBeUndefined();
    expect(rewrite({ regex: '(?<=a)b' })).toBeUndefined();
  });

  it.each([
    ['(', false],
    ['(?<=a)b', false],
    ['(?=a)b', false],
    ['(a)\\1', false],
    ['a{1001}', false],
    ['(a)|b', true],
    ['', true],
  ])('SEC-S46 the pattern %j can be used: %s', (regex, usable) => {
    expect(isUsablePattern(locationReplacement.parse({ regex, options: 'gi' }))).toBe(usable);
  });

  it('takes linear time, whatever the pattern', () => {
    const started = performance.now();
    rewrite({ regex: '^(a+)+$', options: 'g' }, undefined, `https://${'a'.repeat(50_000)}!`);
    expect(performance.now() - started).toBeLessThan(500);
  });

  it('allowOverwriteDefault takes what the viewer gave, towards allowed hosts only', () => {
    const settings = { regex: '^https?://[^/]+', defaultReplacement: 'https://a.example' };
    const viewer = (replacement: string) => ({ replacement, allowedHosts: new Set(['b.example']) });
    const allowed = { ...settings, allowOverwriteDefault: true };
    const host = (given: object, replacement: string) =>
      new URL(rewrite(given, viewer(replacement)) ?? '').host;
    expect(host(allowed, 'https://b.example')).toBe('b.example');
    expect(host(allowed, 'https://B.EXAMPLE')).toBe('b.example');
    expect(host(settings, 'https://b.example')).toBe('a.example');
    for (const evil of [
      'https://evil.example',
      'https://b.example.evil',
      'https://b.example:8443',
      'https://b.example@evil.example',
      'javascript:alert(1)//b.example',
      '//b.example',
      '$&',
    ])
      expect(host(allowed, evil), evil).toBe('a.example');
  });
});
