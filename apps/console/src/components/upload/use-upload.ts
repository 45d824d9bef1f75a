/** The state of an upload: sending, checked by the server, failed, cancelled (MED-006). One at a time. */
import { useEffect, useRef, useState } from 'react';

export type UploadState =
  | { readonly kind: 'idle' }
  /** `share` is 0 to 1 of the bytes. */
  | { readonly kind: 'sending'; readonly share: number }
  /** The file is sent; the server checks it. */
  | { readonly kind: 'checking' }
  | { readonly kind: 'failed' };

export type SendFile<Answer> = (options: {
  readonly signal: AbortSignal;
  readonly onProgress: (sentBytes: number, totalBytes: number) => void;
}) => Promise<Answer>;

interface UploadHandlers<Answer> {
  readonly onDone: (answer: Answer) => void;
  /** Not called for a cancelled upload. */
  readonly onFailed: (error: unknown) => void;
}

export interface Upload<Answer> {
  readonly state: UploadState;
  readonly start: (send: SendFile<Answer>) => void;
  readonly cancel: () => void;
  /** Resets a failed upload. */
  readonly reset: () => void;
}

const idle: UploadState = { kind: 'idle' };

/** Leaving the page aborts the upload. */
export function useUpload<Answer>({ onDone, onFailed }: UploadHandlers<Answer>): Upload<Answer> {
  const [state, setState] = useState(idle);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = (send: SendFile<Answer>) => {
    if (running.current !== undefined) return;
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setState({ kind: 'sending', share: 0 });
    const onProgress = (sentBytes: number, totalBytes: number) => {
      if (signal.aborted) return;
      const share = totalBytes === 0 ? 0 : sentBytes / totalBytes;
      setState(share < 1 ? { kind: 'sending', share } : { kind: 'checking' });
    };
    const end = (ended: UploadState) => {
      running.current = undefined;
      setState(ended);
    };
    send({ signal, onProgress }).then(
      (answer) => {
        end(idle);
        onDone(answer);
      },
      (error: unknown) => {
        end(signal.aborted ? idle : { kind: 'failed' });
        if (!signal.aborted) onFailed(error);
      },
    );
  };
  const reset = () => {
    if (running.current === undefined) setState(idle);
  };
  return { state, start, cancel: () => running.current?.abort(), reset };
}
