/**
 * Texts of analyses of sources in German, keyed by the English text, with the same values. Names of tags, attributes
 * and settings stay as standards and the console write them.
 */
import type { SentenceTable } from '../read-sentence.ts';

const ofRenditions: SentenceTable = {
  'The resolution is not declared. Ads get a common one for its bit rate.':
    'Die Auflösung ist nicht angegeben. Spots bekommen eine, die bei der Bitrate üblich ist.',
  'Encoders take even sizes only. Ads get the next even one.':
    'Encoder nehmen nur gerade Größen an. Spots bekommen die nächste gerade.',
  'The codec is not declared. Ads get H.264.':
    'Der Codec ist nicht angegeben. Spots bekommen H.264.',
  'The frame rate is not declared. Ads get 25 frames per second, or the frame rate of other renditions.':
    'Die Bildrate ist nicht angegeben. Spots bekommen 25 Bilder pro Sekunde oder die Bildrate anderer Renditions.',
  'The bit rate is not declared. Ads get a common one.':
    'Die Bitrate ist nicht angegeben. Spots bekommen eine übliche.',
  '{count} renditions have this size. Ads are made once for each bit rate.':
    '{count} Renditions haben diese Größe. Spots werden für jede Bitrate einmal erzeugt.',
  'It has {slowest} frames a second, others {fastest}. Ads get {fastest}.':
    'Sie hat {slowest} Bilder pro Sekunde, andere {fastest}. Spots bekommen {fastest}.',
  'It has {count} video renditions. Ads get the {most} largest.':
    'Sie hat {count} Video-Renditions. Spots bekommen die {most} größten.',
  'Its {part} last {own} s, those of the first rendition {usual} s. Splice points are less exact.':
    'Die {part} dauern {own} s, die der ersten Rendition {usual} s. Splice-Punkte sind weniger genau.',
  'Its segments last {own} s, those of the first rendition {usual} s. Splice points are less exact.':
    'Die Segmente dauern {own} s, die der ersten Rendition {usual} s. Splice-Punkte sind weniger genau.',
  '{path} cannot be read: {reason}': '{path} kann nicht gelesen werden: {reason}',
};

const ofHls: SentenceTable = {
  'It is packaged in another container than the first rendition.':
    'Sie ist in einem anderen Container verpackt als die erste Rendition.',
  'It names no target duration.': 'Sie nennt keine Target Duration.',
  'A segment lasts {longest} s, longer than the target duration of {declared} s. Players may stall.':
    'Ein Segment dauert {longest} s, länger als die Target Duration von {declared} s. Player können stehen bleiben.',
  'It has no EXT-X-PROGRAM-DATE-TIME. Renditions are aligned by their numbers and lengths alone.':
    'Sie hat kein EXT-X-PROGRAM-DATE-TIME. Renditions werden allein nach Nummern und Längen ausgerichtet.',
  'It lists {listed} s only, less than {least} target durations.':
    'Sie führt nur {listed} s auf, weniger als {least} Target Durations.',
  'It plays with the audio group "{group}", which is not listed.':
    'Sie spielt mit der Audiogruppe „{group}“, die nicht aufgeführt ist.',
  'Line {line} is not as the standard requires it: {found}':
    'Zeile {line} ist nicht, wie der Standard es verlangt: {found}',
  'It is not a media playlist.': 'Sie ist keine Media-Playlist.',
  'The multivariant playlist lists no variants.':
    'Die Multivariant-Playlist führt keine Varianten auf.',
  'The first rendition lists no segments.': 'Die erste Rendition führt keine Segmente auf.',
  'The playlist exceeds {limit} ({allowed}).': 'Die Playlist überschreitet {limit} ({allowed}).',
};

