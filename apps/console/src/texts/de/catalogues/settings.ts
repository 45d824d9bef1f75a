/** German of settings of channels and systems, as their schemas name and explain them. */
export const settingsTexts: Readonly<Record<string, string>> = {
  'Shown in lists and reports, and sent to ad servers as {{channelName}}; viewers do not see it.':
    "Steht in Listen und Berichten und geht als '{{'channelName'}}' an Ad-Server; Zuschauer sehen ihn nicht.",
  'Type: manifest, mode': 'Typ: Manifest, Modus',
  'HLS or DASH, Live or VoD.': 'HLS oder DASH, Live oder VoD.',
  'Required of viewers as api-key to start a session. Empty: not required.':
    'Zuschauer müssen ihn als api-key nennen, um eine Session zu beginnen. Leer: nicht verlangt.',
  Preset: 'Voreinstellung',
  'The preset from which this channel was filled in. Sent to ad servers where the parameters name {{presetId}}.':
    "Die Voreinstellung, aus der dieser Kanal ausgefüllt wurde. Geht an Ad-Server, wo die Parameter '{{'presetId'}}' nennen.",
  'SSAI cluster': 'SSAI-Cluster',
  'Plays the channel: this installation, or another one that receives every save.':
    'Spielt den Kanal: diese Installation, oder eine andere, die jedes Speichern erhält.',
  'External base URL': 'Externe Basis-URL',
  'The stitcher as viewers reach it, for example through a CDN: base of the output URL, manifests and beacons. Empty: the stitcher itself.':
    'Der Stitcher, wie Zuschauer ihn erreichen, etwa über ein CDN: Basis der Ausgabe-URL, der Manifeste und Beacons. Leer: der Stitcher selbst.',
  'Use http': 'http verwenden',
  'Output and beacon addresses use http instead of https, for players without TLS.':
    'Ausgabe- und Beacon-Adressen verwenden http statt https, für Player ohne TLS.',
  'Source manifest URL': 'URL des Quellmanifests',
  'HLS multivariant playlist or DASH MPD, without ads. Redirects are followed.':
    'Multivariant-Playlist (HLS) oder MPD (DASH), ohne Werbung. Weiterleitungen wird gefolgt.',
  'True source URL': 'Wahre Quell-URL',
  'Read instead of the source manifest URL, and the base of its relative addresses: the target of its redirects. Empty: the source manifest URL.':
    'Wird statt der URL des Quellmanifests gelesen und ist Basis seiner relativen Adressen: das Ziel seiner Weiterleitungen. Leer: die URL des Quellmanifests.',
  'Public fallback URL': 'Öffentliche Ausweich-URL',
  'Where viewers beyond the limit of sessions are redirected: the same content without ads, at an address that everybody may know. Empty: they get 503 and try again.':
    'Wohin Zuschauer jenseits der Session-Grenze geleitet werden: derselbe Inhalt ohne Werbung, unter einer Adresse, die jeder kennen darf. Leer: Sie erhalten 503 und versuchen es wieder.',
  'Source headers': 'Header der Quelle',
  'Sent with every request to the origin of the source and to the further origins below, never to an ad server: {"x-api-key": "…", "X-Cdnid": "…"}.':
    'Werden mit jeder Anfrage an den Origin der Quelle und an die weiteren Origins unten gesendet, nie an einen Ad-Server: \'{\'"x-api-key": "…", "X-Cdnid": "…"\'}\'.',
  'Further source origins': 'Weitere Origins der Quelle',
  'Where else manifests and feeds of this channel are: ["https://feeds.example.com"]. They get the source headers too, and a player’s request may name feeds there.':
    'Wo Manifeste und Feeds dieses Kanals sonst noch liegen: ["https://feeds.example.com"]. Sie erhalten die Header der Quelle auch, und die Anfrage eines Players darf dort Feeds nennen.',
  'Multi-period source': 'Quelle mit mehreren Periods',
  'The source has Periods of its own: their ids are kept, and markers are read in each of them.':
    'Die Quelle hat eigene Periods: Ihre IDs bleiben, und Marker werden in jeder gelesen.',
  'HLS media compatibility': 'HLS-Kompatibilität',
  'One audio group in the output and no EXT-X-MEDIA without a URI, for old television sets.':
    'Eine Audiogruppe in der Ausgabe und kein EXT-X-MEDIA ohne URI, für alte Fernsehgeräte.',
  'Follow changes of the source': 'Änderungen der Quelle folgen',
  'Variants and codecs that the encoder changes on air are changed in the output.':
    'Varianten und Codecs, die der Encoder während der Sendung ändert, werden in der Ausgabe geändert.',
  'Set scanning frequency': 'Abfragetakt festlegen',
  'Reloads the source at the interval below instead of the interval that the source declares.':
    'Lädt die Quelle im Takt unten statt in dem, den die Quelle angibt.',
  'Minimum source update period': 'Kürzester Takt der Quelle',
  'Seconds between two reloads of the source, 0 to 20, rounded up. 0: every second.':
    'Sekunden zwischen zwei Ladevorgängen der Quelle, 0 bis 20, aufgerundet. 0: jede Sekunde.',
  'Creatives are encoded to its ladder, which Analyse fills in; without a whole one, to that of the source. Another profile requires new encodings; the earlier ones play until they are ready.':
    'Creatives werden für seine Leiter encodiert, die „Analysieren“ ausfüllt; ohne eine ganze für die der Quelle. Ein anderes Profil verlangt neue Encodierungen; die bisherigen spielen, bis sie bereit sind.',
  'Muxing type': 'Muxing-Typ',
  'Container of the ladder, cmaf or ts. Creatives of a saved channel have that of its source.':
    'Container der Leiter, cmaf oder ts. Creatives eines gespeicherten Kanals haben den seiner Quelle.',
  'Manifest type': 'Manifest-Typ',
  'Protocol that the ladder is for: hls or dash.':
    'Protokoll, für das die Leiter ist: hls oder dash.',
  'Separate audio': 'Getrenntes Audio',
  'The ladder has separate (demultiplexed) audio. Creatives of a saved channel have their audio where its source has it.':
    'Die Leiter hat getrenntes (demultiplextes) Audio. Creatives eines gespeicherten Kanals haben ihr Audio dort, wo seine Quelle es hat.',
  'I-frame playlists of creatives': 'I-Frame-Playlists der Creatives',
  'Creatives get an I-frame playlist.': 'Creatives erhalten eine I-Frame-Playlist.',
  'Use audio normalization': 'Audio normalisieren',
  'Brings ads and slates to the loudness below (EBU R 128). Off: they keep their loudness. A change encodes them again.':
    'Bringt Spots und Slates auf die Lautheit unten (EBU R 128). Aus: Sie behalten ihre Lautheit. Eine Änderung encodiert sie neu.',
  'Integrated Loudness': 'Integrierte Lautheit',
  'Over the whole ad. European broadcast uses -23 (EBU R 128).':
    'Über den ganzen Spot. Europäischer Rundfunk verwendet -23 (EBU R 128).',
  LUFS: 'LUFS',
  'Loudness Range': 'Lautheitsbereich',
  'Between the quiet and the loud parts of the ad. A range up to this stays; a wider one is narrowed to at most 4 LU more.':
    'Zwischen leisen und lauten Teilen des Spots. Ein Bereich bis hierher bleibt; ein weiterer wird auf höchstens 4 LU mehr verengt.',
  LU: 'LU',
  'Maximum True Peak Level': 'Höchster True Peak',
  'The highest true peak of the ad.': 'Der höchste True Peak des Spots.',
  dBTP: 'dBTP',
  'Generate from source URL': 'Aus der Quell-URL erzeugen',
  'The address of its file, without the query, identifies a creative. For ad servers whose ids change.':
    'Die Adresse seiner Datei ohne Query bezeichnet ein Creative. Für Ad-Server, deren IDs wechseln.',
  'Use media file id': 'ID der Mediendatei verwenden',
  'The id of its MediaFile in the VAST identifies a creative.':
    'Die ID seines MediaFile im VAST bezeichnet ein Creative.',
  'Ad server system': 'System des Ad-Servers',
  'Another system loads its own parameters.': 'Ein anderes System lädt seine eigenen Parameter.',
  'Ad server URL': 'URL des Ad-Servers',
  'Answers VAST or VMAP. Macros and tokens are expanded for each request.':
    'Antwortet mit VAST oder VMAP. Makros und Token werden je Anfrage ersetzt.',
  'Ad source params': 'Parameter der Ad-Quelle',
  'Sent with every request. Tokens such as {{ifa}} are expanded per session; empty parameters are omitted.':
    "Werden mit jeder Anfrage gesendet. Token wie '{{'ifa'}}' werden je Session ersetzt; leere Parameter fallen weg.",
  'Decide per cohort': 'Je Kohorte entscheiden',
  'Sessions with equal ad requests share one request and get the same ads.':
    'Sessions mit gleichen Ad-Anfragen teilen sich eine Anfrage und erhalten dieselben Spots.',
  'Ad requests per second': 'Ad-Anfragen je Sekunde',
  'Most requests that the ad server gets from all stitchers together; channels with the same ad server share its turns. Sessions whose turn comes too late for the break get the contingency ads, or slate or content. 0: no limit.':
    'So viele Anfragen erhält der Ad-Server höchstens, von allen Stitchern zusammen; Kanäle mit demselben Ad-Server teilen sie sich. Sessions, die vor der Werbepause nicht an die Reihe kommen, erhalten die Reserve-Spots, Slate oder das Programm. 0: ohne Grenze.',
  'Contingency ads': 'Reserve-Spots',
  'Sessions whose ad request fails or comes too late get the ads of a request that names no viewer. It is sent once for each break, stitcher and kind of device.':
    'Sessions, deren Ad-Anfrage scheitert oder zu spät kommt, erhalten die Spots einer Anfrage, die keinen Zuschauer nennt. Sie wird je Werbepause, Stitcher und Geräteart einmal gesendet.',
  'Frequency cap': 'Kontaktgrenze',
  'How often one session gets the same creative. 0: as often as the ad server returns it.':
    'Wie oft eine Session dasselbe Creative erhält. 0: so oft, wie der Ad-Server es liefert.',
  'Drop partial replacements': 'Teilweisen Ersatz verwerfen',
  'Keep the source when ads fill less than the minimum fill of the break.':
    'Die Quelle behalten, wenn Spots weniger als die Mindestfüllung der Werbepause füllen.',
  'Minimum fill': 'Mindestfüllung',
  'Keep the source when ads fill less than this share of the break.':
    'Die Quelle behalten, wenn Spots weniger als diesen Anteil der Werbepause füllen.',
  'Pass content identifiers through': 'Inhaltskennungen durchreichen',
  'Markers that name the content stay in the output, and its identifier is sent to the ad server.':
    'Marker, die den Inhalt benennen, bleiben in der Ausgabe, und seine Kennung geht an den Ad-Server.',
  'Pre-roll': 'Pre-Roll',
  'A session starts with ads: live in place of the first seconds, on demand before the content.':
    'Eine Session beginnt mit Spots: live anstelle der ersten Sekunden, auf Abruf vor dem Inhalt.',
  'Maximum duration': 'Höchstdauer',
  'Of all ads of the pre-roll together.': 'Aller Spots des Pre-Rolls zusammen.',
  s: 's',
  'Maximum ads': 'Höchstzahl der Spots',
  'Number of ads in the pre-roll.': 'Anzahl der Spots im Pre-Roll.',
  'Use a different ad server': 'Anderen Ad-Server verwenden',
  'The pre-roll is requested from a separate ad server instead of the channel’s.':
    'Der Pre-Roll wird bei einem eigenen Ad-Server statt dem des Kanals angefragt.',
  'Pre-roll ad server system': 'System des Pre-Roll-Ad-Servers',
  'Pre-roll ad server URL': 'URL des Pre-Roll-Ad-Servers',
  'Pre-roll ad source params': 'Parameter der Pre-Roll-Quelle',
  'Segmentation configuration': 'Segmentierung',
  'All of the above as JSON. An entry under the hash of a source address or of a content identifier overrides it there.':
    'Alles Obige als JSON. Ein Eintrag unter dem Hash einer Quelladresse oder einer Inhaltskennung gilt dort stattdessen.',
  'Splice mode': 'Splice-Modus',
  'SCTE 35 commands that open and close breaks.':
    'SCTE-35-Kommandos, die Werbepausen öffnen und schließen.',
  'splice_insert and time_signal': 'splice_insert und time_signal',
  'splice_insert only': 'nur splice_insert',
  'time_signal only': 'nur time_signal',
  'Tags of the manifest only': 'Nur Tags des Manifests',
  'Default duration': 'Standarddauer',
  'Duration of a break whose marker has none. 0: until the return marker.':
    'Dauer einer Werbepause, deren Marker keine nennt. 0: bis zum Rückkehr-Marker.',
  'Segmentation type ids, start': 'Segmentation Type IDs, Beginn',
  'A time_signal with one of these segmentation_type_ids opens a break, e.g. 34 break, 48 provider ad, 50 distributor ad, 52 and 54 placement opportunities.':
    'Ein time_signal mit einer dieser segmentation_type_ids öffnet eine Werbepause, etwa 34 Break, 48 Provider Ad, 50 Distributor Ad, 52 und 54 Placement Opportunities.',
  'Segmentation type ids, end': 'Segmentation Type IDs, Ende',
  'A time_signal with one of these closes it: usually the start plus one.':
    'Ein time_signal mit einer davon schließt sie: meist der Beginn plus eins.',
  'SCTE-35 is hex, not Base64': 'SCTE-35 ist hexadezimal, nicht Base64',
  'Markers are read as hex alone. Off: as Base64, or as hex where they have the prefix 0x or begin with the table_id FC in hex.':
    'Marker werden nur hexadezimal gelesen. Aus: als Base64, oder hexadezimal, wo sie das Präfix 0x haben oder mit der table_id FC beginnen.',
  'Fallback source tags of this configuration': 'Ausweich-Tags dieser Segmentierung',
  'Override the fallback source tags of the channel, unless empty.':
    'Gelten statt der Ausweich-Tags des Kanals, wenn sie nicht leer sind.',
  'Read in-band events': 'Inband-Ereignisse lesen',
  'SCTE 35 messages in the segments of the source (emsg) are markers, too: the first 8 KiB of each new segment are read, one request per segment, however many viewers there are.':
    'SCTE-35-Nachrichten in den Segmenten der Quelle (emsg) sind auch Marker: Die ersten 8 KiB jedes neuen Segments werden gelesen, mit einer Anfrage je Segment, wie viele Zuschauer es auch gibt.',
  'Fallback source tags': 'Ausweich-Tags der Quelle',
  'The only markers that are read, in order of preference: ["EXT-X-CUE-OUT", "EXT-OATCLS-SCTE35"]. In HLS the first that appears, until a reset; in DASH all event streams of the named schemes. Empty: all are read.':
    'Die einzigen Marker, die gelesen werden, nach Vorrang: ["EXT-X-CUE-OUT", "EXT-OATCLS-SCTE35"]. In HLS der erste, der erscheint, bis zum Zurücksetzen; in DASH alle Event-Streams der genannten Schemata. Leer: alle.',
  'Server-side beacons': 'Beacons vom Server',
  'The stitcher sends the trackers of the ads. Off: they are in the VAST document of the session, for the player to send.':
    'Der Stitcher sendet die Tracker der Spots. Aus: Sie stehen im VAST-Dokument der Session, damit der Player sie sendet.',
  'Beacon timing': 'Zeitpunkt der Beacons',
  'When the stitcher counts an event of an ad as reached.':
    'Wann der Stitcher ein Ereignis eines Spots als erreicht zählt.',
  'When the segment is requested': 'Wenn das Segment angefragt wird',
  'When the segment has played': 'Wenn das Segment abgespielt ist',
  'Ad beacons base URL': 'Basis-URL der Ad-Beacons',
  'Prefix of the ad beacons above. Empty: none are sent.':
    'Anfang der Ad-Beacons oben. Leer: keine werden gesendet.',
  'Ad beacons': 'Ad-Beacons',
  'The address per event, appended to the base URL.':
    'Die Adresse je Ereignis, angehängt an die Basis-URL.',
  'Custom beacon server URL': 'URL eines eigenen Beacon-Servers',
  'Prefix of the events below. Empty: players get none.':
    'Anfang der Ereignisse unten. Leer: Player erhalten keine.',
  'Custom beacon events': 'Eigene Beacon-Ereignisse',
  'The address per event, appended to the URL; players get them as additional trackers of each ad. Macros such as [ADID] are expanded.':
    'Die Adresse je Ereignis, angehängt an die URL; Player erhalten sie als weitere Tracker jedes Spots. Makros wie [ADID] werden ersetzt.',
  'Timeshift Window': 'Timeshift-Fenster',
  'How far back a session can start with ?start=…: the stitcher keeps the segments of the source this long. 0: no start-over.':
    'Wie weit zurück eine Session mit ?start=… beginnen kann: So lange bewahrt der Stitcher die Segmente der Quelle. 0: kein Start-over.',
  'Live edge timing adjustment': 'Abstand zur Live-Kante',
  'Delays viewers behind the source; breaks are known, and their ads decided, this much earlier.':
    'Hält Zuschauer hinter der Quelle zurück; Werbepausen sind um so viel früher bekannt, und ihre Spots entschieden.',
  'Playlist size': 'Länge der Playlist',
  'Duration that a playlist lists, which is how far viewers can seek back. 0: as the source.':
    'Dauer, die eine Playlist aufführt; so weit können Zuschauer zurückspringen. 0: wie die Quelle.',
  'Growing Playlist': 'Wachsende Playlist',
  'A session starts with as many segments as the source lists and grows to the playlist size. Off: the whole playlist at once.':
    'Eine Session beginnt mit so vielen Segmenten wie die Quelle und wächst zur Länge der Playlist. Aus: sofort die ganze.',
  'Look at splices': 'Splices ansehen',
  'The monitor decodes two seconds on each side of a splice, and shows its pictures, black, silence and loudness. Takes 5 % of a core at most.':
    'Die Überwachung decodiert zwei Sekunden auf jeder Seite eines Splices und zeigt seine Bilder, Schwarzbild, Stille und Lautheit. Braucht höchstens 5 % eines Kerns.',
  'Suggested presentation delay': 'Empfohlener Präsentationsabstand',
  'MPD@suggestedPresentationDelay: how far behind the live edge DASH players start. Empty: as the source. HLS uses the live edge timing adjustment.':
    'MPD@suggestedPresentationDelay: wie weit hinter der Live-Kante DASH-Player beginnen. Leer: wie die Quelle. HLS verwendet den Abstand zur Live-Kante.',
  'Independent Media Sequences': 'Eigene Mediensequenz',
  'Every session counts its own segments, from 1,000. Off: the media sequence of the source, shifted by the segments of ads.':
    'Jede Session zählt ihre eigenen Segmente, ab 1.000. Aus: die Mediensequenz der Quelle, verschoben um die Segmente der Spots.',
  'Legacy Media Sequence Handling': 'Herkömmliche Mediensequenz',
  'The media sequence of the source wherever no break is listed; it jumps or stalls when a break leaves the playlist. Only for players that require it.':
    'Die Mediensequenz der Quelle, wo keine Werbepause aufgeführt ist; sie springt oder steht, wenn eine Werbepause die Playlist verlässt. Nur für Player, die das verlangen.',
  'Suppress HLS Tags': 'HLS-Tags unterdrücken',
  'Removed from every playlist. Without DISCONTINUITY-SEQUENCE players may stall after a break.':
    'Werden aus jeder Playlist entfernt. Ohne DISCONTINUITY-SEQUENCE können Player nach einer Werbepause stehen bleiben.',
  'Preserve playlist name': 'Playlist-Namen behalten',
  'Media playlists keep their file names from the source, for players and CDN rules that depend on them.':
    'Media-Playlists behalten die Dateinamen der Quelle, für Player und CDN-Regeln, die davon abhängen.',
  'Custom http proxy url': 'Eigene http-Proxy-URL',
  'HTTP proxy for requests to the source’s manifests, cue point feeds and the ad server; segments do not use it.':
    'HTTP-Proxy für Anfragen an die Manifeste der Quelle, Feeds der Cue-Points und den Ad-Server; Segmente nutzen ihn nicht.',
  'Use relative segment url': 'Relative Segment-URLs',
  'Segments on the host of the output get addresses without it. Off: segments of content and, in DASH, of ads get absolute addresses.':
    'Segmente auf dem Host der Ausgabe erhalten Adressen ohne ihn. Aus: Segmente des Inhalts und in DASH der Spots erhalten absolute Adressen.',
  'Segments to replay after midroll': 'Nach dem Mid-Roll zu wiederholende Segmente',
  'After inserted ads the content resumes this many segments earlier.':
    'Nach eingefügten Spots geht der Inhalt so viele Segmente früher weiter.',
  'Use SCTE-35 Ad-Markers': 'SCTE-35-Marker verwenden',
  'Breaks are where the source marks them. Off: where the cue point feed or the player’s request places them.':
    'Werbepausen sind, wo die Quelle sie markiert. Aus: wo der Feed der Cue-Points oder die Anfrage des Players sie setzt.',
  'Replace Ad-Breaks': 'Werbepausen ersetzen',
  'Ads replace the marked content, and slate fills the rest. Off: ads are inserted, and no content is removed.':
    'Spots ersetzen den markierten Inhalt, und Slate füllt den Rest. Aus: Spots werden eingefügt, und kein Inhalt fällt weg.',
  'Filter HLS by Bandwidth': 'HLS nach Bandbreite filtern',
  'Variants above the maximum bandwidth are removed; the lowest one always stays.':
    'Varianten über der höchsten Bandbreite werden entfernt; die niedrigste bleibt immer.',
  'Maximum HLS Bandwidth': 'Höchste HLS-Bandbreite',
  'Highest BANDWIDTH of a variant when variants are filtered.':
    'Höchste BANDWIDTH einer Variante, wenn gefiltert wird.',
  'bit/s': 'bit/s',
  'Include DASH events': 'DASH-Ereignisse übernehmen',
  'Event streams of the source are copied to the output. Off: they are removed.':
    'Event-Streams der Quelle werden in die Ausgabe übernommen. Aus: Sie fallen weg.',
  'Provide VAST URL': 'VAST-URL liefern',
  'The response to a new session names a VAST document of its ads, for players that send trackers themselves.':
    'Die Antwort auf eine neue Session nennt ein VAST-Dokument ihrer Spots, für Player, die Tracker selbst senden.',
  'Remove Tracking template from body': 'Tracker aus der Antwort nehmen',
  'The response contains no trackers: they are in the VAST document. Requires Provide VAST URL.':
    'Die Antwort enthält keine Tracker: Sie stehen im VAST-Dokument. Verlangt „VAST-URL liefern“.',
  'Use Ad Slate': 'Ad-Slate verwenden',
  'Fills the rest of a break after its ads. Off: viewers see the source there.':
    'Füllt den Rest einer Werbepause nach ihren Spots. Aus: Zuschauer sehen dort die Quelle.',
  'The manifest of the slate in the protocol of this channel; filled in when a slate is selected or uploaded.':
    'Das Manifest des Slates im Protokoll dieses Kanals; wird eingetragen, wenn ein Slate gewählt oder hochgeladen wird.',
  'Slate in blackouts only': 'Slate nur in Blackouts',
  'Slate fills only breaks whose SCTE 35 message does not allow web delivery; in all others viewers see the source. Off: slate fills the rest of every break.':
    'Slate füllt nur Werbepausen, deren SCTE-35-Nachricht die Verbreitung im Web nicht erlaubt; in allen anderen sehen Zuschauer die Quelle. Aus: Slate füllt den Rest jeder Werbepause.',
  'Scheduler Configuration': 'Scheduler',
  'Id of this channel in an external scheduler, which then adds breaks through the API. Empty: only the markers of the source open breaks.':
    'ID dieses Kanals in einem externen Scheduler, der Werbepausen über die API hinzufügt. Leer: Nur die Marker der Quelle öffnen Werbepausen.',
  'I-frame tracks': 'I-Frame-Tracks',
  'I-frame and trick play tracks of the source stay in the output; ads get them, too.':
    'I-Frame- und Trickplay-Tracks der Quelle bleiben in der Ausgabe; Spots erhalten sie auch.',
  'Subtitles of the source stay in the output; they are empty during ads.':
    'Untertitel der Quelle bleiben in der Ausgabe; während der Spots sind sie leer.',
  'Closed captions of the source are signalled in the output.':
    'Closed Captions der Quelle werden in der Ausgabe signalisiert.',
  'Audio group id': 'ID der Audiogruppe',
  'GROUP-ID of the audio group in the output; further groups get the suffix -2, -3. Empty: as the source.':
    'GROUP-ID der Audiogruppe in der Ausgabe; weitere Gruppen erhalten das Suffix -2, -3. Leer: wie die Quelle.',
  'Prefetch duration': 'Vorausfrage',
  'Ads of a break that is announced early are requested this long before it, spread over the sessions. 0: when the break starts.':
    'Spots einer früh angekündigten Werbepause werden so lange vorher angefragt, über die Sessions verteilt. 0: wenn die Werbepause beginnt.',
  'Prefetch schedules': 'Zeitpläne der Vorausfrage',
  'Breaks whose markers come late: their ads are requested with a lead. A break that begins within ± of its expected start gets them. Without a repetition one break is expected; all times in seconds, on the clock of the programme.':
    'Werbepausen, deren Marker spät kommen: ihre Spots werden mit einem Vorlauf angefragt. Eine Werbepause, die innerhalb von ± um ihren erwarteten Beginn anfängt, erhält sie. Ohne Wiederholung wird eine Werbepause erwartet; alle Zeiten in Sekunden, auf der Uhr des Programms.',
  'Cache time': 'Cache-Dauer',
  'How long the ads of a break are kept for a session that reaches it again, and a VoD source is not reloaded. 0: not at all.':
    'Wie lange die Spots einer Werbepause für eine Session bewahrt werden, die sie noch einmal erreicht, und eine VoD-Quelle nicht neu geladen wird. 0: gar nicht.',
  'Cache list': 'Cache-Liste',
  'A list of patterns, or of {"pattern": "…", "ttl": 30} in seconds: playlists of the source whose address matches are reloaded no more often.':
    'Eine Liste von Mustern, oder von \'{\'"pattern": "…", "ttl": 30\'}\' in Sekunden: Playlists der Quelle, deren Adresse passt, werden nicht öfter geladen.',
  'Content location pattern': 'Muster für Inhaltsadressen',
  'Regular expression on the absolute addresses of segments, maps and keys of the source. Empty: no replacement.':
    'Regulärer Ausdruck auf die absoluten Adressen der Segmente, Maps und Schlüssel der Quelle. Leer: kein Ersetzen.',
  'Content location options': 'Optionen für Inhaltsadressen',
  'Flags of the pattern: g all matches, i ignore case, m and s as in JavaScript.':
    'Flags des Musters: g alle Treffer, i ohne Groß- und Kleinschreibung, m und s wie in JavaScript.',
  'Content location replacement': 'Ersatz für Inhaltsadressen',
  'Replaces the match; $1 is the first group.': 'Ersetzt den Treffer; $1 ist die erste Gruppe.',
  'Content location by the viewer': 'Inhaltsadressen durch den Zuschauer',
  'A viewer’s contentLocation=… overrides the replacement, limited to hosts that this channel names.':
    'contentLocation=… eines Zuschauers gilt statt des Ersatzes, beschränkt auf Hosts, die dieser Kanal nennt.',
  'Ad location pattern': 'Muster für Spot-Adressen',
  'Regular expression on the absolute addresses of segments and maps of ads. Empty: no replacement.':
    'Regulärer Ausdruck auf die absoluten Adressen der Segmente und Maps der Spots. Leer: kein Ersetzen.',
  'Ad location options': 'Optionen für Spot-Adressen',
  'Ad location replacement': 'Ersatz für Spot-Adressen',
  'Ad location by the viewer': 'Spot-Adressen durch den Zuschauer',
  'A viewer’s adLocation=… overrides the replacement, limited to hosts that this channel names.':
    'adLocation=… eines Zuschauers gilt statt des Ersatzes, beschränkt auf Hosts, die dieser Kanal nennt.',
  'Use HMAC authentication': 'HMAC-Authentifizierung',
  'Viewers need a signed token to start a session. Off: its settings, including the secret, are removed from the channel.':
    'Zuschauer brauchen ein signiertes Token, um eine Session zu beginnen. Aus: Ihre Einstellungen, auch das Geheimnis, werden vom Kanal entfernt.',
  'HMAC secret': 'HMAC-Geheimnis',
  'Signs the tokens. A stored secret is shown as asterisks and kept unless you change it.':
    'Signiert die Token. Ein gespeichertes Geheimnis erscheint als Sternchen und bleibt, wenn Sie es nicht ändern.',
  'HMAC method': 'HMAC-Verfahren',
  'Hash function of the signature.': 'Hashfunktion der Signatur.',
  'SHA-256': 'SHA-256',
  'SHA-1': 'SHA-1',
  'The secret is encrypted': 'Das Geheimnis ist verschlüsselt',
  'The secret is hexadecimal, encrypted under the key of this platform as the manual describes.':
    'Das Geheimnis ist hexadezimal, unter dem Schlüssel dieser Plattform verschlüsselt, wie das Handbuch beschreibt.',
  'HMAC window': 'HMAC-Fenster',
  'Maximum validity of a token, and of the cookie that replaces it.':
    'Höchste Gültigkeit eines Tokens, und des Cookies, das es ersetzt.',
  'HMAC cookie domain': 'HMAC-Cookie-Domain',
  'Domain of the cookie that replaces a token. Empty: the stitcher’s own host.':
    'Domain des Cookies, das ein Token ersetzt. Leer: der Host des Stitchers.',
  'Channel details': 'Kanal',
  'The stream as viewers would see it without ad insertion.':
    'Der Stream, wie Zuschauer ihn ohne Werbung sähen.',
  'How creatives are encoded for this channel.': 'Wie Creatives für diesen Kanal encodiert werden.',
  'Receives an ad request for every break. Without a response in time, viewers see slate or content.':
    'Erhält für jede Werbepause eine Ad-Anfrage. Ohne rechtzeitige Antwort sehen Zuschauer Slate oder die Quelle.',
  'Ad break management': 'Werbepausen',
  'Which markers of the source open and close a break.':
    'Welche Marker der Quelle eine Werbepause öffnen und schließen.',
  'Beacons of the platform, in addition to the trackers of the ads. Macros such as [SESSIONID] and [ADID] are expanded.':
    'Beacons der Plattform, zusätzlich zu den Trackern der Spots. Makros wie [SESSIONID] und [ADID] werden ersetzt.',
  'Beacon settings': 'Einstellungen der Beacons',
  'Custom beacon server': 'Eigener Beacon-Server',
  'Additional trackers of every ad, sent by the player.':
    'Weitere Tracker jedes Spots, vom Player gesendet.',
  'Live window': 'Live-Fenster',
  'HLS playlists': 'HLS-Playlists',
  'VoD stitcher': 'VoD-Stitcher',
  'Ad clip identifier': 'Kennung des Creatives',
  'What identifies a creative, so that it is encoded once. Neither: the ids that the ad server sends.':
    'Was ein Creative bezeichnet, damit es einmal encodiert wird. Keines: die IDs, die der Ad-Server sendet.',
  'Fills the rest of a break after its ads, or the whole break when there are none.':
    'Füllt den Rest einer Werbepause nach ihren Spots, oder die ganze, wenn es keine gibt.',
  'Audio normalization': 'Audio-Normalisierung',
  Scheduler: 'Scheduler',
  'Output tracks': 'Tracks der Ausgabe',
  'Prefetch and cache': 'Vorausfrage und Cache',
  'Location replacement': 'Adressen ersetzen',
  'Rewrites addresses in the output, for example to your own CDN.':
    'Schreibt Adressen in der Ausgabe um, etwa auf Ihr eigenes CDN.',
  Authentication: 'Authentifizierung',
  'I should be a valid URL!': 'Das muss eine gültige URL sein!',
  'I should be one line without control characters!':
    'Das muss eine Zeile ohne Steuerzeichen sein!',
  'I should carry no credentials!': 'Das darf keine Zugangsdaten enthalten!',
  'Invalid JSON': 'Ungültiges JSON',
  'Secret code is not an even character length.': 'Das Geheimnis hat keine gerade Länge.',
  'Value should be number between 0 and 20': 'Der Wert muss eine Zahl zwischen 0 und 20 sein',
  'Choose one of the two ad clip identifiers.':
    'Wählen Sie eine der beiden Kennungen des Creatives.',
  'Choose one of the two media sequence options.': 'Wählen Sie eine der beiden Mediensequenzen.',
  'A vod2live playlist cannot have placeholders.':
    'Eine Playlist vom Typ vod2live kann keine Platzhalter haben.',
  'value must be a whole number': 'Der Wert muss eine ganze Zahl sein',
  'Choose a country.': 'Wählen Sie ein Land.',
  'Enter a number such as +49 30 1234567.': 'Geben Sie eine Nummer wie +49 30 1234567 ein.',
  'Enter both tax type and tax ID, or none.':
    'Geben Sie Art und Nummer der Steuer ein, oder keine von beiden.',
  'Choose an IANA time zone, as Europe/Berlin.':
    'Wählen Sie eine IANA-Zeitzone, etwa Europe/Berlin.',
  'Enter a currency of three letters, as EUR.':
    'Geben Sie eine Währung mit drei Buchstaben ein, etwa EUR.',
  'Choose at least one scope.': 'Wählen Sie mindestens ein Recht.',
  'must be an IPv4 or IPv6 address': 'muss eine IPv4- oder IPv6-Adresse sein',
  'must be plain text': 'muss einfacher Text sein',
  create: 'anlegen',
  update: 'speichern',
  delete: 'löschen',
  channel: 'Kanal',
  system: 'System',
  workflow: 'Workflow',
  playlist: 'Playlist',
  media: 'Medium',
  asset: 'Asset',
  user: 'Benutzer',
  // types of systems and their settings
  // types of systems and their settings
  'Stitchers that play the channels: those of this installation, or another one.':
    'Stitcher, die die Kanäle abspielen: die dieser Installation oder einer anderen.',
  'Base URL': 'Basis-URL',
  'Address of the channel API. Empty = this installation.':
    'Adresse der Kanal-API. Leer = diese Installation.',
  'API token': 'API-Token',
  'Sent as bearer token to the channel API.': 'Wird als Bearer-Token an die Kanal-API gesendet.',
  'Beacons base URL': 'Basis-URL der Beacons',
  'Where client-side beacons are sent to.': 'Wohin clientseitige Beacons gesendet werden.',
  CDN: 'CDN',
  'Where the bytes of ad media are counted.': 'Wo die Bytes der Werbemedien gezählt werden.',
  'Source of figures': 'Herkunft der Zahlen',
  'egress-counter counts the bytes that this platform serves.':
    'egress-counter zählt die Bytes, die diese Plattform ausliefert.',
  FFmpeg: 'FFmpeg',
  'Encodes on the workers of this installation.': 'Encodiert auf den Workern dieser Installation.',
  Engine: 'Encoder',
  'auto uses FFMPEG_PATH if it is set, else the encoder that npm installed, else an ffmpeg on PATH.':
    'auto nimmt FFMPEG_PATH, wenn es gesetzt ist, sonst den von npm installierten Encoder, sonst ein ffmpeg im PATH.',
  Bitmovin: 'Bitmovin',
  'Encodes in the cloud of Bitmovin; needs a storage system that it can write to.':
    'Encodiert in der Cloud von Bitmovin; braucht ein Speichersystem, in das Bitmovin schreiben kann.',
  'Of the account or a sub-organisation.': 'Des Kontos oder einer Unterorganisation.',
  'Organization ID': 'Organisations-ID',
  'Empty = the default organisation of the key.': 'Leer = die Standardorganisation des Schlüssels.',
  'API address': 'API-Adresse',
  'Empty = https://api.bitmovin.com/v1.': 'Leer = https://api.bitmovin.com/v1.',
  'Cloud region': 'Cloud-Region',
  'For example AWS_EU_WEST_1. Empty = AUTO.': 'Zum Beispiel AWS_EU_WEST_1. Leer = AUTO.',
  'Local folder': 'Lokaler Ordner',
  'A folder of this installation, served by the stitcher.':
    'Ein Ordner dieser Installation, den der Stitcher ausliefert.',
  'Public base URL': 'Öffentliche Basis-URL',
  'Where players find the files, a CDN for example. Empty = through this platform.':
    'Wo Player die Dateien finden, zum Beispiel ein CDN. Leer = über diese Plattform.',
  S3: 'S3',
  'A bucket of Amazon S3 or of anything that speaks its protocol.':
    'Ein Bucket von Amazon S3 oder von einem Dienst mit demselben Protokoll.',
  Endpoint: 'Endpunkt',
  'For example https://s3.eu-central-1.amazonaws.com.':
    'Zum Beispiel https://s3.eu-central-1.amazonaws.com.',
  Region: 'Region',
  'For example eu-central-1; auto where there is none.':
    'Zum Beispiel eu-central-1; auto, wo es keine gibt.',
  Bucket: 'Bucket',
  'Access key id': 'ID des Zugriffsschlüssels',
  'Secret access key': 'Geheimer Zugriffsschlüssel',
  Prefix: 'Präfix',
  'Folder in it, without slashes at its ends. Empty = its root.':
    'Ordner darin, ohne Schrägstriche an den Enden. Leer = oberste Ebene.',
  'Azure Blob': 'Azure Blob',
  'A container of Azure Blob Storage, by storage key or by Entra ID.':
    'Ein Container von Azure Blob Storage, mit Speicherschlüssel oder Entra ID.',
  'Account name': 'Kontoname',
  'Storage key': 'Speicherschlüssel',
  'Base64; empty when Entra ID is used.': 'Base64; leer, wenn Entra ID verwendet wird.',
  Container: 'Container',
  'Active directory tenant id': 'Mandanten-ID des Active Directory',
  'With client id and secret: sign in by Entra ID.':
    'Mit Client-ID und Client-Geheimnis: Anmeldung über Entra ID.',
  'Active directory client id': 'Client-ID des Active Directory',
  'Active directory client secret': 'Client-Geheimnis des Active Directory',
  'Empty = https://{account}.blob.core.windows.net.':
    "Leer = https://'{account}'.blob.core.windows.net.",
};
