/** Types of periods in German. */
export const periodTypesTexts: Readonly<Record<string, string>> = {
  Today: 'Heute',
  'Last day': 'Gestern',
  'Last 7 days': 'Letzte 7 Tage',
  'Last week': 'Letzte Woche',
  'Last month': 'Letzter Monat',
  'User defined': 'Benutzerdefiniert',
  'Right now': 'Gerade jetzt',
  'Last 24h': 'Letzte 24 Stunden',
  'Previous period': 'Vorheriger Zeitraum',
  'Previous year': 'Vorjahr',
};
