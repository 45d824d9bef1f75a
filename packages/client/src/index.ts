export { ApiError, contract, type ErrorCode } from '@interlude/contract';
export * from './client.ts';
export { ConnectionError, hasCode } from './errors.ts';
export type { CallOptions, SentWith } from './send.ts';
