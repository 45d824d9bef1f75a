/** Texts of the pages of features/users in German. */
export const usersTexts: Readonly<Record<string, string>> = {
  'Invite User': 'Benutzer einladen',
  'The person receives a mail with a link and becomes a Viewer of this company by accepting.':
    'Die Person erhält eine E-Mail mit einem Link und wird durch Annehmen Viewer dieses Unternehmens.',
  'Invite another': 'Weitere einladen',
  'Inviting…': 'Wird eingeladen …',
  Invite: 'Einladen',
  'Open invitations: {text}': 'Offene Einladungen: {text}',
  'Not accepted yet': 'Noch nicht angenommen',
  'until {moment}': 'bis {moment}',
  'Withdraw the invitation of {email}': 'Einladung von {email} zurückziehen',
  Withdraw: 'Zurückziehen',
  'Is email verified?': 'Ist die E-Mail bestätigt?',
  Yes: 'Ja',
  verified: 'bestätigt',
  No: 'Nein',
  'not verified': 'nicht bestätigt',
  'Last login': 'Letzte Anmeldung',
  never: 'nie',
  'Last password reset': 'Letztes neues Passwort',
  'I should not be empty!': 'Dieses Feld darf nicht leer sein!',
  'Users change their name in their own profile.': 'Benutzer ändern ihren Namen im eigenen Profil.',
  'No role yet': 'Noch keine Rolle',
  'A user without a role cannot use the console.':
    'Ein Benutzer ohne Rolle kann die Konsole nicht verwenden.',
  'All users of this company.': 'Alle Benutzer dieses Unternehmens.',
  'Search name, e-mail or ID': 'Name, E-Mail oder ID suchen',
  'You cannot remove yourself': 'Sie können sich nicht selbst entfernen',
  Access: 'Zugang',
  'Send sign-in mails, or remove the user.':
    'E-Mails zur Anmeldung senden, oder den Benutzer entfernen.',
  'Resend confirmation e-mail': 'Bestätigungs-E-Mail erneut senden',
  'Delete user': 'Benutzer löschen',
  'User not found': 'Benutzer nicht gefunden',
  'All users': 'Alle Benutzer',
  '“{user}” will lose access to this company. {text}':
    '„{user}“ verliert den Zugang zu diesem Unternehmen. {text}',
};
