/** Where the source's image lies in a rendition: whole, upright, its pixels square, bars around it. */
import type { VideoInfo } from '../media-info.ts';

export interface FittedVideo {
  /** Pixels of the image itself, even. */
  readonly width: number;
  readonly height: number;
}

const even = (value: number) => Math.max(2, Math.round(value / 2) * 2);

export function fitVideo(
  source: Pick<VideoInfo, 'width' | 'height' | 'rotation' | 'pixelAspect'>,
  target: { readonly width: number; readonly height: number },
): FittedVideo {
  const [wide, high] = source.pixelAspect;
  const square = { width: (source.width * wide) / high, height: source.height };
  const isTurned = source.rotation === 90 || source.rotation === 270;
  const width = isTurned ? square.height : square.width;
  const height = isTurned ? square.width : square.height;
  const factor = Math.min(target.width / width, target.height / height);
  return {
    width: Math.min(target.width, even(width * factor)),
    height: Math.min(target.height, even(height * factor)),
  };
}
