/** Title and remedy of a failed playback. Numbers are shaka's error codes. */
import { t } from '../../texts/t.ts';

export interface PlaybackProblem {
  readonly title: string;
  readonly advice: string;
  /** Milliseconds until the manifest is loaded again; set for a failure that may pass by itself. */
  readonly retryAfterMs?: number;
}

/** The part of a shaka error that is needed. */
export interface PlaybackFailure {
  readonly code: number;
  readonly category: number;
  readonly data: readonly unknown[];
}

const badHttpStatus = 1001;
const unreachable = [1002, 1003];
const networkCategory = 1;
const mediaCategory = 3;
const manifestCategory = 4;

export function playbackProblem(failure: PlaybackFailure): PlaybackProblem {
  if (failure.code === badHttpStatus) return refusedProblem(failure.data);
  if (unreachable.includes(failure.code)) {
    return {
      title: t('The stitcher cannot be reached.'),
      advice: t(
        'Check that it is running, that its public address is correct and that this page can reach it.',
      ),
    };
  }
  if (failure.category === networkCategory) {
    return {
      title: t('The stream stopped loading ({code}).', { code: failure.code }),
      advice: tryAgain,
    };
  }
  if (failure.category === manifestCategory) {
    return {
      title: t('The manifest cannot be played ({code}).', { code: failure.code }),
      advice: t('Open the output URL to see it, and check the source manifest URL of the channel.'),
    };
  }
  if (failure.category === mediaCategory) {
    return {
      title: t('This browser cannot play the media ({code}).', { code: failure.code }),
      advice: t('Check the codecs of the source, or try another browser.'),
    };
  }
  return {
    title: t('The stream cannot be played ({code}).', { code: failure.code }),
    advice: tryAgain,
  };
}

/** Milliseconds between two tries after a failure that may pass. */
const retryAfterMs = 4_000;

const tryAgain = t('Try again. If it fails again, check the source of the channel.');

/** `data` of a refused request: address, status, body. */
function refusedProblem(data: readonly unknown[]): PlaybackProblem {
  const status = Number(data[1]);
  const message = messageOf(data[2]);
  const title = message ?? t('The stitcher answered {status}.', { status });
  if (status === 403) return { title, advice: refusedAdvice(codeOf(data[2])) };
  if (status === 404 || status === 409) {
    const advice = t('Enable the channel in the list; a new one needs a few seconds.');
    return { title, advice, retryAfterMs };
  }
  if (status === 502 || status === 503 || status === 504) {
    return {
      title,
      advice: t(
        'Check the source manifest URL of the channel and that its origin runs. A source that has just started, such as the lab at its first start, needs a moment: playback is retried every few seconds.',
      ),
      retryAfterMs,
    };
  }
  return { title, advice: tryAgain };
}

function refusedAdvice(code: unknown): string {
  return code === 'VIEWER_TOKEN_INVALID'
    ? t(
        'The channel requires a token from viewers: check the secret of its authentication, and that the clocks of the servers agree.',
      )
    : t('The channel requires an API key from viewers.');
}

function codeOf(body: unknown): unknown {
  return fieldOf(body, 'errorCode');
}

function messageOf(body: unknown): string | undefined {
  const message = fieldOf(body, 'message');
  return typeof message === 'string' ? message : undefined;
}

/** A field of the JSON that a body is. */
function fieldOf(body: unknown, name: string): unknown {
  try {
    return new Map(Object.entries(JSON.parse(String(body)) ?? {})).get(name);
  } catch {
    return;
  }
}

/** The problem of a packaged media; numbers are shaka's error codes. */
export function packageProblem({ code, category, data }: PlaybackFailure): PlaybackProblem {
  if (code === badHttpStatus) {
    const status = Number(data[1]);
    return {
      title: t('The storage answered {status}.', { status }),
      advice:
        status === 404
          ? t('The file no longer exists. Delete the media, or run its job again.')
          : openIt,
    };
  }
  if (category === mediaCategory) {
    return {
      title: t('This browser cannot play the media ({code}).', { code }),
      advice: t('Check the codecs of the package, or try another browser.'),
    };
  }
  return { title: t('The media cannot be played ({code}).', { code }), advice: openIt };
}

const openIt = t(
  'Open its URL to see the answer. An external server must allow this page to read it (CORS).',
);

const networkFailure = 2;
const decodeFailure = 3;

/** The problem of a media file; numbers are those of the `MediaError` of a <video>. */
export function fileProblem(error: Pick<MediaError, 'code'> | null): PlaybackProblem {
  if (error?.code === networkFailure) {
    return {
      title: t('The file stopped loading.'),
      advice: t('Check the connection, then try again.'),
    };
  }
  if (error?.code === decodeFailure) {
    return {
      title: t('The file cannot be decoded.'),
      advice: t('It may be damaged. Run a media analysis, or upload it again.'),
    };
  }
  return {
    title: t('This browser cannot play the file.'),
    advice: t(
      'Its URL may be empty, or it has editing codecs (ProRes, DNxHD) that browsers do not decode. Open the URL to check.',
    ),
  };
}
