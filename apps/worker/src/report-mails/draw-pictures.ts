/**
 * Pictures of the cards of a mail, drawn in a thread of their own with a bound on its time and memory, so that neither
 * a large chart nor a fault of the drawing library stops the worker.
 * @see rule SEC-S128
 */
import { Worker } from 'node:worker_threads';
import type { CardToDraw, DrawnPicture } from './draw-card.ts';
import type { DrawnCards } from './draw-thread.ts';

/** Of all cards of a mail. */
const longestMs = 30_000;
const heapMegabytes = 256;
/** Bytes of one picture; mail programs accept 10 MB or more in all. */
const largestPicture = 600_000;

const isSource = import.meta.url.endsWith('.ts');
const threadFile = new URL(isSource ? './draw-thread.ts' : './draw-thread.js', import.meta.url);

type Message = { readonly cards: DrawnCards } | { readonly failed: string };

export interface DrawOptions {
  readonly longestMs?: number;
  readonly failed: (error: unknown) => void;
}

/**
 * Draws the pictures of a mail in a thread.
 * @param cards undefined: a card without a picture
 * @returns a picture for each card; undefined without one, and its error is passed to `failed`
 */
export async function drawPictures(
  cards: readonly (CardToDraw | undefined)[],
  options: DrawOptions,
): Promise<readonly (DrawnPicture | undefined)[]> {
  const none = cards.map(() => undefined);
  if (cards.every((card) => card === undefined)) return none;
  const thread = new Worker(threadFile, {
    workerData: cards,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    // The drawing library gets none of the platform's variables.
    env: {},
    ...(isSource && { execArgv: ['--conditions=@interlude/source'] }),
  });
  const done = Promise.withResolvers<DrawnCards>();
  const tooLate = setTimeout(
    () => done.reject(new Error('The pictures of a mail took too long.')),
    options.longestMs ?? longestMs,
  );
  thread.on('message', (message: Message) => {
    if ('cards' in message) done.resolve(message.cards);
    else options.failed(new Error(message.failed));
  });
  thread.on('error', done.reject);
  thread.on('exit', () => done.reject(new Error('The pictures of a mail were not drawn.')));
  try {
    const drawn = await done.promise;
    return cards.map((_card, index) => {
      const picture = drawn[index];
      return picture && picture.png.byteLength <= largestPicture ? picture : undefined;
    });
  } catch (error) {
    options.failed(error);
    return none;
  } finally {
    clearTimeout(tooLate);
    await thread.terminate();
  }
}
