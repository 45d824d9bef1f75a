/** Texts of the pages of features/share-links in German. */
export const shareLinksTexts: Readonly<Record<string, string>> = {
  'Cards that people see without sign-in. A link itself is shown once, when it is made.':
    'Karten, die man ohne Anmeldung sieht. Ein Link selbst wird nur einmal angezeigt, wenn er erstellt wird.',
  'No card is shared.': 'Keine Karte ist geteilt.',
  'Open {link} and choose Share at a card.':
    'Öffnen Sie {link} und wählen Sie an einer Karte „Teilen“.',
  Card: 'Karte',
  Figures: 'Zahlen',
  'Shared by': 'Geteilt von',
  Shared: 'Geteilt',
  'Of their moment': 'Von ihrem Zeitpunkt',
  'Shared card': 'Geteilte Karte',
  '{error} The figures below are older.': '{error} Die Zahlen unten sind älter.',
  ', compared with ': ', verglichen mit ',
  '{text}  {readAt}. The link ends {expiresAt}.': '{text}  {readAt}. Der Link endet {expiresAt}.',
  'Live, read': 'Aktuell, gelesen',
  'Figures of': 'Zahlen von',
};
