/** Texts of tests of ad servers in German, keyed by the English text, with the same values. */
import type { SentenceTable } from '../read-sentence.ts';

export const germanAdServerSentences: SentenceTable = {
  'No source is set: conditioned creatives may have another ladder.':
    'Keine Quelle ist eingetragen: Konditionierte Creatives haben vielleicht eine andere Ladder.',
  'The source cannot be read, conditioned creatives may have another ladder: {reason}':
    'Die Quelle kann nicht gelesen werden, konditionierte Creatives haben vielleicht eine andere Ladder: {reason}',
  'A break that was not announced early waits {seconds} seconds only.':
    'Eine Werbepause, die nicht früh angekündigt wurde, wartet nur {seconds} Sekunden.',
  'an error': 'ein Fehler',
  nothing: 'nichts',
  'not VAST: {reason}': 'kein VAST: {reason}',
  'ad {id}: {reason}': 'Ad {id}: {reason}',
};

/** Why an answer, a wrapper or an ad of it is refused. */
export const germanAdServerReasons: SentenceTable = {
  'no answer': 'keine Antwort',
  'a VMAP, which only on-demand channels request': 'eine VMAP, die nur On-Demand-Kanäle anfordern',
  'the root element is <{name}>': 'das Wurzelelement ist <{name}>',
  'DOCTYPE is not allowed': 'DOCTYPE ist nicht erlaubt',
  'too large': 'zu groß',
  'no element': 'kein Element',
  'too many elements': 'zu viele Elemente',
  'nested too deeply': 'zu tief verschachtelt',
  'too many attributes': 'zu viele Attribute',
  'a character that is not allowed': 'ein Zeichen, das nicht erlaubt ist',
  'a reference to a character that is not allowed':
    'ein Verweis auf ein Zeichen, das nicht erlaubt ist',
  'an ampersand that begins no known reference':
    'ein Und-Zeichen, mit dem kein bekannter Verweis beginnt',
  '<{name}> is not closed': '<{name}> ist nicht geschlossen',
  'the XML declaration is not as it should be': 'die XML-Deklaration ist nicht, wie sie sein soll',
  'text outside of the root element': 'Text außerhalb des Wurzelelements',
  ']]> in text': ']]> im Text',
  'CDATA is not closed': 'CDATA ist nicht geschlossen',
  'a comment is not closed, or has -- in it': 'ein Kommentar ist nicht geschlossen oder enthält --',
  'a processing instruction is not as it should be':
    'eine Processing Instruction ist nicht, wie sie sein soll',
  'an end tag without its start tag': 'ein End-Tag ohne sein Start-Tag',
  'an end tag is not closed': 'ein End-Tag ist nicht geschlossen',
  '"{name}" is no name': '„{name}“ ist kein Name',
  'more than one root element': 'mehr als ein Wurzelelement',
  '/ in a tag without >': '/ in einem Tag ohne >',
  'a tag is not as it should be': 'ein Tag ist nicht, wie es sein soll',
  'an attribute without a value': 'ein Attribut ohne Wert',
  'the attribute {name} twice': 'das Attribut {name} zweimal',
  'an attribute without quotes': 'ein Attribut ohne Anführungszeichen',
  '< in a value': '< in einem Wert',
  'a value is not closed': 'ein Wert ist nicht geschlossen',
  'a wrapper without VASTAdTagURI': 'ein Wrapper ohne VASTAdTagURI',
  'wrapper loop': 'Wrapper im Kreis',
  'more than {count} wrappers': 'mehr als {count} Wrapper',
  'more than {count} requests': 'mehr als {count} Anfragen',
  'followAdditionalWrappers is false': 'followAdditionalWrappers ist false',
  'no ad behind the wrapper': 'kein Spot hinter dem Wrapper',
  'no ad': 'kein Spot',
  'category {code} is blocked': 'Kategorie {code} ist gesperrt',
  'status {status}': 'Status {status}',
};
