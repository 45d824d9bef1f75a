/** The field errors of a refused save. */
import { ApiError } from '@interlude/contract/api';
import { known } from '../texts/t.ts';

/** One sentence per field of a refused save: keys are field paths such as `adSource.url`. */
export function serverFieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const errors = error.error.details?.['errors'];
  if (typeof errors !== 'object' || errors === null) return {};
  return Object.fromEntries(
    Object.entries(errors).flatMap(([path, message]) =>
      typeof message === 'string' ? [[path, known(message)]] : [],
    ),
  );
}

/** The host that the server may not reach (URL_FORBIDDEN); undefined for other errors. */
export function forbiddenHost(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.error.errorCode !== 'URL_FORBIDDEN') return;
  return String(error.error.details?.['host'] ?? '');
}

export function hostOf(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return;
  const { host, hostname } = new URL(url);
  return hostname || host;
}
