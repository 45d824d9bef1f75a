/** Messages about encodings between parent and child of the node-av engine, as JSON over IPC. */
import type { EncodePlan } from '../encode/encode-plan.ts';

export type ToChild =
  | { readonly type: 'job'; readonly plan: EncodePlan }
  | { readonly type: 'abort' };
export type ToParent =
  | { readonly type: 'ready'; readonly version: string }
  | { readonly type: 'done' }
  | { readonly type: 'error'; readonly message: string };

/** Descriptor of the samples in the child: 0 video, 1 and 2 output, 3 IPC. */
export const AUDIO_DESCRIPTOR = 4;

export function isToParent(message: unknown): message is ToParent {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    (message.type === 'ready' || message.type === 'done' || message.type === 'error')
  );
}

export function isToChild(message: unknown): message is ToChild {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    (message.type === 'abort' || (message.type === 'job' && 'plan' in message))
  );
}
