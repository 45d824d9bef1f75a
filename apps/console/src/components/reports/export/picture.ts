/** A card as a picture, drawn by the browser. */
import { drawPicture, type Picture, pictureSize } from '@interlude/reporting/charts';

/** @throws Error where the browser draws no pictures */
export async function pictureBlob(picture: Picture<HTMLCanvasElement>): Promise<Blob> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, pictureSize(picture));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot draw the picture.');
  drawPicture(context, picture);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('This browser cannot draw the picture.');
  return blob;
}
