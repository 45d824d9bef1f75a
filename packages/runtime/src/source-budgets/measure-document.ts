/** Measures a document by one pass over its bytes before it is parsed. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { budgetLimits, workLimits } from './budget-limits.ts';

export interface DocumentSize {
  readonly bytes: number;
  /** Addresses of a playlist, elements of an XML document. */
  readonly entries: number;
  /** Tags of one segment of a playlist, the most there are. */
  readonly tagLines: number;
}

export type DocumentForm = 'hls' | 'xml';

const lineFeed = 10;
const space = 32;
const hash = 35;
const bang = 33;
const slash = 47;
const less = 60;
const question = 63;

class Count {
  entries = 0;
  lines = 0;
  /** Lines since the last address, and the most there were. */
  mostTagLines = 0;
  #tagLines = 0;
  #atStart = true;
  #atTag = false;

  /** A line that is neither blank nor a tag nor a comment is an address (RFC 8216 4.1). */
  addLines(body: Uint8Array): void {
    for (let at = 0; at < body.length; at += 1) {
      const byte = body[at] ?? lineFeed;
      if (byte === lineFeed) {
        this.lines += 1;
        this.#atStart = true;
      } else if (this.#atStart && byte > space) {
        this.#atStart = false;
        this.#begin(byte === hash);
      }
    }
  }

  #begin(isTag: boolean): void {
    this.entries += isTag ? 0 : 1;
    this.#tagLines = isTag ? this.#tagLines + 1 : 0;
    this.mostTagLines = Math.max(this.mostTagLines, this.#tagLines);
  }

  /** A start tag is `<` before anything but `/`, `!` and `?`. */
  addElements(body: Uint8Array): void {
    for (let at = 0; at < body.length; at += 1) {
      const byte = body[at];
      if (this.#atTag) {
        this.#atTag = false;
        this.entries += byte === slash || byte === bang || byte === question ? 0 : 1;
      }
      this.#atTag = byte === less;
    }
  }
}

/** Runs the count of a slice of this many bytes when it is the company's turn. */
export type CountInTurn = (bytes: number, count: () => void) => Promise<void>;

/** One slice in a turn of the event loop. */
const oneInATurn: CountInTurn = async (_bytes, count) => {
  count();
  await nextTurn();
};

/**
 * Counts in slices, with the event loop in between; stops as soon as a limit is exceeded.
 * @param most allowed number of entries
 * @returns size of the document; `entries` beyond `most` when there are too many entries or lines
 */
export async function measureDocument(
  body: Uint8Array,
  form: DocumentForm,
  most: number,
  inTurn = oneInATurn,
): Promise<DocumentSize> {
  const count = new Count();
  const isBeyond = () =>
    count.entries > most || count.lines > Math.max(1_000, most * budgetLimits.linesPerEntry);
  for (let from = 0; from < body.length; from += workLimits.sliceBytes) {
    const slice = body.subarray(from, from + workLimits.sliceBytes);
    await inTurn(slice.length, () =>
      form === 'hls' ? count.addLines(slice) : count.addElements(slice),
    );
    if (isBeyond()) {
      break;
    }
  }
  const { entries, mostTagLines: tagLines } = count;
  return {
    bytes: body.length,
    entries: isBeyond() ? Math.max(entries, most + 1) : entries,
    tagLines,
  };
}
