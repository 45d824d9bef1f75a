export { ApiError, contract } from '@interlude/contract/api';
export type { ErrorCode } from '@interlude/contract/errors';
export * from './client.ts';
export { ConnectionError, hasCode } from './errors.ts';
export type { CallOptions, SentWith } from './send.ts';
