/** Details of findings of the monitor and the audit in German, keyed by the English text, with the same values. */
import type { SentenceTable } from '../read-sentence.ts';

const ofHls: SentenceTable = {
  'the output is no media playlist': 'die Ausgabe ist keine Media-Playlist',
  'no EXT-X-PROGRAM-DATE-TIME after a discontinuity':
    'kein EXT-X-PROGRAM-DATE-TIME nach einer Discontinuity',
  'the date goes back by {number} ms': 'das Datum geht um {number} ms zurück',
  'the date of segment {msn} moved by {number} ms':
    'das Datum von Segment {msn} verschob sich um {number} ms',
  'segment {msn} is dated before segment {lastMsn} of the output before':
    'Segment {msn} ist vor Segment {lastMsn} der vorigen Ausgabe datiert',
  '{count} EXT-X-DISCONTINUITY on one segment': '{count} EXT-X-DISCONTINUITY an einem Segment',
  'no EXT-X-DISCONTINUITY at {part}': 'kein EXT-X-DISCONTINUITY {part}',
  'no EXT-X-MAP at {part}': 'kein EXT-X-MAP {part}',
  'the map {map} is in force on {uri}': 'die Map {map} gilt für {uri}',
  'segment {msn} had the map "{was}", has "{is}"':
    'Segment {msn} hatte die Map „{was}“, hat „{is}“',
  'segment {msn} had the keys "{was}", has "{is}"':
    'Segment {msn} hatte die Schlüssel „{was}“, hat „{is}“',
  'the content key is not printed again after the ad':
    'der Schlüssel des Inhalts steht nach der Werbung nicht noch einmal da',
  'the content key is in force on an ad: METHOD=NONE is missing':
    'der Schlüssel des Inhalts gilt für einen Spot: METHOD=NONE fehlt',
  'a key without IV in a session with ads': 'ein Schlüssel ohne IV in einer Session mit Werbung',
  'discontinuity {number} is {part}, in {rendition} {otherPart}':
    'Discontinuity {number} ist {part}, in {rendition} {otherPart}',
  'the discontinuity number {part} in {rendition}':
    'die Discontinuity-Nummer {part} in {rendition}',
  'discontinuity {number} stands {apart} ms from its place in {rendition}':
    'Discontinuity {number} steht {apart} ms neben ihrem Platz in {rendition}',
  'discontinuity {number} lasts {seconds} s, in {rendition} {otherSeconds} s':
    'Discontinuity {number} dauert {seconds} s, in {rendition} {otherSeconds} s',
  'EXT-X-MEDIA-SEQUENCE went from {was} to {is}': 'EXT-X-MEDIA-SEQUENCE ging von {was} auf {is}',
  'an EVENT or VOD playlist removed segments':
    'eine Playlist vom Typ EVENT oder VOD hat Segmente entfernt',
  'the last segment went from {was} to {is}': 'das letzte Segment ging von {was} auf {is}',
  'segments were added after EXT-X-ENDLIST': 'nach EXT-X-ENDLIST kamen Segmente hinzu',
  'the query of {uri} changes': 'die Query von {uri} wechselt',
  '{msn} was {was}, is {is}': '{msn} war {was}, ist {is}',
  '{msn} lasted {was} s, lasts {is} s': '{msn} dauerte {was} s, dauert {is} s',
  'segment {msn} had discontinuity number {was}, has {is}':
    'Segment {msn} hatte die Discontinuity-Nummer {was}, hat {is}',
  'the sequence went from {was} to {is}': 'die Sequence ging von {was} auf {is}',
  'EXT-X-TARGETDURATION went from {was} to {is}': 'EXT-X-TARGETDURATION ging von {was} auf {is}',
  '{seconds} s is longer than {target} s': '{seconds} s ist länger als {target} s',
  '{uri} has a byte range without offset after another resource':
    '{uri} hat nach einer anderen Ressource einen Bytebereich ohne Offset',
  '{part} needs version {needed}, declared is {version}':
    '{part} braucht Version {needed}, angegeben ist {version}',
  'EXT-X-MAP needs version 6, declared is {version}':
    'EXT-X-MAP braucht Version 6, angegeben ist {version}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: `{$name}` is what the standard writes
  '{${name}} is not defined': '{${name}} ist nicht definiert',
  '{count} segments are left out': '{count} Segmente sind ausgelassen',
  'CAN-SKIP-UNTIL is {seconds} s with target duration {target} s':
    'CAN-SKIP-UNTIL ist {seconds} s bei einer Zieldauer von {target} s',
  'EXT-X-PART without EXT-X-PART-INF': 'EXT-X-PART ohne EXT-X-PART-INF',
  'a part of {seconds} s, the target is {target} s':
    'ein Teilsegment von {seconds} s, die Zieldauer ist {target} s',
  'a date range without ID': 'ein Date Range ohne ID',
  'date range {id} in a playlist without dates':
    'Date Range {id} in einer Playlist ohne Datumsangaben',
  'date range {id} has END-ON-NEXT and no CLASS': 'Date Range {id} hat END-ON-NEXT und keine CLASS',
  '{name} of date range {id} went from {was} to {is}':
    '{name} von Date Range {id} ging von {was} auf {is}',
  '{name} was added to date range {id}': '{name} kam zu Date Range {id} hinzu',
  'the playlist is empty': 'die Playlist ist leer',
  'the window shrank from {was} s to {is} s': 'das Fenster schrumpfte von {was} s auf {is} s',
  'no new segment for {seconds} s': 'seit {seconds} s kein neues Segment',
  'a playlist on demand changed': 'eine Playlist auf Abruf hat sich geändert',
};

