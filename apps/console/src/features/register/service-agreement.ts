/** The text that a company accepts when it registers: every topic and figure of PUB-020 and PUB-021. */

export interface AgreementSection {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

export const agreement: readonly AgreementSection[] = [
  {
    title: 'Subject',
    paragraphs: [
      'This agreement governs the use of the server-side ad insertion service (the "Service") by the company that registers (the "Client"). It is completed by the order form in which the Client chooses its tier.',
    ],
  },
  {
    title: 'Definitions',
    paragraphs: [
      '"Session" means the playback of one stream by one viewer. "Ad Event" means the delivery of one advertisement in a Session. "Channel" means one stream that the Client has set up in the Service. "Creative" means an advertisement supplied by the Client or by its ad server. "Material Defect" means a deviation from the agreed functions that makes the Service unusable or considerably limits its use.',
    ],
  },
  {
    title: 'Service types',
    paragraphs: [
      'Live: insertion of advertisements into live streams. VoD: insertion into video on demand. Vod2live: composition of a linear channel from video on demand, with insertion.',
      'Media services: conditioning of ad creatives to the encoding profile of a Channel. Measurement and analytics: counting of Sessions and Ad Events, tracking calls and reports.',
      'For the tiers Basic and Professional the Service is hosted by the provider. For the tier Enterprise it runs in the own cloud of the Client (the tenant), which the Client supplies and pays.',
      'Unless the order form says otherwise, the Service is dimensioned for 100,000 concurrent sessions per Client.',
    ],
  },
  {
    title: 'Duties of the Client',
    paragraphs: [
      'The Client holds the rights to its streams and Creatives, keeps its credentials secret, informs its viewers and obtains the consents that the law asks for.',
    ],
  },
  {
    title: 'Fees and payment',
    paragraphs: [
      'Fees follow the tier of the order form and the number of Ad Events. All prices are net, all payments are made in euros, within 30 days after the invoice.',
    ],
  },
  {
    title: 'Defects',
    paragraphs: [
      'Defects are sorted into three classes. Class 1: the Service is not available or no stream can be played. Class 2: an essential function is considerably limited. Class 3: any other defect.',
      'The provider fixes a Material Defect within three weeks after it was reported. If it does not, the Client may reduce the fees or terminate.',
    ],
  },
  {
    title: 'Term and termination',
    paragraphs: [
      'An order form runs for the term written in it. It renews automatically for one year each time unless one party gives notice 180 days before its end.',
      'Either party may terminate for cause when the other breaches a material duty and does not cure the breach within 30 days after it was told in writing (the 30-day cure period).',
    ],
  },
  {
    title: 'Liability',
    paragraphs: [
      'Each party is liable without limit for intent, gross negligence and injury to life, body or health. For slight negligence it is liable only for breaches of essential duties and up to the damage that is typical and foreseeable. Lost advertising revenue is not replaced beyond the fees of the affected month.',
    ],
  },
  {
    title: 'Data protection',
    paragraphs: [
      'The provider processes personal data of viewers only on behalf of the Client and only as far as the Service needs it. A data processing agreement is part of the order form.',
    ],
  },
  {
    title: 'Governing law and venue',
    paragraphs: [
      'German law applies, without its conflict rules and without the UN convention on the international sale of goods. Venue is Berlin.',
    ],
  },
];
