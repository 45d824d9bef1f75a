/** Texts of the pages of features/playlists in German. */
export const playlistsTexts: Readonly<Record<string, string>> = {};
