import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyTextInit } from './empty-text.ts';
import { textFormOfInit } from './init-form.ts';

describe('the form of subtitles by their initialisation section', () => {
  it.each(['wvtt', 'stpp'] as const)('H8 is that of the first sample entry: %s', (form) => {
    const init = emptyTextInit(form);
    expect(textFormOfInit(init)).toBe(form);
    // A view into a greater buffer, as a body that was received.
    const within = new Uint8Array(init.length + 7);
    within.set(init, 7);
    expect(textFormOfInit(within.subarray(7))).toBe(form);
  });

  it('H8 is none of what is cut off, of another form, or no file', () => {
    const init = emptyTextInit('wvtt');
    expect(textFormOfInit(init.subarray(0, 100))).toBeUndefined();
    const text = Buffer.from(init).toString('latin1').replace('wvtt', 'tx3g');
    expect(textFormOfInit(Buffer.from(text, 'latin1'))).toBeUndefined();
    expect(textFormOfInit(new Uint8Array())).toBeUndefined();
    expect(textFormOfInit(Buffer.from('WEBVTT\n\n'))).toBeUndefined();
  });

  it('H8 reads any bytes without an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(600), (noise, at) => {
        const init = emptyTextInit('stpp');
        init.set(noise.subarray(0, Math.max(0, init.length - at)), Math.min(at, init.length));
        const form = textFormOfInit(init);
        expect([undefined, 'stpp', 'wvtt']).toContain(form);
      }),
    );
  });
});
