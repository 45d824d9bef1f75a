/** German of the player. */
export const playerTexts: Readonly<Record<string, string>> = {
  'Ad break of {seconds} s with {count} ads': 'Werbepause von {seconds} s mit {count} Spots',
  Player: 'Player',
  'The stitcher cannot be reached.': 'Der Stitcher ist nicht erreichbar.',
  'Check that it is running, that its public address is correct and that this page can reach it.':
    'Prüfen Sie, ob er läuft, ob seine öffentliche Adresse stimmt und ob diese Seite ihn erreicht.',
  'The stream stopped loading ({code}).': 'Der Stream lädt nicht weiter ({code}).',
  'The manifest cannot be played ({code}).': 'Das Manifest kann nicht abgespielt werden ({code}).',
  'Open the output URL to see it, and check the source manifest URL of the channel.':
    'Öffnen Sie die Ausgabe-URL, um es zu sehen, und prüfen Sie die URL des Quellmanifests des Kanals.',
  'This browser cannot play the media ({code}).':
    'Dieser Browser kann die Medien nicht abspielen ({code}).',
  'Check the codecs of the source, or try another browser.':
    'Prüfen Sie die Codecs der Quelle, oder versuchen Sie es mit einem anderen Browser.',
  'The stream cannot be played ({code}).': 'Der Stream kann nicht abgespielt werden ({code}).',
  'Try again. If it fails again, check the source of the channel.':
    'Versuchen Sie es noch einmal. Schlägt es wieder fehl, prüfen Sie die Quelle des Kanals.',
  'The stitcher answered {status}.': 'Der Stitcher antwortete {status}.',
  'Enable the channel in the list; a new one needs a few seconds.':
    'Aktivieren Sie den Kanal in der Liste; ein neuer braucht einige Sekunden.',
  'Check the source manifest URL of the channel and that its origin runs. A source that has just started, such as the lab at its first start, needs a moment: playback is retried every few seconds.':
    'Prüfen Sie die URL des Quellmanifests des Kanals, und ob ihr Origin läuft. Eine eben gestartete Quelle, etwa das Lab beim ersten Start, braucht einen Augenblick: Das Abspielen wird alle paar Sekunden wiederholt.',
  'The channel requires a token from viewers: check the secret of its authentication, and that the clocks of the servers agree.':
    'Der Kanal verlangt von Zuschauern ein Token: Prüfen Sie das Geheimnis seiner Authentifizierung, und ob die Uhren der Server übereinstimmen.',
  'The channel requires an API key from viewers.':
    'Der Kanal verlangt von Zuschauern einen API-Schlüssel.',
  'The storage answered {status}.': 'Der Speicher antwortete {status}.',
  'The file no longer exists. Delete the media, or run its job again.':
    'Die Datei gibt es nicht mehr. Löschen Sie das Medium, oder führen Sie seinen Job noch einmal aus.',
  'Check the codecs of the package, or try another browser.':
    'Prüfen Sie die Codecs des Pakets, oder versuchen Sie es mit einem anderen Browser.',
  'The media cannot be played ({code}).': 'Das Medium kann nicht abgespielt werden ({code}).',
  'Open its URL to see the answer. An external server must allow this page to read it (CORS).':
    'Öffnen Sie seine URL, um die Antwort zu sehen. Ein fremder Server muss dieser Seite das Lesen erlauben (CORS).',
  'The file stopped loading.': 'Die Datei lädt nicht weiter.',
  'Check the connection, then try again.':
    'Prüfen Sie die Verbindung, dann versuchen Sie es noch einmal.',
  'The file cannot be decoded.': 'Die Datei kann nicht decodiert werden.',
  'It may be damaged. Run a media analysis, or upload it again.':
    'Vielleicht ist sie beschädigt. Führen Sie eine Medienanalyse aus, oder laden Sie sie noch einmal hoch.',
  'This browser cannot play the file.': 'Dieser Browser kann die Datei nicht abspielen.',
  'Its URL may be empty, or it has editing codecs (ProRes, DNxHD) that browsers do not decode. Open the URL to check.':
    'Vielleicht ist ihre URL leer, oder sie hat Schnitt-Codecs (ProRes, DNxHD), die Browser nicht decodieren. Öffnen Sie die URL, um es zu prüfen.',
  '{behind} seconds behind, go live': '{behind} Sekunden zurück, zu live springen',
  '−{behind} s': '−{behind} s',
  Unmute: 'Ton an',
  Mute: 'Ton aus',
  'Full screen': 'Vollbild',
  '{Math} seconds behind live': '{Math} Sekunden hinter live',
  Position: 'Position',
  'Enable it with its switch in the list, then play it.':
    'Aktivieren Sie ihn mit seinem Schalter in der Liste, dann spielen Sie ihn ab.',
  'Copy {label}': '{label} kopieren',
  'Ad {position} of {count}': 'Spot {position} von {count}',
  '{Math} s': '{Math} s',
  'The channel cannot be played.': 'Der Kanal kann nicht abgespielt werden.',
};
