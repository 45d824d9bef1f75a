/** What one XML document may cost. A document beyond a limit is refused, never cut short. */
export const XML_LIMITS = {
  /** Characters of the text. */
  maxLength: 32 * 1024 * 1024,
  maxDepth: 64,
  maxElements: 400_000,
  maxAttributesPerElement: 256,
} as const;

export type XmlLimits = { readonly [Name in keyof typeof XML_LIMITS]: number };
