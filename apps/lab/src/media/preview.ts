/** Still images of the media as PNG (W3C PNG 3rd edition), for the lab's pages. */
import { crc32, deflateSync } from 'node:zlib';
import { CARD_HEIGHT, CARD_WIDTH } from './cards/card.ts';
import type { LabMedia } from './catalogue.ts';
import { createFrameBuffer, type FrameBuffer } from './frame-buffer.ts';
import { drawFrameMark } from './frame-mark.ts';

const SHARE = 0.36;

export function previewPng(media: LabMedia): Buffer {
  const picture = createFrameBuffer(CARD_WIDTH, CARD_HEIGHT);
  const frame = Math.floor(media.frameCount * SHARE);
  media.createCard().drawFrame(picture, frame);
  drawFrameMark(picture, { label: media.label, frame });
  return png(picture);
}

const clamp = (value: number) => Math.max(0, Math.min(255, Math.round(value)));

/** Half size: every 2 x 2 block becomes one pixel, which is also the resolution of the chroma. */
function png({ width, height, data }: FrameBuffer): Buffer {
  const columns = width / 2;
  const rows = height / 2;
  const lines = Buffer.alloc(rows * (columns * 3 + 1));
  const uStart = width * height;
  const vStart = uStart + uStart / 4;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const at = row * 2 * width + column * 2;
      const sum =
        (data[at] ?? 0) +
        (data[at + 1] ?? 0) +
        (data[at + width] ?? 0) +
        (data[at + width + 1] ?? 0);
      const luma = ((sum / 4 - 16) * 255) / 219;
      const u = (((data[uStart + row * columns + column] ?? 128) - 128) * 255) / 224;
      const v = (((data[vStart + row * columns + column] ?? 128) - 128) * 255) / 224;
      const out = row * (columns * 3 + 1) + 1 + column * 3;
      lines[out] = clamp(luma + 1.5748 * v);
      lines[out + 1] = clamp(luma - 0.1873 * u - 0.4681 * v);
      lines[out + 2] = clamp(luma + 1.8556 * u);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(columns, 0);
  header.writeUInt32BE(rows, 4);
  header.set([8, 2, 0, 0, 0], 8); // 8 bits, RGB
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, body: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const out = Buffer.alloc(8 + typed.length);
  out.writeUInt32BE(body.length, 0);
  typed.copy(out, 4);
  out.writeUInt32BE(crc32(typed), 4 + typed.length);
  return out;
}
