/** Texts of the pages of features/deliveries in German. */
export const deliveriesTexts: Readonly<Record<string, string>> = {
  'One of {link}, the last 7 days.': 'Eine von {link}, die letzten 7 Tage.',
  'your subscriptions': 'Ihre Abos',
  'Search notification, topic or ID': 'Benachrichtigung, Thema oder ID suchen',
  'Nothing was delivered in the last 7 days. A test shows whether the receiver answers.':
    'In den letzten 7 Tagen wurde nichts zugestellt. Ein Test zeigt, ob der Empfänger antwortet.',
  'Delivery not found': 'Zustellung nicht gefunden',
  'All deliveries': 'Alle Zustellungen',
  'Send again': 'Noch einmal senden',
  'Next attempt': 'Nächster Versuch',
  'The mail server has the mail; what it says stands above.':
    'Der Mailserver hat die E-Mail; was er sagt, steht oben.',
  'The first attempt begins within seconds.': 'Der erste Versuch beginnt in wenigen Sekunden.',
  'No outcome: the worker ended': 'Kein Ergebnis: Der Worker wurde beendet',
  'No answer': 'Keine Antwort',
  'Attempt {number}{text}{text2}{text3}': 'Versuch {number}{text}{text2}{text3}',
  '{durationMs} ms': '{durationMs} ms',
  'It is sent again, under the same id.': 'Sie wird unter derselben ID noch einmal gesendet.',
  'Mail made': 'E-Mail erstellt',
  Delivered: 'Zugestellt',
  Cancelled: 'Abgebrochen',
  'Will be tried again': 'Wird erneut versucht',
};