const ofDash: SentenceTable = {
  'Period {id} is content in one session, an ad in another':
    'Period {id} ist in einer Session Inhalt, in einer anderen ein Spot',
  'Period {id} starts at {number} ms in one session, at {otherNumber} ms in another':
    'Period {id} beginnt in einer Session bei {number} ms, in einer anderen bei {otherNumber} ms',
  'the content at {number} ms is {id} in one session, {otherId} in another':
    'der Inhalt bei {number} ms ist in einer Session {id}, in einer anderen {otherId}',
  'the break at {number} ms is {id} in one session, {otherId} in another':
    'die Werbepause bei {number} ms ist in einer Session {id}, in einer anderen {otherId}',
  '{track} of Period {id} plays {number} ms later than in another session':
    '{track} von Period {id} spielt {number} ms später als in einer anderen Session',
  'the output is no MPD with a Period': 'die Ausgabe ist keine MPD mit einer Period',
  'the output is no MPD: {part}': 'die Ausgabe ist keine MPD: {part}',
  '{track} of Period {id} plays {number} ms later than its media time says':
    '{track} von Period {id} spielt {number} ms später, als ihre Medienzeit sagt',
  '{uri} was at media time {was} ms, is at {is} ms':
    '{uri} stand bei Medienzeit {was} ms, steht bei {is} ms',
  'a Period has no id': 'eine Period hat keine id',
  'the Period id {id} occurs twice': 'die Period-id {id} kommt zweimal vor',
  'Period {id} has no start of its own': 'Period {id} hat keinen eigenen Start',
  'Period {id} does not start after {otherId}': 'Period {id} beginnt nicht nach {otherId}',
  'Period {id} begins {number} ms before {otherId} ends':
    'Period {id} beginnt {number} ms vor dem Ende von {otherId}',
  'Period {id} has no media': 'Period {id} hat keine Medien',
  '{track} of Period {id} lists no segment': '{track} von Period {id} führt kein Segment auf',
  '{uri} ends before Period {id} starts': '{uri} endet vor dem Beginn von Period {id}',
  '{uri} starts after Period {id} ends': '{uri} beginnt nach dem Ende von Period {id}',
  '{number} ms without media before {uri}': '{number} ms ohne Medien vor {uri}',
  'Period {id} begins with {number} ms without media':
    'Period {id} beginnt mit {number} ms ohne Medien',
  '{number} ms without media before Period {id}': '{number} ms ohne Medien vor Period {id}',
  '{scheme} names Period {id}, which has no set {set}':
    '{scheme} nennt Period {id}, die kein Set {set} hat',
  '{scheme} joins {part} with {otherPart}': '{scheme} verbindet {part} mit {otherPart}',
  'ad Period {id} announces events': 'die Werbe-Period {id} kündigt Events an',
  'ad Period {id} lacks the {type} set {set}': 'der Werbe-Period {id} fehlt das Set {set} ({type})',
  'mediaPresentationDuration is {declared} ms, Period {id} begins at {number} ms':
    'mediaPresentationDuration ist {declared} ms, Period {id} beginnt bei {number} ms',
  'mediaPresentationDuration is {declared} ms, the last segment of Period {id} ends at {number} ms':
    'mediaPresentationDuration ist {declared} ms, das letzte Segment von Period {id} endet bei {number} ms',
  'a static MPD without a duration': 'eine statische MPD ohne Dauer',
  'mediaPresentationDuration is {declared} ms, the Periods end at {number} ms':
    'mediaPresentationDuration ist {declared} ms, die Periods enden bei {number} ms',
  'a hole of {number} ms before Period {id}': 'eine Lücke von {number} ms vor Period {id}',
  'presentationTimeOffset of {part} went from {was} to {is}':
    'presentationTimeOffset von {part} ging von {was} auf {is}',
  'the initialization of {part} moved': 'die Initialisierung von {part} hat sich geändert',
  '{part} lost segments at its end': '{part} verlor Segmente am Ende',
  '{part} got segments at its start': '{part} bekam Segmente am Anfang',
  '{was} became {is}': 'aus {was} wurde {is}',
  '{part} got {uri} in its middle': '{part} bekam {uri} in der Mitte',
  '{part} lost {uri}': '{part} verlor {uri}',
  '{part} goes on although another Period has followed it':
    '{part} geht weiter, obwohl eine andere Period darauf folgt',
  'MPD@id went from {was} to {is}': 'MPD@id ging von {was} auf {is}',
  'a static MPD became dynamic': 'eine statische MPD wurde dynamisch',
  'availabilityStartTime moved': 'availabilityStartTime hat sich geändert',
  'UTCTiming went from "{was}" to "{is}"': 'UTCTiming ging von „{was}“ auf „{is}“',
  'suggestedPresentationDelay moved': 'suggestedPresentationDelay hat sich geändert',
  'a dynamic MPD without publishTime': 'eine dynamische MPD ohne publishTime',
  'publishTime went back by {number} ms': 'publishTime ging um {number} ms zurück',
  'publishTime moved and nothing else': 'publishTime änderte sich und sonst nichts',
  'the MPD changed under the same publishTime': 'die MPD änderte sich bei gleicher publishTime',
  'a dynamic MPD without minimumUpdatePeriod: players would not look again':
    'eine dynamische MPD ohne minimumUpdatePeriod: Player würden sie nicht noch einmal laden',
  'PatchLocation leads to updates that know nothing of the ads':
    'PatchLocation führt zu Updates, die nichts von der Werbung wissen',
  'the Period at {number} ms was {was}, is {is}': 'die Period bei {number} ms war {was}, ist {is}',
  'Period {id} was added before the last one': 'Period {id} kam vor der letzten hinzu',
  'Period {id} is gone while it is in the time-shift buffer':
    'Period {id} ist weg, obwohl sie noch im Time-Shift-Puffer liegt',
  'the presentation ends {number} ms earlier': 'die Präsentation endet {number} ms früher',
  'Period {id} started at {was} ms, starts at {is} ms':
    'Period {id} begann bei {was} ms, beginnt bei {is} ms',
  'the duration of Period {id} moved': 'die Dauer von Period {id} hat sich geändert',
  'Period {id} was {part}': 'Period {id} war {part}',
  'set {set} of Period {id} is gone': 'Set {set} von Period {id} ist weg',
  'track {track} of Period {id} is gone': 'Track {track} von Period {id} ist weg',
};

