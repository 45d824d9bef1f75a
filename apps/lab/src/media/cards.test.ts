import { expect, it } from 'vitest';
import { labMedia, slate } from './catalogue.ts';
import { colour, createFrameBuffer, fillBox } from './frame-buffer.ts';
import { glyphs } from './glyphs.ts';
import { engineHash, mediaKey } from './media-key.ts';
import { previewPng } from './preview.ts';
import { framesOf } from './render-media.ts';
import { samplesOf } from './tones.ts';

it('every media starts with a distinct video frame', () => {
  const firsts = labMedia.map((media) => {
    for (const picture of framesOf(media)) return Buffer.from(picture).toString('latin1');
    return '';
  });
  expect(new Set(firsts).size).toBe(labMedia.length);
});

it('all durations are whole numbers of video frames and of AAC frames', () => {
  for (const { frameCount, segmentFrames } of labMedia) {
    expect((frameCount * 1_920) % 1_024).toBe(0);
    expect((segmentFrames * 1_920) % 1_024).toBe(0);
    expect(frameCount % segmentFrames).toBe(0);
  }
});

it('audio is as long as video', () => {
  for (const media of labMedia) {
    let bytes = 0;
    for (const block of samplesOf({ ...media.voice, kind: 'silence' }, media.frameCount))
      bytes += block.length;
    expect(bytes).toBe(media.frameCount * 1_920 * 4);
  }
});

it('the loop of the channel closes without a jump in its audio', () => {
  const [content] = labMedia;
  if (content === undefined) throw new Error('no content');
  for (const hertz of content.voice.notes) expect((hertz * 57.6) % 1).toBeCloseTo(0, 9);
});

it('has a glyph for every letter that the cards write', () => {
  const written = [...labMedia.map((media) => media.title).join(''), ...'0123456789:/%'];
  for (const letter of written) expect(Object.keys(glyphs)).toContain(letter);
});

it('fills a box without corners to full strength', () => {
  const picture = createFrameBuffer(16, 16);
  fillBox(picture, { x: 4, y: 4, width: 8, height: 8 }, colour('#ffffff'));
  expect([picture.data[4 * 16 + 4], picture.data[11 * 16 + 11], picture.data[3 * 16 + 4]]).toEqual([
    235, 235, 0,
  ]);
});

it('colours follow BT.709 in studio range', () => {
  expect(colour('#ffffff')).toEqual({ y: 235, u: 128, v: 128 });
  expect(colour('#000000')).toEqual({ y: 16, u: 128, v: 128 });
  expect(colour('#ff0000')).toEqual({ y: 63, u: 102, v: 240 });
});

it('names a media by what is drawn and by what encodes it', () => {
  const engine = engineHash();
  const keys = labMedia.map((media) => mediaKey(media, engine));
  expect(engine).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(keys).size).toBe(labMedia.length);
  expect(keys[0]).toMatch(/^content-[0-9a-f]{12}$/);
  const key = keys[labMedia.indexOf(slate)];
  expect(mediaKey(slate, engine)).toBe(key);
  expect(mediaKey(slate, 'another engine')).not.toBe(key);
  expect(mediaKey({ ...slate, segmentFrames: 64 }, engine)).not.toBe(key);
});

it('makes stills that are PNG', () => {
  const [media] = labMedia;
  if (media === undefined) throw new Error('no media');
  const png = previewPng(media);
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([480, 270]);
});
