export { createLab, type Lab, type LabDeps } from './app.ts';
export {
  CONTENT_LABEL,
  type FrameMark,
  frameMarkPoints,
  readFrameMark,
  SLATE_LABEL,
} from './media/frame-mark.ts';
export type { LibraryStatus, MediaStatus } from './media/media-library.ts';
