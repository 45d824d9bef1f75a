/** Sentences of notifications in German, by their English patterns. */
export const notificationSentencesTexts: Readonly<Record<string, string>> = {
  // sentences of notifications (packages/contract), by their English pattern
  'The job "{name}" was started.': 'Der Job „{name}“ wurde gestartet.',
  'The job "{name}" is done.': 'Der Job „{name}“ ist fertig.',
  'The job "{name}" failed: {reason}': 'Der Job „{name}“ ist fehlgeschlagen: {reason}',
  'The SSAI cluster does not have the newest state of the channel "{name}": {reason}':
    'Der SSAI-Cluster hat nicht den neuesten Stand des Kanals „{name}“: {reason}',
  'The SSAI cluster has the newest state of the channel {name} again.':
    'Der SSAI-Cluster hat wieder den neuesten Stand des Kanals {name}.',
  'The source of channel {name} is not healthy ({owner}). {rule} {title}: {detail}. {advice} Timeline and evidence: {link}':
    'Die Quelle des Kanals {name} ist fehlerhaft ({owner}). {rule} {title}: {detail}. {advice} Zeitleiste und Nachweis: {link}',
  'The source of channel {name} is healthy again. {link}':
    'Die Quelle des Kanals {name} ist wieder fehlerfrei. {link}',
  'The output of channel {name} is not healthy ({owner}). {rule} {title}: {detail}. {advice} Timeline and evidence: {link}':
    'Die Ausgabe des Kanals {name} ist fehlerhaft ({owner}). {rule} {title}: {detail}. {advice} Zeitleiste und Nachweis: {link}',
  'The output of channel {name} is healthy again. {link}':
    'Die Ausgabe des Kanals {name} ist wieder fehlerfrei. {link}',
  'The subscription of {topic} to {channel} ({address}) was switched off: {reason}':
    'Das Benachrichtigungs-Abo {topic} über {channel} ({address}) wurde abgeschaltet: {reason}',
  'This is a test, sent by {sender}.': 'Dies ist ein Test, gesendet von {sender}.',
  '{percent} % of the plan: {used} of the {limit} playback sessions at a time were reached. Further viewers are refused at the limit; those who watch go on.':
    '{percent} % des Tarifs: {used} von {limit} gleichzeitigen Wiedergabe-Sessions wurden erreicht. An der Grenze werden weitere Zuschauer abgewiesen; wer schon zusieht, sieht weiter.',
  '{percent} % of the plan: {used} of the {limit} committed ad events of this term were used. Ads go on; what goes beyond is charged by ad event.':
    '{percent} % des Tarifs: {used} von {limit} zugesagten Ad-Events dieser Laufzeit sind verbraucht. Die Werbung läuft weiter; was darüber hinausgeht, wird je Ad-Event berechnet.',
  '{email} tried to log in but has no role yet. Set one in Settings, Users.':
    '{email} wollte sich anmelden, hat aber noch keine Rolle. Weisen Sie unter Einstellungen, Benutzer eine zu.',
  '{events} events are lost, and no report will count them ({reason}). See "Events that are not counted" in the manual.':
    '{events} Events sind verloren, und kein Bericht wird sie zählen ({reason}). Siehe „Events that are not counted“ im Handbuch.',
  '{events} events are not counted and are set aside ({reason}). Update Interlude, then run: {command}':
    '{events} Events sind nicht gezählt und zurückgelegt ({reason}). Aktualisieren Sie Interlude, und führen Sie dann aus: {command}',
  'Company {company} has more than 10,000 new creatives, campaigns or other values today: {values} more are counted as (other). Sums stay exact. Look at what its ad servers name their creatives.':
    'Das Unternehmen {company} hat heute mehr als 10.000 neue Creatives, Kampagnen oder andere Werte: {values} weitere werden als (other) gezählt. Summen bleiben genau. Prüfen Sie, wie seine Ad-Server ihre Creatives benennen.',
};