const ofDash: SentenceTable = {
  'A segment lasts {longest} s, longer than maxSegmentDuration of {declared} s.':
    'Ein Segment dauert {longest} s, länger als die maxSegmentDuration von {declared} s.',
  'It is dynamic and has no availabilityStartTime: a live channel cannot play it.':
    'Sie ist dynamic und hat keine availabilityStartTime: Ein Live-Kanal kann sie nicht spielen.',
  'It names no minimumUpdatePeriod. It is read once for each segment.':
    'Sie nennt keine minimumUpdatePeriod. Sie wird einmal je Segment gelesen.',
  'It names no UTCTiming. Players whose clock is wrong cannot find the live edge.':
    'Sie nennt kein UTCTiming. Player, deren Uhr falsch geht, finden die Live-Kante nicht.',
  'Markers of {scheme} are in the media: a live channel reads them with "Read in-band events", an on-demand one does not.':
    'Marker von {scheme} stehen in den Medien: Ein Live-Kanal liest sie mit „Inband-Ereignisse lesen“, ein On-Demand-Kanal nicht.',
  'Its Periods have different resolutions. Ads are encoded for the longest Period.':
    'Die Periods haben verschiedene Auflösungen. Spots werden für die längste Period encodiert.',
  'It is not as the standard requires it: {reason}':
    'Sie ist nicht, wie der Standard es verlangt: {reason}',
  'The MPD cannot be read: {reason}.': 'Die MPD kann nicht gelesen werden: {reason}.',
  'The MPD has no periods.': 'Die MPD hat keine Periods.',
  'The SCTE-35 payload cannot be read: {event}.':
    'Die SCTE-35-Payload kann nicht gelesen werden: {event}.',
  'The duration of an event contradicts its payload: {event}.':
    'Die Dauer eines Events widerspricht der Payload: {event}.',
};

const ofOtherSources: SentenceTable = {
  'An mp4 source cannot be analysed automatically.':
    'Eine MP4-Quelle kann nicht automatisch analysiert werden.',
  'An MRSS feed url cannot be used as a source.':
    'Die URL eines MRSS-Feeds kann nicht als Quelle verwendet werden.',
  'The source answers a web page, not a manifest.':
    'Die Quelle antwortet mit einer Webseite statt eines Manifests.',
  'The source answers JSON, not a manifest.':
    'Die Quelle antwortet mit JSON statt eines Manifests.',
  'The source answers XML that is not an MPD.': 'Die Quelle antwortet mit XML, das keine MPD ist.',
  'The source is a media file, not a manifest.': 'Die Quelle ist eine Mediendatei, kein Manifest.',
  'The response of the source is empty.': 'Die Antwort der Quelle ist leer.',
  'The response of the source is not a manifest.': 'Die Antwort der Quelle ist kein Manifest.',
  'The source redirects to an address with a query. If the query belongs to one session, leave trueSourceUrl empty.':
    'Die Quelle leitet auf eine Adresse mit Query um. Wenn die Query zu einer einzelnen Session gehört, lassen Sie trueSourceUrl leer.',
};

/** Names of tracks that the source does not name. */
const ofTracks: SentenceTable = {
  captions: 'Untertitel (CC)',
  multiplexed: 'im Video enthalten',
  'size not declared': 'Größe nicht angegeben',
  'size not declared {rate} fps': 'Größe nicht angegeben, {rate} fps',
};

/** Texts about the breaks that settings find in a source. */
const ofMarkers: SentenceTable = {
  'The source is {format}, and the type of the channel is {type}.':
    'Die Quelle ist {format}, und der Typ des Kanals ist {type}.',
  'The MPD is static, and the type of the channel is {type}.':
    'Die MPD ist static, und der Typ des Kanals ist {type}.',
  'A VoD channel uses markers with useScte35 only, and it is off.':
    'Ein VoD-Kanal verwendet Marker nur mit useScte35, und das ist aus.',
  'Its SCTE-35 payload cannot be read: it is cut off, encrypted or its checksum is wrong.':
    'Die SCTE-35-Payload kann nicht gelesen werden: Sie ist abgeschnitten, verschlüsselt oder ihre Prüfsumme ist falsch.',
  'It carries no SCTE-35 payload.': 'Der Marker trägt keine SCTE-35-Payload.',
  'It lies inside of a break that is running already.':
    'Der Marker liegt in einer Werbepause, die schon läuft.',
  'It ends a break, and none is running here.':
    'Der Marker beendet eine Werbepause, und hier läuft keine.',
  'With isMultiPeriod only the first event of a period counts.':
    'Mit isMultiPeriod zählt nur das erste Event einer Period.',
  'It is not among the tags that fallbackSourceTags names.':
    'Der Marker ist keines der Tags, die fallbackSourceTags nennt.',
  'fallbackSourceTags chooses {chosen}, which this source has too.':
    'fallbackSourceTags wählt {chosen}, das diese Quelle auch hat.',
  'Its splice command only informs.': 'Das Splice-Kommando informiert nur.',
  'It is a {command}, and spliceMode is {mode}.':
    'Der Marker ist ein {command}, und spliceMode ist {mode}.',
  'It says nothing of a break.': 'Der Marker sagt nichts von einer Werbepause.',
  'Its TYPE is not known.': 'Der TYPE ist nicht bekannt.',
  'Its segmentation type {types} is neither in segmentationTypeIdsStart nor in segmentationTypeIdsEnd.':
    'Der Segmentation-Typ {types} steht weder in segmentationTypeIdsStart noch in segmentationTypeIdsEnd.',
};

