export { adRequestLimits } from './ad-request-limits.ts';
export * from './ask-ad-server.ts';
export { packagedFiles, sourceFile } from './media-files.ts';
export { type AdRequest, buildAdRequest } from './request/ad-request.ts';
export type { AvailContext } from './request/avail-context.ts';
export { expandText } from './request/expand-text.ts';
export { contentIdOf, scteValues } from './request/scte-values.ts';
export { macroValues, requestValues } from './request/tokens.ts';
export * from './viewer-context.ts';
