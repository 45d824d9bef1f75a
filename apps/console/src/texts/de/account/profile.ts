/** Texts of the pages of features/profile in German. */
export const profileTexts: Readonly<Record<string, string>> = {
  You: 'Sie',
  'Only an Admin of your company can change name and picture.':
    'Nur ein Admin Ihres Unternehmens kann Name und Bild ändern.',
  'Topics, channels and scope: what you made or changed, or all of the company. What you subscribe to appears in Notifications, too.':
    'Themen, Kanäle und Umfang: was Sie selbst angelegt oder geändert haben, oder alles des Unternehmens. Was Sie abonnieren, erscheint auch unter Benachrichtigungen.',
  'As the company': 'Wie das Unternehmen',
  Picture: 'Bild',
  Companies: 'Unternehmen',
  Password: 'Passwort',
  'We send you a mail with a link to set a new password.':
    'Wir senden Ihnen eine E-Mail mit einem Link, um ein neues Passwort festzulegen.',
  'Enter a valid url': 'Geben Sie eine gültige URL ein',
  Webhook: 'Webhook',
  Own: 'Eigene',
  'No subscription yet.': 'Noch kein Abo.',
  'Add subscription': 'Abo hinzufügen',
  'Subscription {place}': 'Abo {place}',
  'Listen to': 'Umfang',
  'Webhook url': 'Webhook-URL',
  'https://hooks.slack.com/services/…': 'https://hooks.slack.com/services/…',
  Method: 'Methode',
  'Remove subscription {place}': 'Abo {place} entfernen',
  'Signing secret': 'Signaturschlüssel',
  'none: not signed': 'keiner: nicht signiert',
  'Copy it now: it is not shown again after saving.':
    'Kopieren Sie ihn jetzt: Nach dem Speichern wird er nicht mehr angezeigt.',
  'Copy signing secret': 'Signaturschlüssel kopieren',
  'New secret': 'Neuer Schlüssel',
  'Save the profile to send a test.': 'Speichern Sie das Profil, um einen Test zu senden.',
  Off: 'Aus',
  'to {email}': 'an {email}',
  'Turn on': 'Einschalten',
  'Enter whsec_ followed by 24 to 64 bytes in base64.':
    'Geben Sie whsec_ und danach 24 bis 64 Bytes in Base64 ein.',
  'Of the console and of mails to you.': 'Der Konsole und der E-Mails an Sie.',
};
