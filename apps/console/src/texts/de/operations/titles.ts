/** Texts of the pages of features/titles in German. */
export const titlesTexts: Readonly<Record<string, string>> = {
  'Choose a type': 'Typ wählen',
  Studio: 'Studio',
  Deliverer: 'Lieferant',
  Synopsis: 'Synopsis',
  'All types': 'Alle Typen',
  'Movies, episodes, ads and slates, with their medias and jobs.':
    'Filme, Folgen, Spots und Slates, mit ihren Medien und Jobs.',
  'Add Asset': 'Asset hinzufügen',
  'There is no asset of the type “{type}”.': 'Es gibt kein Asset des Typs „{type}“.',
  'Show all assets': 'Alle Assets anzeigen',
  'An asset is a movie, an episode, an ad or a slate with its files. Ads from ad servers appear here automatically after conditioning.':
    'Ein Asset ist ein Film, eine Folge, ein Spot oder ein Slate mit seinen Dateien. Spots von Ad-Servern erscheinen hier nach der Aufbereitung von selbst.',
  'Save the asset before you add medias and jobs.':
    'Speichern Sie das Asset, bevor Sie Medien und Jobs hinzufügen.',
  'Created {moment}.': 'Erstellt {moment}.',
  'Changed {moment}.': 'Geändert {moment}.',
  'Delete asset': 'Asset löschen',
};
