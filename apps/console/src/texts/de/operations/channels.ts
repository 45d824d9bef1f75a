/** Texts of the pages of features/channels in German. */
export const channelsTexts: Readonly<Record<string, string>> = {
  'Test the ad server': 'Den Ad-Server testen',
  'request VAST wrapper viewer creatives macros': 'Anfrage VAST Wrapper Zuschauer Creatives Makros',
  'Test of the ad server': 'Test des Ad-Servers',
  'Asking ...': 'Anfrage läuft …',
  'Test ad server': 'Ad-Server testen',
  'Nothing is played, encoded or counted.': 'Nichts wird abgespielt, encodiert oder gezählt.',
  'Enter an ad server URL first.': 'Geben Sie zuerst die URL eines Ad-Servers ein.',
  'Invalid fields: {fields}': 'Ungültige Felder: {fields}',
  'Result of the test': 'Ergebnis des Tests',
  'IAB {iabErrorCode}': 'IAB {iabErrorCode}',
  Requests: 'Anfragen',
  'Wrapper {depth}': 'Wrapper {depth}',
  'no answer': 'keine Antwort',
  'Copy the requested address': 'Angefragte Adresse kopieren',
  empty: 'leer',
  'ready-made package': 'fertiges Paket',
  'being encoded': 'wird encodiert',
  'new: encoded when a break meets it': 'neu: wird encodiert, wenn eine Werbepause es antrifft',
  'encoding failed': 'Encodierung fehlgeschlagen',
  'no usable media': 'keine verwendbaren Medien',
  'The channel names no ad server.': 'Der Kanal nennt keinen Ad-Server.',
  'No usable address comes out of the ad server URL and its parameters.':
    'Aus der URL des Ad-Servers und ihren Parametern ergibt sich keine verwendbare Adresse.',
  'The ad server could not be reached or answered with an error status.':
    'Der Ad-Server war nicht erreichbar oder antwortete mit einem Fehlerstatus.',
  'The ad server did not answer in the time that a break has.':
    'Der Ad-Server antwortete nicht in der Zeit, die eine Werbepause hat.',
  'Add schedule': 'Zeitplan hinzufügen',
  'Schedule {number}': 'Zeitplan {number}',
  'Remove schedule {number}': 'Zeitplan {number} entfernen',
  'Expected start (UTC)': 'Erwarteter Beginn (UTC)',
  'Until (UTC)': 'Bis (UTC)',
  Every: 'Alle',
  'Break lasts': 'Dauer',
  Lead: 'Vorlauf',
  'Used within ±': 'Verwendet in ±',
  Once: 'Einmal',
  'The ad server may get no more requests a second.':
    'Der Ad-Server darf nicht mehr Anfragen je Sekunde erhalten.',
  'The answer is no VAST document that can be read.':
    'Die Antwort ist kein lesbares VAST-Dokument.',
  'The ad server answered without an ad.': 'Der Ad-Server antwortete ohne Spot.',
  'The chain of wrappers was too long, looped, or one of its tags failed.':
    'Die Kette der Wrapper war zu lang, lief im Kreis, oder eines ihrer Glieder schlug fehl.',
  'Ads or their creatives were not ready in time.':
    'Spots oder ihre Creatives waren nicht rechtzeitig bereit.',
  'Every ad of the answer was dropped; each has its own reason.':
    'Jeder Spot der Antwort wurde verworfen; jeder hat einen eigenen Grund.',
  'The ads fill less of the break than the channel’s minimum.':
    'Die Spots füllen weniger von der Werbepause als das Minimum des Kanals.',
  'What is left of the break is too short to be offered.':
    'Der Rest der Werbepause ist zu kurz, um angeboten zu werden.',
  'The break was cancelled before it started.': 'Die Werbepause wurde vor ihrem Beginn abgesagt.',
  'The source returned to the programme before the ads had ended.':
    'Die Quelle kehrte zum Programm zurück, bevor die Spots zu Ende waren.',
  'The session was taken up again in the middle of this break.':
    'Die Session wurde mitten in dieser Werbepause wieder aufgenommen.',
  'No playback session could be opened.': 'Es konnte keine Session geöffnet werden.',
  'The creative is not conditioned for this channel yet.':
    'Das Creative ist für diesen Kanal noch nicht aufbereitet.',
  'Several jobs could not condition the creative; archive them to try again.':
    'Mehrere Jobs konnten das Creative nicht aufbereiten; archivieren Sie sie, um es erneut zu versuchen.',
  'The media of the creative could not be fetched.':
    'Die Medien des Creatives konnten nicht geladen werden.',
  'The creative cannot be stitched: encrypted, without segments or in parts.':
    'Das Creative kann nicht eingefügt werden: verschlüsselt, ohne Segmente oder in Teilen.',
  'The ad has no linear media file that can be stitched.':
    'Der Spot hat keine lineare Mediendatei, die eingefügt werden kann.',
  'No rendition of the creative matches a variant of the channel.':
    'Keine Rendition des Creatives passt zu einer Variante des Kanals.',
  "A segment of the creative is longer than the channel's target duration.":
    'Ein Segment des Creatives ist länger als die Target Duration des Kanals.',
  'The ad is longer than the whole break.': 'Der Spot ist länger als die ganze Werbepause.',
  'The ad is longer than what the ads before it left of the break.':
    'Der Spot ist länger als das, was die Spots vor ihm übrig ließen.',
  'The same creative is in the pod already.': 'Dasselbe Creative ist schon im Pod.',
  'An ad of the same category or advertiser is in the pod already.':
    'Ein Spot derselben Kategorie oder desselben Werbetreibenden ist schon im Pod.',
  'The session was given this creative as often as the channel allows.':
    'Die Session hat dieses Creative so oft erhalten, wie der Kanal erlaubt.',
  'Other stand-alone ads of the answer fill the break better.':
    'Andere einzelne Spots der Antwort füllen die Werbepause besser.',
  'A stand-alone ad beside a pod: it was not needed as a substitute.':
    'Ein einzelner Spot neben einem Pod: Er wurde nicht als Ersatz gebraucht.',
  'The pod holds more ads than are taken.': 'Der Pod enthält mehr Spots, als genommen werden.',
  'The wrapper of this ad could not be followed.':
    'Dem Wrapper dieses Spots konnte nicht gefolgt werden.',
  '{count} ad': '{count} Spot',
  '{count} ads': '{count} Spots',
  '{count} byte': '{count} Byte',
  '{count} bytes': '{count} Bytes',
  '{count} parameter': '{count} Parameter',
  '{count} parameters': '{count} Parameter',
  '{count} wrapper': '{count} Wrapper',
  '{count} wrappers': '{count} Wrapper',
  'a VMAP with {count} break': 'eine VMAP mit {count} Werbepause',
  'a VMAP with {count} breaks': 'eine VMAP mit {count} Werbepausen',
  'in {tookMs}': 'in {tookMs}',
  'No ad {took}. {reasonText}': 'Kein Spot {took}. {reasonText}',
  'none would play': 'keiner würde gespielt',
  'none would play yet': 'noch keiner würde gespielt',
  '{count} would play, {filled} of {breakSeconds}':
    '{count} würden gespielt, {filled} von {breakSeconds}',
  '{now}; {waiting} once encoded': '{now}; {waiting} nach der Encodierung',
  Ad: 'Spot',
  'In the break': 'In der Werbepause',
  IAB: 'IAB',
  Ads: 'Spots',
  'without a title': 'ohne Titel',
  'plays once it is encoded': 'wird nach der Encodierung gespielt',
  'left out': 'ausgelassen',
  'Job{text}': 'Job{text}',
  'of {title}, in a new tab': 'von {title}, in einem neuen Tab',
  'Kind of break': 'Art der Werbepause',
  'Break length': 'Länge der Werbepause',
  'Max. ads per break': 'Höchstzahl der Spots',
  '0: as many as fit': '0: so viele, wie passen',
  'IP of the viewer': 'IP des Zuschauers',
  'User-Agent of the viewer': 'User-Agent des Zuschauers',
  'Mozilla/5.0 (SMART-TV; …)': 'Mozilla/5.0 (SMART-TV; …)',
  'Query of the viewer': 'Query des Zuschauers',
  'What players add to the output URL: ifa=…&gdpr=1, or a line each.':
    'Was Player an die Ausgabe-URL anhängen: ifa=…&gdpr=1, oder je eine Zeile.',
  'choose upload mp4 file': 'wählen Upload MP4-Datei',
  'Choose an ad slate': 'Ad-Slate wählen',
  'A slate that is not yet in the profile of this channel is encoded first; save the channel afterwards.':
    'Ein Slate, der noch nicht im Profil dieses Kanals vorliegt, wird zuerst encodiert; speichern Sie danach den Kanal.',
  'No ad slates yet': 'Noch keine Ad-Slates',
  'Ad slate': 'Ad-Slate',
  'No ad slate has this name': 'Kein Ad-Slate heißt so',
  'smaller than 1024 MB': 'kleiner als 1024 MB',
  'Save the channel first, then upload a slate for it.':
    'Speichern Sie zuerst den Kanal, dann laden Sie einen Slate für ihn hoch.',
  'Conditioning {name}': '{name} wird aufbereitet',
  'Conditioning of {name}': 'Aufbereitung von {name}',
  'The URL is filled in when the slate is ready. The job continues if you leave this page.':
    'Die URL wird eingetragen, wenn der Slate bereit ist. Der Job läuft weiter, wenn Sie diese Seite verlassen.',
  'Open the job': 'Job öffnen',
  'Ad Slate URL': 'URL des Ad-Slates',
  'Filled in when a slate is ready. While it is empty, viewers see the source after the ads of a break.':
    'Wird eingetragen, wenn ein Slate bereit ist. Solange sie leer ist, sehen Zuschauer nach den Spots einer Werbepause die Quelle.',
  'Play the ad slate': 'Ad-Slate abspielen',
  'Only .mp4 files can be uploaded as ad slates.':
    'Nur .mp4-Dateien können als Ad-Slate hochgeladen werden.',
  'The job gave no reason.': 'Der Job nannte keinen Grund.',
  'The file is uploaded.': 'Die Datei ist hochgeladen.',
  'The server stores the file.': 'Der Server speichert die Datei.',
  'The file is checked for viruses.': 'Die Datei wird auf Viren geprüft.',
  'Please select a channel type or a profile first.':
    'Bitte wählen Sie zuerst einen Kanaltyp oder ein Profil.',
  'Archive and try again': 'Archivieren und erneut versuchen',
  Analyse: 'Analysieren',
  'profile tracks markers warnings play': 'Profil Tracks Marker Warnungen abspielen',
  'Analysing ...': 'Analyse läuft …',
  'Reads the source. Nothing is saved.': 'Liest die Quelle. Nichts wird gespeichert.',
  'Profile and settings are filled in from the source.':
    'Profil und Einstellungen werden aus der Quelle eingetragen.',
  'low latency': 'geringe Latenz',
  Window: 'Fenster',
  'Segment length': 'Segmentlänge',
  Markers: 'Marker',
  'Update period': 'Aktualisierung alle',
  'Behind redirects': 'Hinter Weiterleitungen',
  'none now': 'jetzt keine',
  'Analysis of the source': 'Analyse der Quelle',
  Audio: 'Audio',
  Subtitles: 'Untertitel',
  'Closed captions': 'Closed Captions',
  Images: 'Bilder',
  Track: 'Track',
  Codecs: 'Codecs',
  'kbit/s': 'kbit/s',
  Tracks: 'Tracks',
  'separate audio': 'getrenntes Audio',
  'frame rate': 'Bildrate',
  'segment duration': 'Segmentlänge',
  'video renditions': 'Video-Renditions',
  'audio tracks': 'Audio-Tracks',
  'The profile is for another protocol, so creatives are encoded to the ladder of the source.':
    'Das Profil ist für ein anderes Protokoll, daher werden Creatives für die Leiter der Quelle encodiert.',
  'Creatives are encoded to the profile, with container and separation of audio as in the source, and segments no longer than its target duration.':
    'Creatives werden nach dem Profil encodiert, mit Container und Trennung des Audios wie in der Quelle, und mit Segmenten, die nicht länger als deren Target Duration sind.',
  'Ads are shown only where the profile has a codec of the family of each rendition of the source.':
    'Werbung wird nur gezeigt, wo das Profil einen Codec aus der Familie jeder Rendition der Quelle hat.',
  'source differ ladder': 'Quelle Unterschied Leiter',
  'The profile has no whole ladder: creatives are encoded to that of the source. {toAnalyse} fills it in.':
    'Das Profil hat keine ganze Leiter: Creatives werden für die der Quelle encodiert. {toAnalyse} trägt sie ein.',
  '{message} Until then viewers get an error.':
    '{message} Bis dahin erhalten Zuschauer einen Fehler.',
  'The source cannot be read now: whether it has the ladder is not known.':
    'Die Quelle kann jetzt nicht gelesen werden: Ob sie die Leiter hat, ist nicht bekannt.',
  'Profile and source have the same ladder.': 'Profil und Quelle haben dieselbe Leiter.',
  'Profile and source differ in {differences}. {differences2} {toAnalyse} offers the profile of the source.':
    'Profil und Quelle unterscheiden sich: {differences}. {differences2} {toAnalyse} bietet das Profil der Quelle an.',
  'Update Profile': 'Profil aktualisieren',
  'The form gets the new profile, which takes effect when the channel is saved. Creatives without an encoding in the new profile are encoded again.':
    'Das Formular erhält das neue Profil; es gilt, wenn der Kanal gespeichert wird. Creatives ohne Encodierung im neuen Profil werden noch einmal encodiert.',
  'Old profile': 'Altes Profil',
  'New profile': 'Neues Profil',
  'Take over these settings as well': 'Auch diese Einstellungen übernehmen',
  'not set': 'nicht gesetzt',
  'Open its URL to see the response, or analyse it.':
    'Öffnen Sie ihre URL, um die Antwort zu sehen, oder analysieren Sie sie.',
  'The source answered {data}.': 'Die Quelle antwortete {data}.',
  'The source is not a playable manifest ({code}).':
    'Die Quelle ist kein abspielbares Manifest ({code}).',
  'This browser cannot play the source ({code}).':
    'Dieser Browser kann die Quelle nicht abspielen ({code}).',
  'It may use codecs or encryption that this browser does not support; ads can still be inserted.':
    'Vielleicht nutzt sie Codecs oder eine Verschlüsselung, die dieser Browser nicht kann; Werbung lässt sich trotzdem einfügen.',
  'The source cannot be played ({code}).': 'Die Quelle kann nicht abgespielt werden ({code}).',
  'Play source': 'Quelle abspielen',
  'Check the source manifest URL.': 'Prüfen Sie die URL des Quellmanifests.',
  'Source URL': 'URL der Quelle',
  'Clock of the source': 'Uhr der Quelle',
  Why: 'Warum',
  'Passed over': 'Übergangen',
  '{seconds} of the source, {count} breaks': '{seconds} der Quelle, {count} Werbepausen',
  '{startsAt}: {dialect} is ignored: {reason}':
    '{startsAt}: {dialect} wird nicht beachtet: {reason}',
  'duration not known yet': 'Dauer noch nicht bekannt',
  'Try it': 'Ausprobieren',
  'find breaks markers source now': 'finden Werbepausen Marker Quelle jetzt',
  'Reading the source ...': 'Die Quelle wird gelesen …',
  'Find breaks': 'Werbepausen finden',
  'The settings have changed since: find them again.':
    'Die Einstellungen haben sich seitdem geändert: Suchen Sie noch einmal.',
  'Breaks in the source': 'Werbepausen in der Quelle',
  '{count} marker is ignored': '{count} Marker wird nicht beachtet',
  '{count} markers are ignored': '{count} Marker werden nicht beachtet',
  '{count} break found': '{count} Werbepause gefunden',
  '{count} breaks found': '{count} Werbepausen gefunden',
  'No breaks found: {over}.': 'Keine Werbepausen gefunden: {over}.',
  'The source lists no markers now.': 'Die Quelle führt jetzt keine Marker auf.',
  'Channel Name': 'Name des Kanals',
  '{name} Viewers get nothing until you enable it.':
    '{name} Zuschauer erhalten nichts, bis Sie ihn aktivieren.',
  'Enable channel': 'Kanal aktivieren',
  'Copy output URL': 'Ausgabe-URL kopieren',
  'Save the channel': 'Kanal speichern',
  'Fill in the HbbTV preset': 'HbbTV-Voreinstellung eintragen',
  'No setting matches.': 'Keine Einstellung passt.',
  'the ad begins': 'der Spot beginnt',
  'the ad ends': 'der Spot endet',
  'the viewer clicks': 'der Zuschauer klickt',
  'Not sent': 'Nicht gesendet',
  Manifest: 'Manifest',
  HLS: 'HLS',
  DASH: 'DASH',
  Mode: 'Modus',
  VoD: 'VoD',
  'This installation': 'Diese Installation',
  'Tab and Shift+Tab lead out of the text.': 'Tab und Umschalt+Tab führen aus dem Text hinaus.',
  '{name} Your input is still here: compare both, keep both, or choose one.':
    '{name} Ihre Eingabe ist noch da: Vergleichen Sie beide, behalten Sie beide, oder wählen Sie eine.',
  'Somebody else has changed this channel since you opened it.':
    'Jemand anderes hat diesen Kanal geändert, seit Sie ihn geöffnet haben.',
  'Their version and yours': 'Die andere Fassung und Ihre',
  'Theirs, as stored': 'Die andere, wie gespeichert',
  Yours: 'Ihre',
  'Keep both': 'Beide behalten',
  'You have changed different settings: “Keep both” merges both into the form for you to save.':
    'Sie haben verschiedene Einstellungen geändert: „Beide behalten“ führt sie im Formular zusammen; speichern Sie danach.',
  'Both of you have changed {clashes}: “Keep both” keeps your values there and theirs everywhere else, for you to save.':
    'Sie haben beide {clashes} geändert: „Beide behalten“ behält dort Ihre Werte und sonst die anderen; speichern Sie danach.',
  'Save the changed profile?': 'Geändertes Profil speichern?',
  'Save profile': 'Profil speichern',
  'Suspicious content': 'Verdächtiger Inhalt',
  'Save anyway': 'Trotzdem speichern',
  'The breaks that these settings find in the source now. Nothing is saved.':
    'Die Werbepausen, die diese Einstellungen jetzt in der Quelle finden. Nichts wird gespeichert.',
  'Search in settings': 'In den Einstellungen suchen',
  Sections: 'Abschnitte',
  Advanced: 'Erweitert',
  'has errors': 'hat Fehler',
  'Show {label}': '{label} anzeigen',
  'All of it as JSON': 'Alles als JSON',
  '{min} to {max} {unit}': '{min} bis {max} {unit}',
  'A channel connects your stream to an ad server and provides an output URL for viewers.':
    'Ein Kanal verbindet Ihren Stream mit einem Ad-Server und liefert eine Ausgabe-URL für Zuschauer.',
  '{count} channel': '{count} Kanal',
  '{count} channels': '{count} Kanäle',
  '{watchingNow} watching now': '{watchingNow} schauen gerade zu',
  '{count} ad today': '{count} Spot heute',
  '{count} ads today': '{count} Spots heute',
  'A new channel starts disabled; you enable it when it is ready.':
    'Ein neuer Kanal ist zunächst deaktiviert; aktivieren Sie ihn, wenn er bereit ist.',
  History: 'Verlauf',
  'Monitoring of {name}': 'Überwachung von {name}',
  'Resetting…': 'Wird zurückgesetzt …',
  'Edit Channel': 'Kanal bearbeiten',
  'Nobody has changed this channel since the audit log began, or its entries are too old to be kept.':
    'Niemand hat diesen Kanal geändert, seit das Änderungsprotokoll besteht, oder seine Einträge sind zu alt.',
  'Changes of the channel': 'Änderungen des Kanals',
  Version: 'Fassung',
  'the version of {at}': 'die Fassung von {at}',
  'Compare {value}': '{value} vergleichen',
  'the earliest version': 'die früheste Fassung',
  'The profile of the channel keeps changing.': 'Das Profil des Kanals ändert sich immer wieder.',
  'As it was before the first change that is kept':
    'Wie er vor der ersten aufbewahrten Änderung war',
  'The version cannot be restored. {join}':
    'Die Fassung kann nicht wiederhergestellt werden. {join}',
  '{name} has the settings of this version again.':
    '{name} hat wieder die Einstellungen dieser Fassung.',
  'Restore this version?': 'Diese Fassung wiederherstellen?',
  'The channel is saved with these settings. Secrets and whether it is enabled stay as they are.':
    'Der Kanal wird mit diesen Einstellungen gespeichert. Geheimnisse, und ob er aktiviert ist, bleiben, wie sie sind.',
  Restore: 'Wiederherstellen',
  'Version and present settings': 'Fassung und jetzige Einstellungen',
  'Restore This Version': 'Diese Fassung wiederherstellen',
  'This version is not kept any more.': 'Diese Fassung wird nicht mehr aufbewahrt.',
  'This version': 'Diese Fassung',
  'Mid-roll': 'Mid-Roll',
};
