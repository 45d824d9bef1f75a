/** Texts of the pages of features/report-mails in German. */
export const reportMailsTexts: Readonly<Record<string, string>> = {
  'Mails with cards of reports, to members of the company. The cards that became worst come first.':
    'E-Mails mit Karten der Berichte an Mitglieder des Unternehmens. Karten, die am meisten schlechter wurden, stehen oben.',
  'No mail is scheduled.': 'Keine E-Mail ist geplant.',
  'Open {link} and choose Mail, or mail your dashboard.':
    'Öffnen Sie {link} und wählen Sie E-Mail, oder senden Sie Ihr Dashboard.',
  Last: 'Zuletzt',
  'Pin reports to your dashboard first.': 'Heften Sie zuerst Berichte an Ihr Dashboard.',
  'Mail my dashboard': 'Mein Dashboard senden',
  '1 card': '1 Karte',
  '{count} cards': '{count} Karten',
  ', by {createdBy}': ', von {createdBy}',
  Paused: 'Angehalten',
  Nobody: 'Niemand',
  '{email} and {count} more': '{email} und {count} weitere',
  '{gone} unsubscribed': '{gone} abgemeldet',
  'Sent to 1 member': 'An 1 Mitglied gesendet',
  'Sent to {lastMails} members': 'An {lastMails} Mitglieder gesendet',
  'Send me one now': 'Mir jetzt eine senden',
  'Send me one now: {name}': 'Mir jetzt eine senden: {name}',
  Resume: 'Fortsetzen',
};
