export { createLab, type Lab, type LabDeps } from './app.ts';
export {
  CONTENT_LABEL,
  type FrameMark,
  frameMarkPoints,
  readFrameMark,
  SLATE_LABEL,
} from './media/frame-mark.ts';
export type { LibraryStatus, MediaStatus } from './media/media-library.ts';
export {
  type AzureStandIn,
  type AzureStandInOptions,
  startAzureStandIn,
} from './stand-ins/azure/start-azure.ts';
export {
  type BitmovinStandIn,
  type BitmovinStandInOptions,
  startBitmovinStandIn,
} from './stand-ins/bitmovin/start-bitmovin.ts';
export { type S3StandIn, type S3StandInOptions, startS3StandIn } from './stand-ins/s3/start-s3.ts';
