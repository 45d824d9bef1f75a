/**
 * Creatives with new ids: `fresh=name` gives the ads of a response ids with that name. The video is that of
 * the lab's creatives; the files differ by a box that players skip, and by the requested fault.
 */
import { domainError } from '@interlude/contract/errors';

const nameForm = /^[A-Za-z0-9_-]{1,60}$/;
/** Between a creative's id and the name. */
const mark = '~';

/** @throws {DomainError} REQUEST_INVALID */
export function freshName(query: URLSearchParams): string | undefined {
  const name = query.get('fresh') ?? '';
  if (name === '') return undefined;
  if (nameForm.test(name)) return name;
  throw domainError('REQUEST_INVALID', {
    reason: 'fresh must be 1 to 60 letters, digits, - and _',
  });
}

export const freshFolder = (creativeId: string, name: string) => `${creativeId}${mark}${name}`;

export interface CreativeFolder {
  readonly creativeId: string;
  readonly fresh: string | undefined;
}

/** Undefined for a name that is none. */
export function readCreativeFolder(folder: string): CreativeFolder | undefined {
  const [creativeId = '', fresh, ...rest] = folder.split(mark);
  if (rest.length > 0 || (fresh !== undefined && !nameForm.test(fresh))) return undefined;
  return { creativeId, fresh };
}

/** `free` is skipped by all readers (ISO/IEC 14496-12 8.1.2). */
function freeBox(text: string): Buffer {
  const content = Buffer.from(text, 'latin1');
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write('free', 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** The same video with different bytes, so that each name has another hash. */
export const withName = (file: Buffer, name: string) => Buffer.concat([file, freeBox(name)]);

/** A QuickTime file differs in its brand. */
export function asQuickTime(file: Buffer): Buffer {
  const moved = Buffer.from(file);
  if (moved.toString('latin1', 4, 8) === 'ftyp') moved.write('qt  ', 8, 'latin1');
  return moved;
}

/** The index is intact, the media data are not: a third of them, from the first quarter on, is noise. */
export function damaged(file: Buffer): Buffer {
  const broken = Buffer.from(file);
  const from = Math.floor(file.length / 4);
  let noise = 0x2545f491;
  for (let at = from; at < from + file.length / 3; at += 1) {
    noise = Math.imul(noise ^ (noise >>> 15), 0x85ebca6b);
    broken[at] = noise & 0xff;
  }
  return broken.subarray(0, Math.floor(file.length * 0.7));
}
