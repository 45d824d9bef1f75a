/** German of findings: titles and advice of audit and monitor rules, reasons of losses; keyed by the English text. */
import type { SentenceTable } from '../read-sentence.ts';

const rules: SentenceTable = {
  // titles of the judge (packages/audit)
  'Segments leave only at the front and join only at the end; a media sequence number keeps its segment':
    'Segmente verlassen die Playlist nur vorn und kommen nur hinten hinzu; eine Media Sequence Number behält ihr Segment',
  'EXT-X-DISCONTINUITY-SEQUENCE counts exactly the discontinuities that left':
    'EXT-X-DISCONTINUITY-SEQUENCE zählt genau die Discontinuities, die herausgefallen sind',
  'Discontinuity numbers are the same at the same time in every rendition':
    'Discontinuity-Nummern sind zur selben Zeit in jeder Rendition gleich',
  'One EXT-X-DISCONTINUITY stands at every change between content and ads, and between ads':
    'An jedem Wechsel zwischen Inhalt und Spots und zwischen Spots steht genau ein EXT-X-DISCONTINUITY',
  'The EXT-X-MAP in force is the right one for every segment':
    'Für jedes Segment gilt das richtige EXT-X-MAP',
  'Keys are right: content keys with explicit IV, none on clear ads, printed again on return':
    'Schlüssel stimmen: die des Inhalts mit explizitem IV, keiner bei unverschlüsselten Spots, bei der Rückkehr erneut angegeben',
  'A byte range declares its offset unless it continues the previous one':
    'Ein Byte-Bereich gibt seinen Offset an, außer er setzt den vorigen fort',
  'EXT-X-PROGRAM-DATE-TIME runs forward and is printed after every discontinuity':
    'EXT-X-PROGRAM-DATE-TIME läuft vorwärts und steht nach jeder Discontinuity',
  'EXT-X-TARGETDURATION covers every segment and never changes':
    'EXT-X-TARGETDURATION deckt jedes Segment ab und ändert sich nie',
  'EXT-X-VERSION is high enough for what the playlist uses':
    'EXT-X-VERSION ist hoch genug für das, was die Playlist verwendet',
  'A date range keeps what it said, under its id':
    'Ein Date Range behält unter seiner ID, was er angab',
  'Every variable that is used is defined': 'Jede verwendete Variable ist definiert',
  'A playlist requested in full is a full playlist, and delta updates are offered for long enough':
    'Eine vollständig angefragte Playlist ist vollständig, und Delta-Updates werden lange genug angeboten',
  'A pod lasts equally long in every rendition': 'Ein Pod dauert in jeder Rendition gleich lang',
  'Partial segments are no longer than their declared target duration':
    'Teilsegmente sind nicht länger als ihre angegebene Zieldauer',
  'The playlist never becomes empty, shrinks or stands still':
    'Die Playlist wird nie leer, schrumpft nicht und bleibt nicht stehen',
  'A playlist on demand never changes': 'Eine Playlist auf Abruf ändert sich nie',
  'MPD id, availabilityStartTime, and the ids, starts and offsets of Periods and their tracks never change':
    'ID der MPD, availabilityStartTime und die IDs, Anfänge und Offsets von Periods und ihren Spuren ändern sich nie',
  'Content is only added at the end, and leaves only behind the time-shift buffer':
    'Inhalt kommt nur am Ende hinzu und fällt nur hinter dem Time-Shift-Puffer heraus',
  'Media time and presentation time of content keep their distance over every splice':
    'Medienzeit und Präsentationszeit des Inhalts behalten über jeden Splice ihren Abstand',
  'The presentation never ends earlier than it did, and no update lacks the content around a break':
    'Die Präsentation endet nie früher als zuvor, und keiner Aktualisierung fehlt der Inhalt um eine Werbepause',
  'Every published Period has segments': 'Jede veröffentlichte Period hat Segmente',
  'Period ids are unique, and a Period start has one id for all sessions':
    'IDs von Periods sind eindeutig, und ein Beginn einer Period hat in allen Sessions eine ID',
  'A segment address keeps its media time, and every segment lies in its Period':
    'Die Adresse eines Segments behält ihre Medienzeit, und jedes Segment liegt in seiner Period',
  'No hole between two Periods': 'Keine Lücke zwischen zwei Periods',
  'Period continuity and connectivity name an earlier Period with the same tracks':
    'Continuity und Connectivity nennen eine frühere Period mit denselben Spuren',
  'publishTime moves forward exactly when the MPD changes; minimumUpdatePeriod is present; no PatchLocation of the source':
    'publishTime rückt genau dann vor, wenn sich die MPD ändert; minimumUpdatePeriod ist vorhanden; keine PatchLocation der Quelle',
  'UTCTiming stays as it is': 'UTCTiming bleibt, wie es ist',
  'Ads announce no events of the content': 'Spots kündigen keine Events des Inhalts an',
  'Ads offer the tracks of the content, under the same ids':
    'Spots bieten die Spuren des Inhalts unter denselben IDs',
  'suggestedPresentationDelay stays as it is': 'suggestedPresentationDelay bleibt, wie es ist',
  'A static MPD lasts as long as its Periods, one after the other':
    'Eine statische MPD dauert so lang wie ihre Periods hintereinander',
  'The end of a live presentation moves on': 'Das Ende einer Live-Präsentation rückt vor',
  'Events of an ad come in their order, and none before the impression':
    'Events eines Spots kommen in ihrer Reihenfolge, und keines vor der Impression',
  'Each event of a placement is sent to each tracker once':
    'Jedes Event einer Platzierung wird jedem Tracker einmal gesendet',

  // advice of the judge
  'Number segments from one counter per rendition that all servers share, and never rewrite a segment that was published.':
    'Nummerieren Sie Segmente je Rendition mit einem Zähler, den alle Server teilen, und schreiben Sie ein veröffentlichtes Segment nie neu.',
  'Raise EXT-X-DISCONTINUITY-SEQUENCE by one for each EXT-X-DISCONTINUITY whose segment leaves the playlist, and not before.':
    'Erhöhen Sie EXT-X-DISCONTINUITY-SEQUENCE um eins für jedes EXT-X-DISCONTINUITY, dessen Segment die Playlist verlässt, und nicht vorher.',
  'Count discontinuities from the timeline of the session, not per playlist, and give every rendition each of them.':
    'Zählen Sie Discontinuities nach der Zeitleiste der Session, nicht je Playlist, und geben Sie jeder Rendition jede davon.',
  'Write exactly one EXT-X-DISCONTINUITY before the first segment of each ad and on return.':
    'Schreiben Sie genau ein EXT-X-DISCONTINUITY vor das erste Segment jedes Spots und bei der Rückkehr.',
  'Print EXT-X-MAP again wherever the initialization changes and at the start of each window.':
    'Geben Sie EXT-X-MAP überall erneut an, wo sich die Initialisierung ändert, und am Anfang jedes Fensters.',
  'Write METHOD=NONE before clear ads, and the content key with its explicit IV on return and at the start of each window.':
    'Schreiben Sie METHOD=NONE vor unverschlüsselte Spots, und den Schlüssel des Inhalts mit explizitem IV bei der Rückkehr und am Anfang jedes Fensters.',
  'Write the offset of every EXT-X-BYTERANGE that follows another resource.':
    'Schreiben Sie den Offset jedes EXT-X-BYTERANGE, das auf eine andere Ressource folgt.',
  'Date ads by the clock of the programme that they replace, and print EXT-X-PROGRAM-DATE-TIME after every discontinuity.':
    'Datieren Sie Spots nach der Uhr des Programms, das sie ersetzen, und geben Sie EXT-X-PROGRAM-DATE-TIME nach jeder Discontinuity an.',
  'Encode ads in segments no longer than the target duration of the content, and keep that for the life of the stream.':
    'Encodieren Sie Spots in Segmenten, die nicht länger sind als die Zieldauer des Inhalts, und behalten Sie diese für die Lebensdauer des Streams bei.',
  'Raise EXT-X-VERSION to what the tags of the playlist require.':
    'Erhöhen Sie EXT-X-VERSION auf das, was die Tags der Playlist verlangen.',
  'Publish a date range with the same attributes each time, and give another ID to another range.':
    'Veröffentlichen Sie einen Date Range jedes Mal mit denselben Attributen, und geben Sie einem anderen eine andere ID.',
  'Define the variable with EXT-X-DEFINE in this playlist, or write its value.':
    'Definieren Sie die Variable mit EXT-X-DEFINE in dieser Playlist, oder schreiben Sie ihren Wert.',
  'Answer with EXT-X-SKIP only to requests with _HLS_skip, and offer CAN-SKIP-UNTIL of at least six target durations.':
    'Antworten Sie mit EXT-X-SKIP nur auf Anfragen mit _HLS_skip, und bieten Sie CAN-SKIP-UNTIL von mindestens sechs Zieldauern.',
  'Cut every rendition at the time of the splice, and use ads whose tracks have the same length.':
    'Schneiden Sie jede Rendition zur Zeit des Splice, und verwenden Sie Spots, deren Spuren gleich lang sind.',
  'Declare the longest part as PART-TARGET of EXT-X-PART-INF.':
    'Geben Sie den längsten Teil als PART-TARGET von EXT-X-PART-INF an.',
  'Look at the origin and at the caches in front of it: the playlist is to be served, and to get a new segment within one and a half target durations.':
    'Prüfen Sie den Origin und die Caches davor: Die Playlist muss ausgeliefert werden und binnen anderthalb Zieldauern ein neues Segment erhalten.',
  'Decide the ads of a session once, before its first playlist is served.':
    'Entscheiden Sie die Spots einer Session einmal, bevor ihre erste Playlist ausgeliefert wird.',
  'Publish every Period and track with its final id, start and offset the first time.':
    'Veröffentlichen Sie jede Period und Spur gleich beim ersten Mal mit endgültiger ID, Beginn und Offset.',
  'Add segments and Periods at the end alone, and remove them at the front alone.':
    'Fügen Sie Segmente und Periods nur am Ende hinzu, und entfernen Sie sie nur vorn.',
  'Set presentationTimeOffset of content that returns to the media time at the start of its Period.':
    'Setzen Sie presentationTimeOffset des zurückkehrenden Inhalts auf die Medienzeit am Beginn seiner Period.',
  'Serve each MPD from the newest state, and keep a Period until it has left the time-shift buffer.':
    'Liefern Sie jede MPD aus dem neuesten Zustand, und behalten Sie eine Period, bis sie den Time-Shift-Puffer verlassen hat.',
  'Publish a Period together with its first segment, not before.':
    'Veröffentlichen Sie eine Period zusammen mit ihrem ersten Segment, nicht vorher.',
  'Derive Period ids from break and position, so that every server writes the same ones.':
    'Leiten Sie IDs von Periods aus Werbepause und Position ab, damit jeder Server dieselben schreibt.',
  'Count startNumber and the first S@t on from the segments that were left out, and clip the timeline to its Period.':
    'Zählen Sie startNumber und das erste S@t um die ausgelassenen Segmente weiter, und begrenzen Sie die Zeitleiste auf ihre Period.',
  'Begin each Period at the end of the last segment before it, or fill the hole.':
    'Beginnen Sie jede Period am Ende des letzten Segments davor, oder füllen Sie die Lücke.',
  'Declare continuity or connectivity only between Periods of the same content whose AdaptationSets have the same ids.':
    'Geben Sie Continuity oder Connectivity nur zwischen Periods desselben Inhalts an, deren AdaptationSets dieselben IDs haben.',
  'Set publishTime to the time of the change, and give live MPDs a minimumUpdatePeriod.':
    'Setzen Sie publishTime auf die Zeit der Änderung, und geben Sie Live-MPDs ein minimumUpdatePeriod.',
  'Offer the same UTCTiming from every server for the life of the session.':
    'Bieten Sie für die Dauer der Session von jedem Server dasselbe UTCTiming.',
  'Remove EventStream and InbandEventStream of the content from ad Periods.':
    'Entfernen Sie EventStream und InbandEventStream des Inhalts aus den Periods der Spots.',
  'Encode ads with all tracks of the content, and give their sets the same ids.':
    'Encodieren Sie Spots mit allen Spuren des Inhalts, und geben Sie ihren Sets dieselben IDs.',
  'Keep suggestedPresentationDelay for the life of the session.':
    'Behalten Sie suggestedPresentationDelay für die Dauer der Session bei.',
  'Set mediaPresentationDuration to the sum of the Periods, and begin each where the one before ends.':
    'Setzen Sie mediaPresentationDuration auf die Summe der Periods, und beginnen Sie jede, wo die vorige endet.',
  'Look at the packager and at the caches in front of the MPD: a live presentation is to get a new segment with every update.':
    'Prüfen Sie den Packager und die Caches vor der MPD: Eine Live-Präsentation muss mit jeder Aktualisierung ein neues Segment erhalten.',
  'Send the events of an ad in the order of its timeline, after its impression.':
    'Senden Sie die Events eines Spots in der Reihenfolge seiner Zeitleiste, nach seiner Impression.',
  'Note an event before it is sent, so that it is not sent again after a restart.':
    'Vermerken Sie ein Event, bevor es gesendet wird, damit es nach einem Neustart nicht noch einmal gesendet wird.',

  // titles of the monitor (packages/monitoring)
  'A marker stands in every rendition': 'Ein Marker steht in jeder Rendition',
  'A marker is announced before or with the first segment of its break':
    'Ein Marker wird vor oder mit dem ersten Segment seiner Werbepause angekündigt',
  'A break lasts as long as its marker says': 'Eine Werbepause dauert so lang, wie ihr Marker sagt',
  'Ads are decided before the output reaches their break':
    'Spots sind entschieden, bevor die Ausgabe ihre Werbepause erreicht',
  'The output shows the ads of its plan, each as long as planned':
    'Die Ausgabe zeigt die Spots ihres Plans, jeden so lang wie geplant',
  'A manifest of the source can be read': 'Ein Manifest der Quelle ist lesbar',
  'The source answers within half of its reload interval':
    'Die Quelle antwortet binnen der Hälfte ihres Ladeintervalls',
  'The newest segment of the source is near the time of day, and stays there':
    'Das neueste Segment der Quelle liegt nahe der Uhrzeit und bleibt dort',
  'A manifest of the output can be read': 'Ein Manifest der Ausgabe ist lesbar',
  'The output moves on while the source does': 'Die Ausgabe läuft weiter, solange die Quelle läuft',
  'The output answers within half of its reload interval':
    'Die Ausgabe antwortet binnen der Hälfte ihres Ladeintervalls',
  'A segment of an ad can be loaded, faster than it plays':
    'Ein Segment eines Spots lässt sich laden, schneller als es spielt',
  'A break shows ads: slate for the rest alone, and content alone where no fault is the reason':
    'Eine Werbepause zeigt Spots: Slate nur für den Rest, und Inhalt nur, wo kein Fehler der Grund ist',
  'A creative is shown once in a break': 'Ein Creative kommt in einer Werbepause einmal vor',
  'An impression arrives for each ad that was shown':
    'Für jeden gezeigten Spot kommt eine Impression an',
  'A scheduled break comes at its time': 'Eine geplante Werbepause kommt zu ihrer Zeit',
  'The picture beside a splice is not black': 'Das Bild neben einem Splice ist nicht schwarz',
  'The picture beside a splice moves': 'Das Bild neben einem Splice bewegt sich',
  'Sound is not silent for over half a second at a splice':
    'Der Ton ist an einem Splice nicht länger als eine halbe Sekunde still',
  'Picture and sound of an ad begin together': 'Bild und Ton eines Spots beginnen zusammen',
  'An ad is not louder than its programme': 'Ein Spot ist nicht lauter als sein Programm',
  'The media beside a splice can be decoded': 'Die Medien neben einem Splice sind decodierbar',

  // advice of the monitor
  'Have the packager write the marker into every rendition at the same time.':
    'Lassen Sie den Packager den Marker zur selben Zeit in jede Rendition schreiben.',
  'Send the splice message 4 s or more ahead, and publish the marker with its segment.':
    'Senden Sie die Splice-Nachricht mindestens 4 s im Voraus, und veröffentlichen Sie den Marker mit seinem Segment.',
  'Signal the duration that the break has, or end it with a marker of its own in time.':
    'Signalisieren Sie die Dauer, die die Werbepause hat, oder beenden Sie sie rechtzeitig mit einem eigenen Marker.',
  'Have the ad server answer faster, announce breaks earlier, or prefetch ads.':
    'Lassen Sie den Ad-Server schneller antworten, kündigen Sie Werbepausen früher an, oder laden Sie Werbung voraus.',
  'Report it with the evidence of the break: the stitcher published what it did not plan.':
    'Melden Sie es mit dem Nachweis der Werbepause: Der Stitcher hat veröffentlicht, was er nicht geplant hatte.',
  'Look at the origin: it refuses, fails or does not answer.':
    'Prüfen Sie den Origin: Er lehnt ab, schlägt fehl oder antwortet nicht.',
  'Look at the load of the origin and the way to it, or put a cache before it.':
    'Prüfen Sie die Last des Origins und den Weg zu ihm, oder setzen Sie einen Cache davor.',
  'Set the clock of the encoder by NTP: breaks at a time of day come early or late.':
    'Stellen Sie die Uhr des Encoders per NTP: Werbepausen zu einer Uhrzeit kommen sonst zu früh oder zu spät.',
  'Look at the log of the stitcher, and at what stands before it.':
    'Prüfen Sie das Protokoll des Stitchers und was vor ihm steht.',
  'Compare the public address with that of the stitcher: a cache may keep playlists.':
    'Vergleichen Sie die öffentliche Adresse mit der des Stitchers: Vielleicht hält ein Cache Playlists fest.',
  'Look at the load of the stitcher: start another one, or more processor.':
    'Prüfen Sie die Last des Stitchers: Starten Sie einen weiteren, oder geben Sie ihm mehr Prozessor.',
  'Look at the server that the finding names: viewers stall or skip the ad.':
    'Prüfen Sie den Server, den der Befund nennt: Bei Zuschauern stockt der Spot oder fällt aus.',
  'Look at why no ad was placed in the record of the break.':
    'Sehen Sie in der Aufzeichnung der Werbepause nach, warum kein Spot platziert wurde.',
  'Have the ad server separate creatives, or give them one UniversalAdId.':
    'Lassen Sie den Ad-Server Creatives trennen, oder geben Sie ihnen eine UniversalAdId.',
  'Look at the trackers that do not answer: impressions are lost.':
    'Prüfen Sie die Tracker, die nicht antworten: Impressions gehen verloren.',
  'Compare the clock of the schedule with the dates of the source.':
    'Vergleichen Sie die Uhr des Zeitplans mit den Zeitangaben der Quelle.',
  'Look at the pictures of the splice, and cut the black ends off the creative or programme.':
    'Sehen Sie sich die Bilder des Splice an, und schneiden Sie schwarze Enden vom Creative oder Programm ab.',
  'Look at the pictures of the splice: the encoder of the creative or source may hang.':
    'Sehen Sie sich die Bilder des Splice an: Vielleicht hängt der Encoder des Creatives oder der Quelle.',
  'Listen to the splice: cut the silence off, or give the creative the sound that it lacks.':
    'Hören Sie sich den Splice an: Schneiden Sie die Stille ab, oder geben Sie dem Creative den fehlenden Ton.',
  'Encode the creative again, or have the ad server send one whose tracks begin together.':
    'Encodieren Sie das Creative neu, oder lassen Sie den Ad-Server eines senden, dessen Spuren zusammen beginnen.',
  'Turn on the audio normalization of the channel, or have the creative mixed to its target.':
    'Schalten Sie die Lautheitsanpassung des Kanals ein, oder lassen Sie das Creative auf deren Zielwert mischen.',
  'Play the segment that the finding names: viewers stall or see broken pictures.':
    'Spielen Sie das Segment ab, das der Befund nennt: Bei Zuschauern stockt es, oder sie sehen gestörte Bilder.',
};

