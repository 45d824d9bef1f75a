/** Texts of the pages of features/notifications in German. */
export const notificationsTexts: Readonly<Record<string, string>> = {
  'Archive: {content}': 'Archivieren: {content}',
  'Notification archived.': 'Benachrichtigung archiviert.',
  Personal: 'Persönlich',
  'My Company': 'Mein Unternehmen',
  Archived: 'Archiviert',
  'Select a notification to archive it.':
    'Wählen Sie eine Benachrichtigung, um sie zu archivieren.',
  'No new notifications for you. Your profile selects the topics.':
    'Keine neuen Benachrichtigungen für Sie. Ihr Profil wählt die Themen.',
  'No new notifications in your company.': 'Keine neuen Benachrichtigungen in Ihrem Unternehmen.',
  'Archived notifications appear here.': 'Archivierte Benachrichtigungen erscheinen hier.',
  'Choose notifications': 'Benachrichtigungen wählen',
};
