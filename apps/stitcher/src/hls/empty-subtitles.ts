/**
 * Subtitles of ads: nothing is shown, but there is a segment for every ad segment (rule H23). The map is there
 * because players want one in each segment of live WebVTT (RFC 8216 3.5); no cue depends on it.
 */
export const emptySubtitles = Buffer.from(
  'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n',
);

export const isSubtitles = (renditionId: string) => /^s\d+$/.test(renditionId);
