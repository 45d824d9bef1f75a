/** Texts of the pages of features/medias in German. */
export const mediasTexts: Readonly<Record<string, string>> = {
  'Media ID': 'Medium-ID',
  Size: 'Größe',
  'not stored by the platform': 'nicht von der Plattform gespeichert',
  'Copy URL': 'URL kopieren',
  'External resource ID': 'ID der externen Ressource',
  'Medias with the same ID belong to one encoding and are deleted together.':
    'Medien mit derselben ID gehören zu einer Encodierung und werden zusammen gelöscht.',
  'File extension': 'Dateiendung',
  'Without the dot, such as mp4, m3u8 or mpd. Selects how the media is played.':
    'Ohne den Punkt, etwa mp4, m3u8 oder mpd. Bestimmt, wie das Medium abgespielt wird.',
  'Medias of the asset': 'Medien des Assets',
  Duplicate: 'Duplizieren',
  'Duplicate {name}': '{name} duplizieren',
  Intermediate: 'Zwischenstand',
  Deliverable: 'Auslieferung',
  Internal: 'Intern',
  Location: 'Ort',
  'Upload a file': 'Datei hochladen',
  'Use a URL': 'URL verwenden',
  'Choose a file first.': 'Wählen Sie zuerst eine Datei.',
  'NEW MEDIA': 'NEUES MEDIUM',
  'The asset has no media of the type “{mediaTypeLabels}”.':
    'Das Asset hat kein Medium des Typs „{mediaTypeLabels}“.',
  'Show all medias': 'Alle Medien anzeigen',
  'Upload a video file as the source. Medias that jobs make from it appear here.':
    'Laden Sie eine Videodatei als Quelle hoch. Medien, die Jobs daraus machen, erscheinen hier.',
};
