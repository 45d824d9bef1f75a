/** The thread that draws the pictures of one mail, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { type CardToDraw, type DrawnPicture, drawCard } from './draw-card.ts';

/** For each card its picture; undefined: it could not be drawn. */
export type DrawnCards = (DrawnPicture | undefined)[];

function drawn(card: CardToDraw | undefined): DrawnPicture | undefined {
  if (card === undefined) return undefined;
  try {
    return drawCard(card);
  } catch (error) {
    // A card that cannot be drawn does not affect the other pictures; the mail has its figures.
    parentPort?.postMessage({ failed: error instanceof Error ? error.message : String(error) });
    return undefined;
  }
}

if (parentPort !== null && Array.isArray(workerData)) {
  const cards: DrawnCards = workerData.map(drawn);
  parentPort.postMessage({ cards });
}