const ofBreaksAndDelivery: SentenceTable = {
  '{share} of a break were lost to decisions that came too late':
    '{share} einer Werbepause gingen durch zu späte Entscheidungen verloren',
  'the impressions of {share} of the ads that were shown did not arrive':
    'die Impressions von {share} der gezeigten Spots kamen nicht an',
  'the break that was scheduled for {id} did not come':
    'die für {id} geplante Werbepause kam nicht',
  'a break shows {part} and no ad': 'eine Werbepause zeigt {part} und keinen Spot',
  'a break shows {part} and no ad: {reason}':
    'eine Werbepause zeigt {part} und keinen Spot: {reason}',
  '{creative} is shown more than once in a break':
    '{creative} wird in einer Werbepause mehr als einmal gezeigt',
  '{part} and is not in the output': '{part} und ist nicht in der Ausgabe',
  '{part}, the output has {duration}': '{part}, die Ausgabe hat {duration}',
  '{host} took {number} ms; it is reloaded every {interval} ms':
    '{host} brauchte {number} ms; geladen wird alle {interval} ms',
  'the newest segment ends {seconds} in the future':
    'das neueste Segment endet {seconds} in der Zukunft',
  'the newest segment ended {seconds} ago': 'das neueste Segment endete vor {seconds}',
  'the output ends {seconds} s before the source': 'die Ausgabe endet {seconds} s vor der Quelle',
  'a segment of placement {placement}: {reason}':
    'ein Segment der Platzierung {placement}: {reason}',
  'the break at {id} was announced {seconds} after its start had been published':
    'die Werbepause um {id} wurde {seconds} nach der Veröffentlichung ihres Beginns angekündigt',
  'the break at {id} is {part} than signalled: {signalled} were signalled, it lasted {lasted}':
    'die Werbepause um {id} ist {part} als signalisiert: {signalled} waren signalisiert, sie dauerte {lasted}',
  '{rendition} lacks the marker of the break at {id} that another rendition has':
    '{rendition} fehlt der Marker der Werbepause um {id}, den eine andere Rendition hat',
};

