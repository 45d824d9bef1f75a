import { describe, expect, it } from 'vitest';
import { emptyTextInit, emptyTextSegment } from './empty-text.ts';

interface Box {
  readonly type: string;
  readonly body: DataView;
  readonly boxes: readonly Box[];
}

const CONTAINERS = new Set([
  'moov',
  'trak',
  'mdia',
  'minf',
  'dinf',
  'stbl',
  'mvex',
  'moof',
  'traf',
]);

/** The tree of boxes; throws when sizes do not add up. */
function boxesOf(view: DataView): Box[] {
  const found: Box[] = [];
  let at = 0;
  while (at < view.byteLength) {
    const size = view.getUint32(at);
    const type = String.fromCharCode(...[4, 5, 6, 7].map((index) => view.getUint8(at + index)));
    if (size < 8 || at + size > view.byteLength) throw new Error(`${type} has ${size} bytes`);
    const body = new DataView(view.buffer, view.byteOffset + at + 8, size - 8);
    found.push({ type, body, boxes: CONTAINERS.has(type) ? boxesOf(body) : [] });
    at += size;
  }
  return found;
}

const read = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  boxesOf(new DataView(buffer, byteOffset, byteLength));

function find(boxes: readonly Box[], path: string): Box {
  const [first = '', ...rest] = path.split('/');
  const box = boxes.find(({ type }) => type === first);
  if (box === undefined) throw new Error(`no ${first}`);
  return rest.length === 0 ? box : find(box.boxes, rest.join('/'));
}

const textOf = ({ buffer, byteOffset, byteLength }: DataView) =>
  new TextDecoder().decode(new Uint8Array(buffer, byteOffset, byteLength));

describe.each([
  ['wvtt', 'text', 'nmhd'],
  ['stpp', 'subt', 'sthd'],
] as const)('empty subtitles in %s', (form, handler, header) => {
  it('H8 have an initialisation section of one track of that form', () => {
    const boxes = read(emptyTextInit(form));
    expect(boxes.map(({ type }) => type)).toEqual(['ftyp', 'moov']);
    expect(find(boxes, 'moov/mvhd').body.byteLength).toBe(100);
    expect(find(boxes, 'moov/trak/tkhd').body.byteLength).toBe(84);
    expect(find(boxes, 'moov/trak/mdia/mdhd').body.getUint32(12)).toBe(1000);
    expect(textOf(find(boxes, 'moov/trak/mdia/hdlr').body).slice(8, 12)).toBe(handler);
    expect(find(boxes, `moov/trak/mdia/minf/${header}`).body.byteLength).toBe(4);
    const entries = find(boxes, 'moov/trak/mdia/minf/stbl/stsd').body;
    const [entry] = boxesOf(
      new DataView(entries.buffer, entries.byteOffset + 8, entries.byteLength - 8),
    );
    expect([entries.getUint32(4), entry?.type]).toEqual([1, form]);
    expect(find(boxes, 'moov/mvex/trex').body.byteLength).toBe(24);
  });

  it('H23 have segments of one sample that shows nothing, at its time', () => {
    const bytes = emptyTextSegment(form, 70_000, 3_840);
    const boxes = read(bytes);
    expect(boxes.map(({ type }) => type)).toEqual(['moof', 'mdat']);
    expect(find(boxes, 'moof/traf/tfdt').body.getUint32(4)).toBe(70_000);
    const run = find(boxes, 'moof/traf/trun').body;
    const [count, offset, duration, size] = [4, 8, 12, 16].map((at) => run.getUint32(at));
    const sample = find(boxes, 'mdat').body;
    expect([count, duration, size]).toEqual([1, 3_840, sample.byteLength]);
    expect(offset).toBe(sample.byteOffset);
    const text = textOf(sample);
    if (form === 'wvtt') expect([sample.getUint32(0), text.slice(4)]).toEqual([8, 'vtte']);
    else expect(text).toMatch(/^<\?xml.*<body\/><\/tt>$/);
  });
});
