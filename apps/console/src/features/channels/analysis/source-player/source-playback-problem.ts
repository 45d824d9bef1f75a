/** Title and remedy of a source that does not play. Numbers are shaka's error codes. */
import type {
  PlaybackFailure,
  PlaybackProblem,
} from '../../../../components/player/playback-error.ts';
import { t } from '../../../../texts/t.ts';

const badHttpStatus = 1001;
const manifestCategory = 4;
const mediaCategory = 3;
const openIt = t('Open its URL to see the response, or analyse it.');

export function sourcePlaybackProblem({ code, category, data }: PlaybackFailure): PlaybackProblem {
  if (code === badHttpStatus) {
    return {
      title: messageOf(data[2]) ?? t('The source answered {data}.', { data: String(data[1]) }),
      advice: openIt,
    };
  }
  if (category === manifestCategory) {
    return {
      title: t('The source is not a playable manifest ({code}).', { code }),
      advice: openIt,
    };
  }
  if (category === mediaCategory) {
    return {
      title: t('This browser cannot play the source ({code}).', { code }),
      advice: t(
        'It may use codecs or encryption that this browser does not support; ads can still be inserted.',
      ),
    };
  }
  return { title: t('The source cannot be played ({code}).', { code }), advice: openIt };
}

/** The message of an error that this platform answered. */
function messageOf(body: unknown): string | undefined {
  try {
    const { message }: { message?: unknown } = Object(JSON.parse(String(body)));
    return typeof message === 'string' && message !== '' ? message : undefined;
  } catch {
    return;
  }
}
