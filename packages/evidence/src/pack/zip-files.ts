/** Files as a zip, piece by piece, and back within limits. */
import { strFromU8, strToU8, unzipSync, Zip, ZipDeflate } from 'fflate';
import { packLimits } from './evidence-pack.ts';

export interface PackFile {
  readonly name: string;
  /** Whole, or in parts that are made one after the other; bytes of a picture as they are. */
  readonly text: string | Uint8Array | Iterable<string>;
}

/** A pack that cannot be read; the message is a sentence. */
export class PackError extends Error {}

const nothing = new Uint8Array(0);

/** Names have no way out of a folder, and mean the same everywhere. */
const plainName = /^(?:[A-Za-z0-9_][A-Za-z0-9._-]{0,119}\/){0,3}[A-Za-z0-9_][A-Za-z0-9._-]{0,119}$/;

/**
 * @param atMs date of all files, epoch ms: the same files make the same zip
 * @returns pieces of a zip, after each part of a file what is ready of it; a piece may be empty
 */
export function* zipped(files: Iterable<PackFile>, atMs: number): Generator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  for (const { name, text } of files) {
    if (!plainName.test(name))
      throw new PackError(`A file of a pack cannot have the name ${name}.`);
    const entry = new ZipDeflate(name, { level: 6 });
    entry.mtime = atMs;
    zip.add(entry);
    const parts = typeof text === 'string' || text instanceof Uint8Array ? [text] : text;
    for (const part of parts) {
      entry.push(typeof part === 'string' ? strToU8(part) : part);
      yield* ready.length > 0 ? ready.splice(0) : [nothing];
    }
    entry.push(nothing, true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}

function checkedTotal(
  total: number,
  { name, originalSize }: { name: string; originalSize: number },
) {
  if (!plainName.test(name)) throw new PackError('The zip has a file whose name no pack has.');
  if (originalSize > packLimits.fileBytes) throw new PackError(`${name} is too large for a pack.`);
  if (total + originalSize > packLimits.bytes)
    throw new PackError('The zip is too large for a pack.');
  return total + originalSize;
}

/**
 * @returns the texts of a zip by name
 * @throws PackError when it is none, or beyond the limits
 * @see rule SEC-S93
 */
export function unzipped(bytes: Uint8Array): Map<string, string> {
  if (bytes.length > packLimits.zipBytes) throw new PackError('The zip is too large for a pack.');
  let total = 0;
  let count = 0;
  try {
    const files = unzipSync(bytes, {
      filter: (file) => {
        count += 1;
        if (count > packLimits.files)
          throw new PackError('The zip has more files than a pack has.');
        total = checkedTotal(total, file);
        // Pictures are for people: nothing is replayed of them.
        return !file.name.endsWith('.jpg');
      },
    });
    return new Map(Object.entries(files).map(([name, data]) => [name, strFromU8(data)]));
  } catch (error) {
    if (error instanceof PackError) throw error;
    throw new PackError('This is no zip that can be read.');
  }
}
