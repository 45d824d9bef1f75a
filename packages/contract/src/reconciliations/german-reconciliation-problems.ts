/** Why a file of an ad server cannot be compared, in German, keyed by the English text, with the same values. */
import type { SentenceTable } from '../read-sentence.ts';

export const germanReconciliationProblems: SentenceTable = {
  'The file is no CSV: {error}': 'Die Datei ist keine CSV-Datei: {error}',
  'The file needs a header row and one row below it.':
    'Die Datei braucht eine Kopfzeile und eine Zeile darunter.',
  'The file has more than {most} rows. Export a shorter period.':
    'Die Datei hat mehr als {most} Zeilen. Exportieren Sie einen kürzeren Zeitraum.',
  'A row has more than {most} columns.': 'Eine Zeile hat mehr als {most} Spalten.',
  'A cell has more than {most} characters.': 'Eine Zelle hat mehr als {most} Zeichen.',
  'The file has {count} columns.': 'Die Datei hat {count} Spalten.',
  'The file was compared already. Upload it once more.':
    'Die Datei wurde schon verglichen. Laden Sie sie noch einmal hoch.',
  '“{time}” is no time of the chosen format. Choose another format.':
    '„{time}“ ist keine Zeit im gewählten Format. Wählen Sie ein anderes Format.',
  'No row has a creative, a time and a number of impressions. Choose other columns.':
    'Keine Zeile hat ein Creative, eine Zeit und eine Zahl von Impressions. Wählen Sie andere Spalten.',
  'The file spans more than {days} days. Export a shorter period.':
    'Die Datei umfasst mehr als {days} Tage. Exportieren Sie einen kürzeren Zeitraum.',
  'Hours are kept for {days} days. Export a later period.':
    'Stunden werden {days} Tage aufbewahrt. Exportieren Sie einen späteren Zeitraum.',
  'The hours of the file begin off the hours that are counted ({zone}). Export it in UTC.':
    'Die Stunden der Datei beginnen neben den Stunden, die gezählt werden ({zone}). Exportieren Sie in UTC.',
  'More than {most} creatives and hours were counted in this period. Export a shorter one.':
    'In diesem Zeitraum wurden mehr als {most} Creatives und Stunden gezählt. Exportieren Sie einen kürzeren.',
  'The figures of this period took too long. Export a shorter period.':
    'Die Zahlen dieses Zeitraums dauerten zu lange. Exportieren Sie einen kürzeren Zeitraum.',
  'The comparison could not be finished. Compare it once more, or export a shorter period.':
    'Der Vergleich konnte nicht beendet werden. Vergleichen Sie noch einmal, oder exportieren Sie einen kürzeren Zeitraum.',
};
