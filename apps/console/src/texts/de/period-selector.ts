/** German of the selectors of periods and channels. */
export const periodSelectorTexts: Readonly<Record<string, string>> = {};
