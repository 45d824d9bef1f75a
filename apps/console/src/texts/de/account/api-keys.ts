/** Texts of the pages of features/api-keys in German. */
export const apiKeysTexts: Readonly<Record<string, string>> = {
  'Company not found': 'Unternehmen nicht gefunden',
  'The API key was saved. The one before it no longer works.':
    'Der API-Schlüssel wurde gespeichert. Der vorige gilt nicht mehr.',
  'The language was saved.': 'Die Sprache wurde gespeichert.',
  'The API key {name} was saved.': 'Der API-Schlüssel {name} wurde gespeichert.',
  'The API key {name} was revoked.': 'Der API-Schlüssel {name} wurde widerrufen.',
  'Whatever uses this key gets no answer from now on. It cannot be undone.':
    'Was diesen Schlüssel verwendet, erhält ab jetzt keine Antwort. Das kann nicht rückgängig gemacht werden.',
  'API Settings': 'API-Einstellungen',
  'The key of the company: reads and changes what Editors may, and starts sessions of channels with an API key. A new one replaces it.':
    'Der Schlüssel des Unternehmens: Er liest und ändert, was Editoren dürfen, und beginnt Sessions von Kanälen mit API-Schlüssel. Ein neuer ersetzt ihn.',
  'Generate key': 'Schlüssel erzeugen',
  Language: 'Sprache',
  'Of console and mails for members who have chosen none in their profile, and of invitations.':
    'Von Konsole und E-Mails für Mitglieder, die in ihrem Profil keine gewählt haben, und von Einladungen.',
  'API Keys': 'API-Schlüssel',
  'Add Key': 'Schlüssel hinzufügen',
  'One for each machine, sent as {code}: it can be revoked without the others.':
    'Einer für jede Maschine, gesendet als {code}: Er lässt sich ohne die anderen widerrufen.',
  'Authorization: Bearer': 'Authorization: Bearer',
  'There are none yet.': 'Es gibt noch keine.',
  'API keys': 'API-Schlüssel',
  Scopes: 'Rechte',
  Limit: 'Grenze',
  'Added by {createdBy}': 'Hinzugefügt von {createdBy}',
  '{requestsPerMinute}/min': '{requestsPerMinute}/min',
  'Ended ': 'Abgelaufen am ',
  Read: 'Lesen',
  'Start sessions of channels with an API key': 'Sessions von Kanälen mit API-Schlüssel beginnen',
  'Add API Key': 'API-Schlüssel hinzufügen',
  'The machine that uses it': 'Die Maschine, die ihn verwendet',
  'Requests a minute': 'Anfragen pro Minute',
  'API key copied.': 'API-Schlüssel kopiert.',
  'Only its hash is stored.': 'Nur sein Hash wird gespeichert.',
  'No API key': 'Kein API-Schlüssel',
};
