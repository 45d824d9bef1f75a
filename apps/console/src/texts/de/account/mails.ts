/** Texts of the pages of features/mails in German. */
export const mailsTexts: Readonly<Record<string, string>> = {
  'To {to}, {moment}': 'An {to}, {moment}',
  'Form of the mail': 'Form der E-Mail',
  'The mail as HTML': 'Die E-Mail als HTML',
  'Copy link': 'Link kopieren',
  'No mail server is configured: mails are stored here instead of being sent.':
    'Kein Mailserver ist eingerichtet: E-Mails werden hier gespeichert, statt gesendet zu werden.',
  Mails: 'E-Mails',
  'Search recipient or subject': 'Empfänger oder Betreff suchen',
  'Invitations, confirmations and password resets appear here.':
    'Einladungen, Bestätigungen und neue Passwörter erscheinen hier.',
  'This installation sends mails through a mail server and stores none here.':
    'Diese Installation sendet E-Mails über einen Mailserver und speichert hier keine.',
  Subject: 'Betreff',
};
