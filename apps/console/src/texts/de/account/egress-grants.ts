/** Texts of the pages of features/egress-grants in German. */
export const egressGrantsTexts: Readonly<Record<string, string>> = {
  'Private addresses out of EGRESS_ALLOW that companies may reach.':
    'Private Adressen aus EGRESS_ALLOW, die Unternehmen erreichen dürfen.',
  'Grant Address': 'Adresse freigeben',
  'No company may reach them yet.': 'Noch kein Unternehmen darf sie erreichen.',
  'EGRESS_ALLOW lists nothing, so no company reaches a private address. Set it to the hosts, host:port or CIDR ranges that may be granted, and restart.':
    'EGRESS_ALLOW führt nichts auf, daher erreicht kein Unternehmen eine private Adresse. Setzen Sie es auf die Hosts, host:port oder CIDR-Bereiche, die freigegeben werden können, und starten Sie neu.',
  'Offered by EGRESS_ALLOW': 'Von EGRESS_ALLOW angeboten',
  'Add an address to {name}': 'Adresse für {name} hinzufügen',
  'all of EGRESS_ALLOW': 'alles aus EGRESS_ALLOW',
  'Take Back {entry} from {name}': '{entry} von {name} zurücknehmen',
  'Take Back': 'Zurücknehmen',
  '{name} may reach {address}.': '{name} darf {address} erreichen.',
  '{address} was taken back from {name}.': '{address} wurde von {name} zurückgenommen.',
  'Take {address} back from {name}?': '{address} von {name} zurücknehmen?',
  'Sources, ad servers, slates and storages of this company at that address fail from now on, also those that play.':
    'Quellen, Ad-Server, Slates und Speicher dieses Unternehmens unter dieser Adresse schlagen ab jetzt fehl, auch solche, die gerade laufen.',
  'Please enter the name or the ID of a company.':
    'Bitte geben Sie den Namen oder die ID eines Unternehmens ein.',
  'Please enter a host, host:port or CIDR range.':
    'Bitte geben Sie einen Host, host:port oder CIDR-Bereich ein.',
  Grant: 'Freigeben',
  'Name or ID': 'Name oder ID',
  'Host, host:port or CIDR range within EGRESS_ALLOW; * is all of it':
    'Host, host:port oder CIDR-Bereich aus EGRESS_ALLOW; * ist alles daraus',
};
