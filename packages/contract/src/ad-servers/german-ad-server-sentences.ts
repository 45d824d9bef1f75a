/** What a test of an ad server says, in German: by its English, with the same values. */
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