/** Causes and advice of the loss reasons (loss-reasons.ts). */
const losses: SentenceTable = {
  'the channel names no ad server': 'der Kanal nennt keinen Ad-Server',
  'Enter the address of the ad server in the channel.':
    'Tragen Sie die Adresse des Ad-Servers im Kanal ein.',
  'the ad server URL and its parameters make no valid address':
    'die URL des Ad-Servers und ihre Parameter ergeben keine gültige Adresse',
  'Test the ad server in the channel, and correct its URL and parameters.':
    'Testen Sie den Ad-Server im Kanal, und korrigieren Sie seine URL und Parameter.',
  'the ad server could not be reached or answered with an error status':
    'der Ad-Server war nicht erreichbar oder hat mit einem Fehlerstatus geantwortet',
  'Ask the operator of the ad server about the status in the request.':
    'Fragen Sie den Betreiber des Ad-Servers nach dem Status in der Anfrage.',
  'the ad server did not answer before the deadline of the break':
    'der Ad-Server hat vor der Frist der Werbepause nicht geantwortet',
  'Ask the operator of the ad server for faster answers, or announce breaks earlier.':
    'Bitten Sie den Betreiber des Ad-Servers um schnellere Antworten, oder kündigen Sie Werbepausen früher an.',
  'the ad server may get no more requests a second before the deadline of the break':
    'der Ad-Server darf vor der Frist der Werbepause nicht mehr Anfragen je Sekunde erhalten',
  'Raise the ad requests per second of the channel, announce breaks earlier, or add a prefetch schedule.':
    'Erhöhen Sie die Ad-Anfragen je Sekunde des Kanals, kündigen Sie Werbepausen früher an, oder fügen Sie einen Vorausfrage-Zeitplan hinzu.',
  'the answer is no VAST document that can be read': 'die Antwort ist kein lesbares VAST-Dokument',
  'Send the answer to the operator of the ad server.':
    'Senden Sie die Antwort an den Betreiber des Ad-Servers.',
  'the ad server answered without an ad': 'der Ad-Server hat ohne Werbung geantwortet',
  'Check campaigns, targeting and demand at the ad server.':
    'Prüfen Sie Kampagnen, Targeting und Nachfrage am Ad-Server.',
  'the chain of wrappers was too long, looped, or one of its tags failed':
    'die Kette der Wrapper war zu lang, lief im Kreis, oder eines ihrer Tags schlug fehl',
  'Follow the wrappers in the requests, and ask the operator of the first tag that failed.':
    'Folgen Sie den Wrappern in den Anfragen, und fragen Sie den Betreiber des ersten fehlgeschlagenen Tags.',
  'the decision was not ready when the break had to be shown':
    'die Entscheidung war nicht fertig, als die Werbepause gezeigt werden musste',
  'Announce breaks earlier, or give the stitchers more processors.':
    'Kündigen Sie Werbepausen früher an, oder geben Sie den Stitchern mehr Prozessoren.',
  'every ad of the answer was dropped': 'jeder Spot der Antwort wurde verworfen',
  'Look at the reason of each ad.': 'Sehen Sie sich den Grund jedes Spots an.',
  'the ads fill less of the break than the minimum of the channel':
    'die Spots füllen weniger von der Werbepause als das Minimum des Kanals',
  'Return more ads, or lower the minimum in the channel.':
    'Liefern Sie mehr Spots, oder senken Sie das Minimum im Kanal.',
  'what was left of the break was too short to be offered':
    'der Rest der Werbepause war zu kurz, um angeboten zu werden',
  'Announce breaks earlier, or make them longer.':
    'Kündigen Sie Werbepausen früher an, oder machen Sie sie länger.',
  'the break was cancelled before it started': 'die Werbepause wurde vor ihrem Beginn abgesagt',
  'Nothing, when the cancellation was meant.': 'Nichts, wenn die Absage gewollt war.',
  'the source returned to the programme before the ads had ended':
    'die Quelle kehrte zum Programm zurück, bevor die Spots zu Ende waren',
  'Announce the duration that the break will have.':
    'Kündigen Sie die Dauer an, die die Werbepause haben wird.',
  'the session was resumed by another process during the break':
    'ein anderer Prozess hat die Session während der Werbepause fortgesetzt',
  'Look at why the stitcher was restarted.': 'Prüfen Sie, warum der Stitcher neu gestartet wurde.',
  'the source or the channel was not ready for a decision':
    'die Quelle oder der Kanal war für eine Entscheidung nicht bereit',
  'Look at the source of the channel.': 'Prüfen Sie die Quelle des Kanals.',
  'the creative was not conditioned for this channel yet':
    'das Creative war für diesen Kanal noch nicht aufbereitet',
  'Nothing: it is being made, and plays in a later break.':
    'Nichts: Es wird gerade aufbereitet und spielt in einer späteren Werbepause.',
  'several jobs could not condition the creative':
    'mehrere Jobs konnten das Creative nicht aufbereiten',
  'Open its jobs, correct the media file, and archive the failed jobs.':
    'Öffnen Sie seine Jobs, korrigieren Sie die Mediendatei, und archivieren Sie die fehlgeschlagenen Jobs.',
  'the media of the creative could not be fetched in time':
    'die Medien des Creatives konnten nicht rechtzeitig geladen werden',
  'Check the address and the host of the media file.':
    'Prüfen Sie die Adresse und den Host der Mediendatei.',
  'the creative is encrypted, without segments or in several parts':
    'das Creative ist verschlüsselt, ohne Segmente oder in mehreren Teilen',
  'Deliver the creative as one plain file or package.':
    'Liefern Sie das Creative als eine unverschlüsselte Datei oder ein Paket.',
  'the ad has no linear media file that can be stitched':
    'der Spot hat keine lineare Mediendatei, die eingefügt werden kann',
  'Deliver the ad with a video file.': 'Liefern Sie den Spot mit einer Videodatei.',
  'no rendition of the creative matches a variant of the channel':
    'keine Rendition des Creatives passt zu einer Variante des Kanals',
  'Let the platform condition the creative, or deliver it in the container and codecs of the channel.':
    'Lassen Sie die Plattform das Creative aufbereiten, oder liefern Sie es im Container und mit den Codecs des Kanals.',
  'a segment of the creative is longer than the target duration of the channel':
    'ein Segment des Creatives ist länger als die Zieldauer des Kanals',
  'Package the creative with shorter segments.':
    'Paketieren Sie das Creative mit kürzeren Segmenten.',
  'the ad is longer than the whole break': 'der Spot ist länger als die ganze Werbepause',
  'Return ads that are as long as the break or shorter.':
    'Liefern Sie Spots, die so lang wie die Werbepause oder kürzer sind.',
  'the ad is longer than what the ads before it left of the break':
    'der Spot ist länger als das, was die Spots davor von der Werbepause übrig ließen',
  'Return ads whose durations fill the break together.':
    'Liefern Sie Spots, deren Dauern zusammen die Werbepause füllen.',
  'the same creative was in the pod already': 'dasselbe Creative war schon im Pod',
  'Return different creatives for one break.':
    'Liefern Sie für eine Werbepause verschiedene Creatives.',
  'an ad of the same category or advertiser was in the pod already':
    'ein Spot derselben Kategorie oder desselben Werbekunden war schon im Pod',
  'Return ads that may stand beside each other.':
    'Liefern Sie Spots, die nebeneinander stehen dürfen.',
  'the session was given this creative as often as the channel allows':
    'die Session hat dieses Creative schon so oft erhalten, wie der Kanal erlaubt',
  'Return other creatives, or raise the frequency cap of the channel.':
    'Liefern Sie andere Creatives, oder erhöhen Sie die Kontaktgrenze des Kanals.',
  'other stand-alone ads of the answer filled the break better':
    'andere eigenständige Spots der Antwort füllten die Werbepause besser',
  'the stand-alone ad was not needed as a substitute':
    'der eigenständige Spot wurde nicht als Ersatz gebraucht',
  'Return enough ads with a sequence to fill the break.':
    'Liefern Sie genug Spots mit Sequence, um die Werbepause zu füllen.',
  'the pod held as many ads as are taken': 'der Pod enthielt schon so viele Spots wie erlaubt',
  'Raise the largest number of ads in the channel.':
    'Erhöhen Sie die Höchstzahl der Spots im Kanal.',
  'the wrapper of the ad could not be followed':
    'dem Wrapper des Spots konnte nicht gefolgt werden',
  'Look at the request of the wrapper, and ask the operator of its tag.':
    'Sehen Sie sich die Anfrage des Wrappers an, und fragen Sie den Betreiber seines Tags.',
  'the ads of the answer are shorter than the break':
    'die Spots der Antwort sind kürzer als die Werbepause',
  'Return more or longer ads.': 'Liefern Sie mehr oder längere Spots.',
  'the player did not request the segments of the ads':
    'der Player hat die Segmente der Spots nicht angefragt',
  'Nothing, when viewers left; else look at the segments of the ad.':
    'Nichts, wenn Zuschauer gegangen sind; sonst prüfen Sie die Segmente des Spots.',
};

export const germanFindings: SentenceTable = { ...rules, ...losses };
