/**
 * Sends a form with a file and reports the progress. `fetch` has no upload progress, so this is an XMLHttpRequest, with
 * the token and tenant of the other calls.
 */
import { selectedTenantHeader } from '@interlude/contract';
import { ApiError } from '@interlude/contract/api';
import { currentTenant } from '../../api/api.ts';
import { apiBaseUrl } from '../../api/api-base.ts';
import { tokenStorage } from '../../api/token-storage.ts';
import { t } from '../../texts/t.ts';

export interface SendFormOptions {
  /** With its leading slash. */
  readonly path: string;
  readonly form: FormData;
  /** Headers in addition to token and tenant. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Bytes of the whole form, the file and a little more. */
  readonly onProgress: (sentBytes: number, totalBytes: number) => void;
}

/**
 * @returns the text of the answer
 * @throws {ApiError} for an answer above 399
 * @throws {DOMException} AbortError when the signal aborts
 * @throws {TypeError} when the connection is lost
 */
export function sendForm(options: SendFormOptions): Promise<string> {
  const { path, form, headers = {}, signal, onProgress } = options;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(aborted());
    const request = new XMLHttpRequest();
    request.open('POST', apiBaseUrl(globalThis.location) + path);
    const token = tokenStorage.token();
    if (token !== undefined) request.setRequestHeader('authorization', `Bearer ${token}`);
    const tenant = currentTenant();
    if (tenant !== '') request.setRequestHeader(selectedTenantHeader, tenant);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total));
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request;
      if (status < 400) resolve(responseText);
      else reject(new ApiError(status, statusText, responseText));
    });
    request.addEventListener('error', () => reject(new TypeError('The connection was lost.')));
    request.addEventListener('abort', () => reject(aborted()));
    const stop = () => request.abort();
    signal.addEventListener('abort', stop);
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop));
    request.send(form);
  });
}

function aborted(): DOMException {
  return new DOMException(t('The upload was cancelled.'), 'AbortError');
}
