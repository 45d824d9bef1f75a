/** Texts of the pages of features/annotations in German. */
export const annotationsTexts: Readonly<Record<string, string>> = {
  'The note was removed.': 'Die Notiz wurde entfernt.',
  'What happened when, drawn on charts over time. Machines add theirs with POST /api/v2/annotations.':
    'Was wann geschah, eingezeichnet in Diagramme über die Zeit. Maschinen tragen mit POST /api/v2/annotations ein.',
  'Add Note': 'Notiz hinzufügen',
  'There are no notes.': 'Es gibt keine Notizen.',
  'Changes of channels and incidents of the monitor are on the charts without a note.':
    'Änderungen von Kanälen und Vorfälle der Überwachung stehen ohne Notiz in den Diagrammen.',
  Until: 'Bis zum',
  'Added by': 'Hinzugefügt von',
  'Remove {text}': '{text} entfernen',
  'The newest {listed} are listed.': 'Die neuesten {listed} sind aufgeführt.',
  'Enter when it happened.': 'Geben Sie ein, wann es geschah.',
  'Add a note': 'Notiz hinzufügen',
  'Deploy 1.2.3': 'Deploy 1.2.3',
  'In {zone}': 'In {zone}',
  'Empty: a moment': 'Leer: ein Zeitpunkt',
};
