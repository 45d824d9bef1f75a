/** The remedy for a media that does not play. */
import type { PlaybackFailure, PlaybackProblem } from './playback-error.ts';

const mediaCategory = 3;
const badHttpStatus = 1001;

/** Of a package; numbers are shaka's error codes. */
export function packageProblem({ code, category, data }: PlaybackFailure): PlaybackProblem {
  if (code === badHttpStatus) {
    const status = Number(data[1]);
    return {
      title: `The storage answered ${status}.`,
      advice:
        status === 404
          ? 'The file no longer exists. Delete the media, or run its job again.'
          : openIt,
    };
  }
  if (category === mediaCategory) {
    return {
      title: `This browser cannot play the media (${code}).`,
      advice: 'Check the codecs of the package, or try another browser.',
    };
  }
  return { title: `The media cannot be played (${code}).`, advice: openIt };
}

const openIt =
  'Open its URL to see the answer. An external server must allow this page to read it (CORS).';

const networkFailure = 2;
const decodeFailure = 3;

/** Of a file; numbers are those of the `MediaError` of a <video>. */
export function fileProblem(error: Pick<MediaError, 'code'> | null): PlaybackProblem {
  if (error?.code === networkFailure) {
    return { title: 'The file stopped loading.', advice: 'Check the connection, then try again.' };
  }
  if (error?.code === decodeFailure) {
    return {
      title: 'The file cannot be decoded.',
      advice: 'It may be damaged. Run a media analysis, or upload it again.',
    };
  }
  return {
    title: 'This browser cannot play the file.',
    advice:
      'Its URL may be empty, or it has editing codecs (ProRes, DNxHD) that browsers do not decode. Open the URL to check.',
  };
}
