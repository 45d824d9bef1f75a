/** The pictures that shapes name, decoded for the canvas; those not loaded yet are drawn later. */
import { useEffect, useMemo, useState } from 'react';
import { type PictureName, usePictures } from '../splices/splice-queries.ts';
import type { Pictures } from './paint.ts';
import type { Shape } from './shape.ts';

/** Pictures of one drawing: a timeline has no room for more. */
const maxPictures = 60;

function namesIn(shapes: readonly Shape[]): PictureName[] {
  return shapes
    .flatMap((shape) => (shape.kind === 'image' ? [shape.picture] : []))
    .slice(-maxPictures)
    .map((picture) => {
      const [id = '', side] = picture.split(' ');
      return { id, side: side === 'before' ? 'before' : 'after' };
    });
}

const keyOf = ({ id, side }: PictureName) => `${id} ${side}`;

/** @returns undefined for a picture that the browser cannot decode */
async function decoded(blob: Blob): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(blob);
  } catch {
    return undefined;
  }
}

export function useDrawnPictures(channelId: string, shapes: readonly Shape[]): Pictures {
  const names = useMemo(() => namesIn(shapes), [shapes]);
  const blobs = usePictures(channelId, names);
  const [pictures, setPictures] = useState<Pictures>(new Map());
  useEffect(() => {
    let isOver = false;
    const missing = names.flatMap((name, place) => {
      const blob = blobs[place];
      const key = keyOf(name);
      return blob === undefined || pictures.has(key) ? [] : [{ key, blob }];
    });
    if (missing.length === 0) return;
    const draw = async () => {
      const made = await Promise.all(
        missing.map(async ({ key, blob }) => {
          const bitmap = await decoded(blob);
          return bitmap === undefined ? [] : [[key, bitmap] as const];
        }),
      );
      const fresh = made.flat();
      if (isOver || fresh.length === 0) return;
      const kept = [...pictures].filter(([key]) => names.some((name) => keyOf(name) === key));
      setPictures(new Map([...kept, ...fresh]));
    };
    void draw();
    return () => {
      isOver = true;
    };
  }, [names, blobs, pictures]);
  return pictures;
}
