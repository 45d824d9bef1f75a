/**
 * German of the words that charts and tables of reports have beside their data: names of figures, heads of columns,
 * stages, and texts of the charts. Keyed by the English text, for the console and the mails (ADR 0056).
 */
export const germanChartWords = {
  // titles of reports
  'Main KPI': 'Kennzahlen',
  'Ad views over time': 'Ad-Views im Zeitverlauf',
  'Sessions by channel': 'Sessions nach Kanal',
  'Campaign completion': 'Vollständige Wiedergabe der Kampagne',
  Countries: 'Länder',
  Devices: 'Geräte',
  'Top creatives': 'Häufigste Creatives',
  'Fill and errors': 'Füllung und Fehler',
  'Errors and reasons': 'Fehler und Gründe',
  'Break funnel': 'Trichter der Werbepausen',
  'Lost ad time': 'Verlorene Werbezeit',
  'Lost revenue': 'Entgangener Umsatz',
  'Demand sources': 'Nachfragequellen',
  'Beacons by tracker': 'Beacons nach Tracker',
  'Three fills': 'Drei Füllungen',
  'Ad load and repetition': 'Werbelast und Wiederholung',
  'Concurrent viewers': 'Gleichzeitige Zuschauer',
  'Splice quality': 'Qualität der Splices',
  'Splice quality by creative': 'Qualität der Splices nach Creative',
  'Delivered ad media': 'Ausgelieferte Werbemedien',
  'Top assets': 'Häufigste Assets',
  'Delivery by asset': 'Auslieferung nach Asset',

  // the language itself, for names that the platform writes (BCP 47)
  en: 'de',

  // figures
  'Ad views': 'Ad-Views',
  Sessions: 'Sessions',
  Viewers: 'Zuschauer',
  Fill: 'Füllung',
  Completion: 'Vollständig',
  Completed: 'Vollständig',
  'Completed Ad Views': 'Vollständige Ad-Views',
  Bytes: 'Bytes',
  Peak: 'Höchstwert',
  Average: 'Durchschnitt',
  'Ad minutes an hour': 'Werbeminuten je Stunde',
  'Ads a session': 'Spots je Session',
  'Repeated of 100 ads': 'Wiederholt von 100 Spots',
  Time: 'Zeit',
  'VAST errors': 'VAST-Fehler',
  'Seen of offered': 'Gesehen von Angeboten',
  'Stalls at splices': 'Stocken an Splices',

  // their meaning
  'Ads of which viewers requested the first segment.':
    'Spots, deren erstes Segment Zuschauer abgerufen haben.',
  'Playback sessions that received their first media playlist.':
    'Wiedergabe-Sessions, die ihre erste Media-Playlist erhalten haben.',
  'Time of the ads that were viewed, of the time of the breaks that were offered.':
    'Zeit der angesehenen Spots, von der Zeit der angebotenen Werbepausen.',
  'Ads that were viewed to their end, of those that were viewed.':
    'Bis zum Ende angesehene Spots, von allen angesehenen.',

  // stages of a break
  Offered: 'Angeboten',
  Asked: 'Angefragt',
  Answered: 'Beantwortet',
  Usable: 'Brauchbar',
  Placed: 'Platziert',
  Seen: 'Gesehen',

  // heads of columns
  Channel: 'Kanal',
  Asset: 'Asset',
  Creative: 'Creative',
  Country: 'Land',
  Tracker: 'Tracker',
  Avails: 'Avails',
  Ads: 'Spots',
  Slate: 'Slate',
  'Ad requests': 'Ad-Anfragen',
  'Timed out': 'Frist verstrichen',
  'Ads left out': 'Ausgelassene Spots',
  'Without ads': 'Ohne Werbung',
  Errors: 'Fehler',
  'Reason or code': 'Grund oder Code',
  Kind: 'Art',
  Sent: 'Gesendet',
  Failed: 'Fehlgeschlagen',
  'Failed share': 'Anteil fehlgeschlagen',
  Reason: 'Grund',
  Owner: 'Zuständig',
  Lost: 'Verloren',
  'Of all lost': 'Von allem Verlorenen',
  Times: 'Anzahl',
  'Ad server': 'Ad-Server',
  Hop: 'Hop',
  'In time': 'Rechtzeitig',
  Late: 'Zu spät',
  Empty: 'Leer',
  p50: 'p50',
  p95: 'p95',
  Breaks: 'Werbepausen',
  'Ad server fill': 'Füllung des Ad-Servers',
  'Weighted avail fill': 'Gewichtete Füllung der Avails',
  'Observed fill': 'Beobachtete Füllung',
  Where: 'Wo',
  'Reported splices': 'Gemeldete Splices',
  Stalls: 'Stocken',
  'Stalls per 1,000': 'Stocken je 1.000',
  'Exits per 1,000': 'Ausstiege je 1.000',
  'Splices without reports': 'Splices ohne Meldungen',
  'Exits per 1,000 there': 'Ausstiege je 1.000 dort',

  // words in cells and names of rows
  'VAST error': 'VAST-Fehler',
  source: 'Quelle',
  adServer: 'Ad-Server',
  creative: 'Creative',
  cdn: 'CDN',
  us: 'wir',
  viewer: 'Zuschauer',
  'Content to ad': 'Inhalt zu Spot',
  'Ad to ad': 'Spot zu Spot',
  'Ad to content': 'Spot zu Inhalt',
  'All splices': 'Alle Splices',
  'Away from splices, by 30 s': 'Abseits von Splices, je 30 s',

  // of charts and tables
  Date: 'Datum',
  'Compared date': 'Datum im Vergleich',
  'Compared period': 'Vergleichszeitraum',
  '{name}, compared': '{name}, Vergleich',
  '{date}, still counting': '{date}, wird noch gezählt',
  Marks: 'Markierungen',
  Name: 'Name',
  Figure: 'Zahl',
  Value: 'Wert',
  Before: 'Zuvor',
  Summary: 'Zusammenfassung',
  '{from}, still open': '{from}, noch offen',
  '{from} to {to}': '{from} bis {to}',

  // the summary
  '{sessions} sessions watched {hours}.': '{sessions} Sessions sahen {hours} zu.',
  'They were offered {avails} avails of {hours}, of which ads filled {ads} and slates {slates}.':
    'Angeboten wurden ihnen {avails} Avails von {hours}, davon füllten Spots {ads} und Slates {slates}.',
  '{ads} ads were viewed, {completed} of them to their end.':
    '{ads} Spots wurden angesehen, {completed} davon bis zum Ende.',
  'Ad servers were sent {requests} requests; {late} had no answer in time. {errors} VAST errors were reported.':
    'Ad-Server erhielten {requests} Anfragen; {late} blieben ohne rechtzeitige Antwort. {errors} VAST-Fehler wurden gemeldet.',
  '{hours} hours': '{hours} Stunden',
  'none to measure': 'keine zu messen',
} as const satisfies Readonly<Record<string, string>>;

export type ChartWord = keyof typeof germanChartWords;
