/** Texts of the pages of features/playlists in German. */
export const playlistsTexts: Readonly<Record<string, string>> = {
  'A disabled playlist is not served.': 'Eine deaktivierte Playlist wird nicht ausgeliefert.',
  'Linear: all viewers see the same item at the same time.':
    'Linear: Alle Zuschauer sehen zur selben Zeit dasselbe.',
  'On demand: each viewer starts with the first item.':
    'Auf Abruf: Jeder Zuschauer beginnt mit dem ersten Eintrag.',
  'Start date (UTC)': 'Startdatum (UTC)',
  'Start of the first item.': 'Beginn des ersten Eintrags.',
  Loop: 'Wiederholen',
  'Restart with the first item after the last one. Otherwise the channel ends.':
    'Nach dem letzten Eintrag wieder mit dem ersten beginnen. Sonst endet der Kanal.',
  'Filler URL': 'URL des Füllers',
  'An HLS or DASH VoD asset that fills breaks without ads.':
    'Ein VoD-Asset in HLS oder DASH, das Werbepausen ohne Spots füllt.',
  'The cue points have no effect without a filler: a linear channel needs content to play where no ad plays.':
    'Ohne Füller wirken die Cue-Points nicht: Ein linearer Kanal braucht etwas, das er zeigt, wo kein Spot gespielt wird.',
  'Cue points': 'Cue-Points',
  'Splice Time': 'Splice-Zeit',
  'Max Duration (sec.)': 'Höchstdauer (Sek.)',
  'Max Ads': 'Höchstzahl der Spots',
  'Add cue point': 'Cue-Point hinzufügen',
  'Splice Time of cue point {number}': 'Splice-Zeit des Cue-Points {number}',
  'Max Duration of cue point {number}': 'Höchstdauer des Cue-Points {number}',
  'Max Ads of cue point {number}': 'Höchstzahl der Spots des Cue-Points {number}',
  'Delete cue point {number}': 'Cue-Point {number} löschen',
  'Source type': 'Art der Quelle',
  'https://cdn.example.com/asset/master.m3u8': 'https://cdn.example.com/asset/master.m3u8',
  'A linear playlist cannot have placeholders: all viewers see the same items.':
    'Eine lineare Playlist kann keine Platzhalter haben: Alle Zuschauer sehen dieselben Einträge.',
  'Filled from ?content=… in the URL of the playlist; the first value fills the first placeholder.':
    'Gefüllt aus ?content=… in der URL der Playlist; der erste Wert füllt den ersten Platzhalter.',
  'Splice type': 'Art des Splices',
  'Duration (sec.)': 'Dauer (Sek.)',
  'No items yet.': 'Noch keine Einträge.',
  'Add item': 'Eintrag hinzufügen',
  'Item {index}': 'Eintrag {index}',
  'Move item {index}': 'Eintrag {index} verschieben',
  'Delete item {index}': 'Eintrag {index} löschen',
  '1 cue point': '1 Cue-Point',
  '{count} cue points': '{count} Cue-Points',
  'outside the list': 'aus der Liste heraus',
  'to position {id} of {count}': 'an Stelle {id} von {count}',
  'Item {id} picked up from position {id2} of {count}.':
    'Eintrag {id} aufgenommen an Stelle {id2} von {count}.',
  'Item {id} is moved {place}.': 'Eintrag {id} wird bewegt: {place}.',
  'Item {id} is put {place}.': 'Eintrag {id} wird abgelegt: {place}.',
  'Item {id} keeps its position.': 'Eintrag {id} behält seine Stelle.',
  'Left out': 'Ausgelassen',
  '{protocol} plays without:': '{protocol} spielt ohne:',
  'Correct what you can and save: every save reads all items again.':
    'Korrigieren Sie, was Sie können, und speichern Sie: Jedes Speichern liest alle Einträge neu.',
  Filler: 'Füller',
  'Item {item}': 'Eintrag {item}',
  '1 item': '1 Eintrag',
  '{count} items': '{count} Einträge',
  Outputs: 'Ausgaben',
  'Enable the playlist to serve it at these URLs.':
    'Aktivieren Sie die Playlist, um sie unter diesen URLs auszuliefern.',
  'Copy {name} address': 'Adresse kopieren: {name}',
  'HLS and DASH are sources for live channels, which insert ads at the cue points.':
    'HLS und DASH sind Quellen für Live-Kanäle, die an den Cue-Points Werbung einfügen.',
  'The MRSS URL is a source for VoD channels, which insert ads at the cue points.':
    'Die MRSS-URL ist eine Quelle für VoD-Kanäle, die an den Cue-Points Werbung einfügen.',
  '{feed} Add an encoded address after content=, once for each placeholder.':
    '{feed} Hängen Sie nach content= eine kodierte Adresse an, einmal für jeden Platzhalter.',
  'Save the playlist': 'Playlist speichern',
  Items: 'Einträge',
  'Sequences of VoD assets, as feeds for VoD channels or sources of linear ones.':
    'Folgen von VoD-Assets, als Feeds für VoD-Kanäle oder Quellen linearer Kanäle.',
  'A playlist lists assets and their cue points. VoD channels play it, or it is the source of a linear channel.':
    'Eine Playlist führt Assets und ihre Cue-Points auf. VoD-Kanäle spielen sie, oder sie ist die Quelle eines linearen Kanals.',
  'Add Playlist': 'Playlist hinzufügen',
  'A new playlist is disabled. Enable it when it is ready.':
    'Eine neue Playlist ist deaktiviert. Aktivieren Sie sie, wenn sie bereit ist.',
  'All playlists': 'Alle Playlists',
  'Maximum breaks': 'Werbepausen höchstens',
  'End without breaks': 'Ende ohne Werbepausen',
  '{count} items in {duration}, cue points at {join}':
    '{count} Einträge in {duration}, Cue-Points bei {join}',
  'no time': 'keiner Zeit',
  '{index}: {offset} to {clockText}': '{index}: {offset} bis {clockText}',
  'Cue point at {at}': 'Cue-Point bei {at}',
};
