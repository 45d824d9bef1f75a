/** Texts of the pages of features/systems in German. */
export const systemsTexts: Readonly<Record<string, string>> = {
  'Bitmovin accepts the credentials.': 'Bitmovin nimmt die Zugangsdaten an.',
  'Check Bitmovin': 'Bitmovin prüfen',
  'Save first: the stored credentials are checked.':
    'Speichern Sie zuerst: Geprüft werden die gespeicherten Zugangsdaten.',
  'Checks the stored credentials with Bitmovin.':
    'Prüft die gespeicherten Zugangsdaten bei Bitmovin.',
  'Show or hide {label}': '{label} anzeigen oder verbergen',
  Keep: 'Behalten',
  'Set. Type to replace it.': 'Gesetzt. Tippen Sie, um es zu ersetzen.',
  'Will be removed when you save.': 'Wird beim Speichern entfernt.',
  'Will be replaced when you save.': 'Wird beim Speichern ersetzt.',
  'Not set.': 'Nicht gesetzt.',
  'Medias created with it': 'Damit erstellte Medien',
  'Built in': 'Eingebaut',
  'Can be edited, not deleted': 'Kann bearbeitet, nicht gelöscht werden',
  'Ad media served, last {servedDays} days': 'Ausgelieferte Werbemedien, letzte {servedDays} Tage',
  'Save the system': 'System speichern',
  'This type has no settings.': 'Dieser Typ hat keine Einstellungen.',
  'Loading the settings': 'Die Einstellungen werden geladen',
  'Encoders, storages, CDNs and SSAI clusters.': 'Encoder, Speicher, CDNs und SSAI-Cluster.',
  'A system is an encoder, a storage or a delivery network that the platform uses.':
    'Ein System ist ein Encoder, ein Speicher oder ein Auslieferungsnetz, das die Plattform verwendet.',
  'Add System': 'System hinzufügen',
  'Built in: it can be edited, not deleted': 'Eingebaut: kann bearbeitet, nicht gelöscht werden',
  'An encoder, a storage, a CDN or an SSAI cluster.':
    'Ein Encoder, ein Speicher, ein CDN oder ein SSAI-Cluster.',
  'All systems': 'Alle Systeme',
  'ssai · playing and counting': 'ssai · abspielen und zählen',
  'encoder · making renditions': 'encoder · Renditions erstellen',
  'storage · keeping files': 'storage · Dateien aufbewahren',
  'System type': 'Typ des Systems',
  Category: 'Kategorie',
  'Built in: type and category cannot be changed.':
    'Eingebaut: Typ und Kategorie können nicht geändert werden.',
  'Follows the type.': 'Folgt dem Typ.',
};