export const germanSourceSentences: SentenceTable = {
  ...ofRenditions,
  ...ofHls,
  ...ofDash,
  ...ofOtherSources,
  ...ofTracks,
  ...ofMarkers,
};

export const germanSourceParts: SentenceTable = {
  'audio segments': 'Audiosegmente',
};

/** Why an XML document cannot be read, and why the platform cannot play a source. */
export const germanSourceReasons: SentenceTable = {
  'it is no MPD': 'es ist keine MPD',
  'it lists no segments of video or audio': 'sie führt keine Segmente von Video oder Audio auf',
  'it refers to remote elements (xlink)': 'sie verweist auf entfernte Elemente (xlink)',
  'its MPD is static and the channel is live': 'ihre MPD ist static, und der Kanal ist live',
  'its MPD has no availabilityStartTime': 'ihre MPD hat keine availabilityStartTime',
  'the playlist names no asset in {format}': 'die Playlist nennt kein Asset in {format}',
  'the feed names no programme in {format}': 'der Feed nennt kein Programm in {format}',
  'it has other segments than when the session began':
    'sie hat andere Segmente als bei Beginn der Session',
  'it is not on demand: it has no end': 'sie ist nicht On-Demand: Sie hat kein Ende',
  'it lists no media': 'sie führt keine Medien auf',
  'no S element can be read': 'kein S-Element kann gelesen werden',
  'too many S elements': 'zu viele S-Elemente',
  'S {index} is out of order or has no duration':
    'S {index} steht nicht in der Reihenfolge oder hat keine Dauer',
  'the root is <{name}>': 'das Wurzelelement ist <{name}>',
  'template without a duration': 'Template ohne Dauer',
  'period {number} has no start yet': 'Period {number} hat noch keinen Beginn',
  'period {number} begins after the next': 'Period {number} beginnt nach der nächsten',
  'period refers to {address}': 'Period verweist auf {address}',
  'too large': 'zu groß',
  'element is not closed': 'Element ist nicht geschlossen',
  '<{name}> is not closed': '<{name}> ist nicht geschlossen',
  'DOCTYPE and declarations are not allowed': 'DOCTYPE und Deklarationen sind nicht erlaubt',
  'end tag without its start tag': 'End-Tag ohne Start-Tag',
  'end tag is not closed': 'End-Tag ist nicht geschlossen',
  'more than one root element': 'mehr als ein Wurzelelement',
  'too many elements': 'zu viele Elemente',
  'nested too deeply': 'zu tief verschachtelt',
  'tag without a name': 'Tag ohne Namen',
  '> is missing': '> fehlt',
  ']]> is missing': ']]> fehlt',
  '--> is missing': '--> fehlt',
  '?> is missing': '?> fehlt',
  'tag is not closed': 'Tag ist nicht geschlossen',
  'too many attributes': 'zu viele Attribute',
  'attribute without a quoted value': 'Attribut ohne Wert in Anführungszeichen',
  'entity that is not declared': 'Entity, die nicht deklariert ist',
  'no element': 'kein Element',
};
