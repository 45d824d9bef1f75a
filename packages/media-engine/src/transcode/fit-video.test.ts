import { expect, it } from 'vitest';
import { fitVideo } from './fit-video.ts';

const upright = { width: 1920, height: 1080, rotation: 0, pixelAspect: [1, 1] } as const;
const target = { width: 1280, height: 720 };

it.each([
  ['the same shape', upright, [1280, 720]],
  ['a tall one', { ...upright, width: 1080, height: 1920 }, [406, 720]],
  ['a tall one that is stored lying', { ...upright, rotation: 90 }, [406, 720]],
  ['one turned by half', { ...upright, rotation: 180 }, [1280, 720]],
  ['long pixels', { ...upright, width: 720, height: 576, pixelAspect: [64, 45] }, [1280, 720]],
  ['an odd size', { ...upright, width: 321, height: 181 }, [1276, 720]],
  ['a line', { ...upright, width: 4000, height: 2 }, [1280, 2]],
] as const)('fits %s whole into the rendition, even', (_, source, [width, height]) => {
  expect(fitVideo(source, target)).toEqual({ width, height });
});
