/** Named findings of the check of a file; which of them refuse it is a setting. */
export const mediaFindings = {
  NO_VIDEO: 'The file has no video.',
  NO_AUDIO: 'The file has no audio; silence is added.',
  TOO_LONG: 'The file is longer than allowed.',
  TOO_SHORT: 'The file is shorter than one second.',
  TRUNCATED: 'The file ends before its index says.',
  NOT_A_MEDIA_FILE: 'The file is not a media file.',
  PLAYLIST_IN_DISGUISE: 'The file is a playlist or refers to other files.',
  BEYOND_LIMITS: 'The file has more pixels, reference frames or hours than are decoded.',
  VARIABLE_FRAME_RATE: 'Pictures come at a varying rate; they are put on the rate of the profile.',
  ROTATED: 'The video is stored rotated; it is rotated upright.',
  ODD_SIZE: 'Width or height is odd; the video is scaled to fit.',
  INTERLACED: 'The video is interlaced; it is deinterlaced.',
  HDR: 'The video has high dynamic range; it is tone-mapped to BT.709.',
  SURROUND: 'The audio has more than two channels; it is mixed to the channels of the profile.',
  LOW_BITRATE: 'The video has a lower bit rate than the best rendition of the profile.',
  UPSCALED: 'The video is smaller than the best rendition of the profile.',
  DURATION_DIFFERS: 'The duration differs from what was declared by more than a second.',
} as const;
export type MediaFinding = keyof typeof mediaFindings;
export const mediaFindingNames = Object.keys(mediaFindings) as [MediaFinding, ...MediaFinding[]];
