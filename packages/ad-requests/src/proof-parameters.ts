/** Query parameters by which a viewer proves that it may watch. */
export const tokenParameters = ['hdnts', 'hdnea'] as const;

export const proofParameters: ReadonlySet<string> = new Set([
  'api-key',
  'x-api-key',
  ...tokenParameters,
  'token',
  'expires',
]);
