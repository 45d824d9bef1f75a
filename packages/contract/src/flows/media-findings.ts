/** Named findings of the check of a file; which of them refuse it is a setting. */
export const mediaFindings = {
  NO_VIDEO: 'There is no picture in the file.',
  NO_AUDIO: 'There is no sound in the file; silence is added.',
  TOO_LONG: 'The file is longer than allowed.',
  TOO_SHORT: 'The file is shorter than one second.',
  TRUNCATED: 'The file ends before its index says.',
  NOT_A_MEDIA_FILE: 'The file is not a media file.',
  PLAYLIST_IN_DISGUISE: 'The file is a playlist or refers to other files.',
  VARIABLE_FRAME_RATE: 'Pictures come at a varying rate; they are put on the rate of the profile.',
  ROTATED: 'The picture is stored rotated; it is turned upright.',
  ODD_SIZE: 'Width or height is odd; the picture is fitted.',
  INTERLACED: 'The picture is interlaced; it is deinterlaced.',
  HDR: 'The picture has high dynamic range; it is mapped to BT.709.',
  SURROUND: 'The sound has more than two channels; it is mixed to what the profile asks for.',
  LOW_BITRATE: 'The picture has fewer bits per second than the best rendition of the profile.',
  UPSCALED: 'The picture is smaller than the best rendition of the profile.',
  DURATION_DIFFERS: 'The duration differs from what was declared by more than a second.',
} as const;
export type MediaFinding = keyof typeof mediaFindings;
export const mediaFindingNames = Object.keys(mediaFindings) as [MediaFinding, ...MediaFinding[]];
