export { chooseMediaEncoder, type EncoderChoice } from './choose-media-encoder.ts';
export { chooseMediaProcessor, type ProcessorChoice } from './choose-media-processor.ts';
export type { LoudnessMeasure, LoudnessRequest, LoudnessTarget } from './loudness.ts';
export type {
  EncodeJob,
  EncodeOptions,
  EngineName,
  MediaEncoder,
  RawAudio,
  RawVideo,
  VideoRendition,
} from './media-encoder.ts';
export type { AudioInfo, MediaInfo, VideoInfo } from './media-info.ts';
export type { MediaProcessor, ProcessOptions } from './media-processor.ts';
export {
  type Container,
  type EncodedMedia,
  type EncodedRendition,
  readEncodedMedia,
  segmentPath,
} from './package/encoded-media.ts';
export type {
  EncodedPackage,
  PackagedFile,
  PackagedManifest,
  PackagedRendition,
} from './package/encoded-package.ts';
export { packageSegments, type SegmentPlace } from './package/package-segments.ts';
export { writeMasterText } from './package/write-playlists.ts';
export {
  isUnread,
  type PictureReading,
  type SideReading,
  type SoundReading,
  type SpliceReading,
  type UnreadSide,
} from './splice/splice-media.ts';
export {
  chooseSpliceReader,
  type SpliceReader,
  type SpliceSideBytes,
} from './splice/splice-reader.ts';
export type {
  AudioTarget,
  ManifestKind,
  TranscodeJob,
  VideoTarget,
} from './transcode/transcode-job.ts';
