/** German of the help of reports, by its English. */
export const figuresTexts: Readonly<Record<string, string>> = {
  '<p><b>Ad views</b>: Ads of which viewers requested the first segment.</p>':
    '<p><b>Ad-Views</b>: Spots, deren erstes Segment Zuschauer abgerufen haben.</p>',
  '<p><b>Sessions</b>: Playback sessions that received their first media playlist.</p>':
    '<p><b>Sessions</b>: Wiedergabe-Sessions, die ihre erste Media-Playlist erhalten haben.</p>',
  '<p><b>Fill</b>: Time of the ads that were viewed, of the time of the breaks that were offered.</p>':
    '<p><b>Füllung</b>: Zeit der angesehenen Spots, von der Zeit der angebotenen Werbepausen.</p>',
  '<p><b>Completion</b>: Ads that were viewed to their end, of those that were viewed.</p>':
    '<p><b>Vollständig</b>: bis zum Ende angesehene Spots, von allen angesehenen.</p>',
  '<p><b>Ad views</b>: ads of which viewers requested the first segment.</p>':
    '<p><b>Ad-Views</b>: Spots, deren erstes Segment Zuschauer abgerufen haben.</p>',
  '<p><b>Completed</b>: ads of which they requested the last one.</p>':
    '<p><b>Vollständig</b>: Spots, deren letztes Segment sie abgerufen haben.</p>',
  '<p>Playback sessions that received their first media playlist, of the 5 channels with most of them.</p>':
    '<p>Wiedergabe-Sessions, die ihre erste Media-Playlist erhalten haben, der 5 Kanäle mit den meisten.</p>',
  '<p>Ads of the campaign that were viewed to their end, of those that were viewed.</p>':
    '<p>Bis zum Ende angesehene Spots der Kampagne, von allen angesehenen.</p>',
  '<p>The campaign is the one that the ad server names; see the manual on where it is read from.</p>':
    '<p>Die Kampagne ist die, die der Ad-Server nennt; woraus sie gelesen wird, steht im Handbuch.</p>',
  '<p>The country of a viewer is looked up by the network of the address (/24, IPv6 /48), which is discarded then.</p>':
    '<p>Das Land eines Zuschauers wird über das Netz der Adresse (/24, IPv6 /48) ermittelt, das danach verworfen wird.</p>',
  '<p><b>Viewers</b> are estimated within a few per cent. With the policy <i>daily</i> the viewers of several days are added, so that a person who comes back counts on each of them. They are not counted by campaign: while one is selected there are none.</p>':
    '<p><b>Zuschauer</b> sind auf wenige Prozent genau geschätzt. Mit der Regelung <i>daily</i> werden die Zuschauer mehrerer Tage addiert: Wer wiederkommt, zählt an jedem Tag. Nach Kampagne werden sie nicht gezählt: Ist eine ausgewählt, gibt es keine.</p>',
  '<p>Ad views by the family of the device, as the player names itself in its requests.</p>':
    '<p>Ad-Views nach Gerätefamilie, wie der Player sich in seinen Anfragen nennt.</p>',
  '<p>Ad views by creative: its universal ad id, else the ids of ad and creative.</p>':
    '<p>Ad-Views nach Creative: seine Universal Ad ID, sonst die IDs von Spot und Creative.</p>',
  '<p><b>Avail</b>: one ad break as offered to one session. <b>Offered</b>: time of the avails. <b>Ads</b>: time of the ads that were viewed. <b>Fill</b>: Ads of Offered, a quotient of sums, never a mean of quotients.</p>':
    '<p><b>Avail</b>: eine Werbepause, wie sie einer Session angeboten wurde. <b>Angeboten</b>: Zeit der Avails. <b>Spots</b>: Zeit der angesehenen Spots. <b>Füllung</b>: Spots von Angeboten, ein Quotient von Summen, nie ein Mittel von Quotienten.</p>',
  '<p><b>Timed out</b>: ad requests without an answer in time. <b>Ads left out</b>: ads of answers that were not placed. <b>Without ads</b>: avails in which content or slate played. <b>Errors</b>: VAST errors that were reported to ad servers.</p>':
    '<p><b>Frist verstrichen</b>: Ad-Anfragen ohne rechtzeitige Antwort. <b>Ausgelassene Spots</b>: Spots aus Antworten, die nicht platziert wurden. <b>Ohne Werbung</b>: Avails, in denen Inhalt oder Slate lief. <b>Fehler</b>: VAST-Fehler, die Ad-Servern gemeldet wurden.</p>',
  '<p>Why ads were not placed (reasons of the catalogue of ad decisions), and which VAST error codes were reported to ad servers.</p>':
    '<p>Warum Spots nicht platziert wurden (Gründe aus dem Katalog der Werbeentscheidungen), und welche VAST-Fehlercodes Ad-Servern gemeldet wurden.</p>',
  '<p>The time of all breaks, and how much of it each stage left:</p>':
    '<p>Die Zeit aller Werbepausen, und wie viel davon jede Stufe übrig ließ:</p>',
  '<ul><li><b>Offered</b>: length of the breaks × sessions that reached them</li><li><b>Asked</b>: for which an ad server was requested</li><li><b>Answered</b>: for which it named ads in time</li><li><b>Usable</b>: of ads that could be played</li><li><b>Placed</b>: of ads that were planned into the stream</li><li><b>Seen</b>: of ad segments that players requested</li></ul>':
    '<ul><li><b>Angeboten</b>: Länge der Werbepausen × Sessions, die sie erreichten</li><li><b>Angefragt</b>: wofür ein Ad-Server gefragt wurde</li><li><b>Beantwortet</b>: wofür er rechtzeitig Spots nannte</li><li><b>Verwendbar</b>: von Spots, die abgespielt werden konnten</li><li><b>Platziert</b>: von Spots, die in den Stream eingeplant wurden</li><li><b>Gesehen</b>: von Werbesegmenten, die Player abgerufen haben</li></ul>',
  '<p>What is lost between two stages stands in <i>Lost ad time</i>, by reason.</p>':
    '<p>Was zwischen zwei Stufen verloren geht, steht nach Grund in <i>Verlorene Werbezeit</i>.</p>',
  '<p>Offered time in which no ad was seen, by reason and by whom it is up to. The sum over the reasons is offered less seen, to the millisecond.</p>':
    '<p>Angebotene Zeit, in der kein Spot gesehen wurde, nach Grund und Zuständigem. Die Summe über die Gründe ist Angeboten abzüglich Gesehen, auf die Millisekunde.</p>',
  '<p>Lost ad time × the price of it: the CPM of the report settings buys 1,000 ads of the length that stands beside it. It is what full breaks would have brought at that price, not a forecast.</p>':
    '<p>Verlorene Werbezeit × ihr Preis: Für den CPM der Berichtseinstellungen gibt es 1.000 Spots der Länge, die daneben steht. So viel hätten volle Werbepausen zu diesem Preis eingebracht; es ist keine Prognose.</p>',
  '<p>Each ad server by the place at which it was asked: hop 0 is the ad server of the channel, hop 1 the first wrapper behind it. <b>p50</b> and <b>p95</b>: half and 95 of 100 answers came within this time (upper bound of their class).</p>':
    '<p>Jeder Ad-Server nach der Stelle, an der er gefragt wurde: Hop 0 ist der Ad-Server des Kanals, Hop 1 der erste Wrapper dahinter. <b>p50</b> und <b>p95</b>: Die Hälfte und 95 von 100 Antworten kamen in dieser Zeit (Obergrenze ihrer Klasse).</p>',
  '<p><b>Sent</b>: beacons that went out, retries not counted. <b>Answered</b>: with a status below 400. <b>Failed</b>: refused, unreachable, forbidden, or never sent because the queue was full. Beacons count in the hour of their event. Hosts beyond 100 of a company in an hour are <i>(other)</i>.</p>':
    '<p><b>Gesendet</b>: abgegangene Beacons, ohne Wiederholungen. <b>Beantwortet</b>: mit einem Status unter 400. <b>Fehlgeschlagen</b>: abgelehnt, nicht erreichbar, verboten, oder nie gesendet, weil die Warteschlange voll war. Beacons zählen in der Stunde ihres Ereignisses. Hosts über 100 eines Unternehmens in einer Stunde sind <i>(other)</i>.</p>',
  '<ul><li><b>Ad server fill</b>: answered of asked time; how much the ad server had to offer.</li><li><b>Weighted avail fill</b>: placed of offered time; how much of the breaks was planned with ads.</li><li><b>Observed fill</b>: seen of offered time; how much of the breaks viewers watched with ads.</li></ul>':
    '<ul><li><b>Füllung des Ad-Servers</b>: beantwortete von angefragter Zeit; wie viel der Ad-Server anzubieten hatte.</li><li><b>Gewichtete Füllung der Avails</b>: platzierte von angebotener Zeit; wie viel der Werbepausen mit Spots geplant wurde.</li><li><b>Beobachtete Füllung</b>: gesehene von angebotener Zeit; wie viel der Werbepausen Zuschauer mit Spots gesehen haben.</li></ul>',
  '<p><b>Ad minutes an hour</b>: minutes of viewed ads in an hour that was watched. <b>Ads a session</b>: viewed ads of the sessions that began in the bucket.</p>':
    '<p><b>Werbeminuten je Stunde</b>: Minuten angesehener Spots in einer angesehenen Stunde. <b>Spots je Session</b>: angesehene Spots der Sessions, die in diesem Abschnitt begannen.</p>',
  '<p><b>Repeated</b>: of 100 viewed ads, those of a creative that the session had seen before.</p>':
    '<p><b>Wiederholt</b>: von 100 angesehenen Spots die eines Creatives, das die Session schon gesehen hatte.</p>',
  '<p><b>Peak</b>: the viewers of the busiest minute, of the selected channels together.</p>':
    '<p><b>Höchstwert</b>: die Zuschauer der stärksten Minute, der ausgewählten Kanäle zusammen.</p>',
  '<p><b>Average</b>: time watched, divided by the time of the bucket that has passed.</p>':
    '<p><b>Durchschnitt</b>: angesehene Zeit, geteilt durch die vergangene Zeit des Abschnitts.</p>',
  '<p>A viewer counts while requests come: for three target durations, at least 30 s, after the last one.</p>':
    '<p>Ein Zuschauer zählt, solange Anfragen kommen: drei Target Durations, mindestens 30 s, nach der letzten.</p>',
  '<p>A <b>splice</b> is where content and ads (or slate), or two ads, meet; it counts when a session requests the segment behind it. A <b>stall</b> (the player rebuffers) or an <b>exit</b> (the viewer leaves, or no request comes any more) counts at the nearest splice of its session within 15 s, before or after.</p>':
    '<p>Ein <b>Splice</b> ist, wo Inhalt und Werbung (oder Slate) oder zwei Spots aufeinandertreffen; er zählt, wenn eine Session das Segment dahinter abruft. Ein <b>Stocken</b> (der Player puffert nach) oder ein <b>Ausstieg</b> (der Zuschauer geht, oder es kommt keine Anfrage mehr) zählt beim nächsten Splice seiner Session innerhalb von 15 s davor oder danach.</p>',
  '<p><b>Reported splices</b> are those at which the player would have told of a stall (CMCD). Players that report with requests alone do so behind ads, not at the return to content: such a splice is reported by events alone.</p>':
    '<p><b>Gemeldete Splices</b> sind die, bei denen der Player ein Stocken gemeldet hätte (CMCD). Player, die nur mit Anfragen melden, tun das hinter Spots, nicht bei der Rückkehr zum Inhalt: Einen solchen Splice melden nur Events.</p>',
  '<p><b>Away from splices</b> is the time watched beyond 15 s of any splice, in spans of 30 s: where a rate at splices is not above the one there, splices do not hurt. Of players that report with requests alone its stalls are not known.</p>':
    '<p><b>Abseits von Splices</b> ist die angesehene Zeit, die mehr als 15 s von jedem Splice entfernt ist, in Abschnitten von 30 s: Liegt eine Rate an Splices nicht über der dortigen, schaden Splices nicht. Bei Playern, die nur mit Anfragen melden, ist das Stocken dort nicht bekannt.</p>',
  '<p><b>Without reports</b>: splices of players that say nothing. Their exits are known from their requests alone, later than they were by what was in the buffer. Exits are counted of live sessions alone.</p>':
    '<p><b>Ohne Meldungen</b>: Splices von Playern, die nichts melden. Ihre Ausstiege sind nur aus ihren Anfragen bekannt, um den Inhalt des Puffers später, als sie waren. Ausstiege werden nur bei Live-Sessions gezählt.</p>',
  '<p>Splices at which a creative begins, and its return to content where the player sends events: of players that report alone. The twenty with most splices, those with most stalls per 1,000 first. See <i>Splice quality</i> for what counts.</p>':
    '<p>Splices, an denen ein Creative beginnt, und seine Rückkehr zum Inhalt, wo der Player Events sendet: nur von Playern, die melden. Die zwanzig mit den meisten Splices, die mit dem häufigsten Stocken je 1.000 zuerst. Was zählt, steht in <i>Qualität der Splices</i>.</p>',
  '<p>The figures of the period in sentences.</p>': '<p>Die Zahlen des Zeitraums in Sätzen.</p>',
  '<p>Bytes of creatives and slates that stitchers have sent, over all channels; what a CDN answers from its cache is not in it. Counted by the hour of UTC.</p>':
    '<p>Bytes von Creatives und Slates, die Stitcher gesendet haben, über alle Kanäle; was ein CDN aus seinem Cache beantwortet, ist nicht enthalten. Nach Stunden in UTC gezählt.</p>',
  '<p>Ad views by the content in which the ads were viewed; on demand alone.</p>':
    '<p>Ad-Views nach dem Inhalt, in dem die Spots angesehen wurden; nur Video-on-Demand.</p>',
  '<p>Sessions, ad views and completion by the content that was watched on demand.</p>':
    '<p>Sessions, Ad-Views und vollständige Wiedergabe nach dem Inhalt, der auf Abruf angesehen wurde.</p>',
};
