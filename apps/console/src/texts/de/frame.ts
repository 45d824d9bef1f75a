/** German of the frame of the app: header, sidebar, palette, lists, forms, dialogs and other shared pieces. */
export const frameTexts: Readonly<Record<string, string>> = {};
