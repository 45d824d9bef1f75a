/**
 * All that the launcher and the process of a role have in common while they run, apart from the environment, the data
 * folder and the database: plain messages over the channel between them.
 */
import type { PlatformRole } from '@interlude/contract';
import {
  DomainError,
  domainError,
  type ErrorCode,
  type ErrorDetails,
} from '@interlude/contract/errors';
import type { DatabasePlace } from '@interlude/persistence';
import type { FirstAdmin } from '../terminal/banner.ts';

export interface StartMessage {
  readonly kind: 'start';
  /** Left out for a role that needs none. */
  readonly database?: DatabasePlace | undefined;
  readonly version: string;
}

export type ToRole =
  /** Before its start: the modules of the role load. */
  | { readonly kind: 'load' }
  | StartMessage
  | { readonly kind: 'stop' }
  /** To the control plane, at every change: states for the console. */
  | { readonly kind: 'roles'; readonly roles: readonly PlatformRole[] };

export type FromRole =
  /** From the control plane, which makes the first tenant: the launcher prints how to sign in. */
  | { readonly kind: 'firstAdmin'; readonly admin: FirstAdmin }
  | { readonly kind: 'loaded' }
  | { readonly kind: 'started' }
  | { readonly kind: 'failed'; readonly problem: StartProblem };

/** Why a role could not be started: an entry of the catalogue, or anything else as text. */
export type StartProblem =
  | { readonly code: ErrorCode; readonly details: ErrorDetails }
  | { readonly text: string };

export function packProblem(error: unknown): StartProblem {
  if (error instanceof DomainError) return { code: error.code, details: error.details };
  return { text: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

export function unpackProblem(problem: StartProblem): Error {
  return 'code' in problem
    ? domainError(problem.code, problem.details)
    : Object.assign(new Error(problem.text.split('\n', 1)[0]), { stack: problem.text });
}

function kindOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'kind' in message
    ? message.kind
    : undefined;
}

/** Node sends messages of its own over the channel, too. */
export function isToRole(message: unknown): message is ToRole {
  return ['load', 'start', 'stop', 'roles'].some((kind) => kind === kindOf(message));
}

export function isFromRole(message: unknown): message is FromRole {
  return ['firstAdmin', 'loaded', 'started', 'failed'].some((kind) => kind === kindOf(message));
}
