export { chooseMediaEncoder, type EncoderChoice } from './choose-media-encoder.ts';
export type {
  EncodeJob,
  EncodeOptions,
  EngineName,
  MediaEncoder,
  RawAudio,
  RawVideo,
  VideoRendition,
} from './media-encoder.ts';
export {
  type Container,
  type EncodedMedia,
  type EncodedRendition,
  readEncodedMedia,
  segmentPath,
} from './package/encoded-media.ts';
export { writeMasterText } from './package/write-playlists.ts';