const ofSplices: SentenceTable = {
  'the picture of {part} is black for {seconds} s':
    'das Bild von {part} ist {seconds} s lang schwarz',
  'the picture of {part} stands still for {seconds} s':
    'das Bild von {part} steht {seconds} s lang still',
  'the sound of {part} is silent for {seconds} s': 'der Ton von {part} ist {seconds} s lang still',
  '{part} has {loudness} LUFS, {louder} LU more than the programme':
    '{part} hat {loudness} LUFS, {louder} LU mehr als das Programm',
  'the sound of {part} begins {number} ms {otherPart} its picture':
    'der Ton von {part} beginnt {number} ms {otherPart} dem Bild',
  '{part} cannot be decoded: {reason}': '{part} kann nicht decodiert werden: {reason}',
};

export const germanFindingDetails: SentenceTable = {
  ...ofHls,
  ...ofDash,
  ...ofBreaksAndDelivery,
  ...ofSplices,
};

/** Parts of the sentences above. */
export const germanFindingParts: SentenceTable = {
  content: 'Inhalt',
  'the change from {part} to {otherPart}': 'beim Wechsel von {part} zu {otherPart}',
  'is {number} after the start of {other}': 'ist {number} nach dem Beginn von {other}',
  'is {number} before the start of {other}': 'ist {number} vor dem Beginn von {other}',
  'an IV': 'ein IV',
  'a fractional duration': 'eine Dauer mit Nachkommastellen',
  'a byte range': 'ein Bytebereich',
  'a variable': 'eine Variable',
  'its root is missing': 'ihr Wurzelelement fehlt',
  '{track} of Period {id}': '{track} von Period {id}',
  slate: 'Slate',
  '{creative} was planned for {duration}': '{creative} war für {duration} geplant',
  shorter: 'kürzer',
  longer: 'länger',
  'ad {name}': 'Spot {name}',
  'the programme': 'Programm',
  before: 'vor',
  after: 'nach',
};

/** Why a manifest or a segment was not read, and what was slow. */
export const germanFindingReasons: SentenceTable = {
  '{host} answers with status {status}': '{host} antwortet mit Status {status}',
  '{host} took {number} ms for {duration} ms': '{host} brauchte {number} ms für {duration} ms',
};
