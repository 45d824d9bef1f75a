/** Texts of the pages of features/dashboard in German. */
export const dashboardTexts: Readonly<Record<string, string>> = {
  'No sessions yet.': 'Noch keine Sessions.',
  'Today, as of {moment}': 'Heute, Stand {moment}',
  'Open channels': 'Kanäle öffnen',
  'On air': 'Auf Sendung',
  '{thousands} more': '{thousands} weitere',
  'Three steps to the first ad': 'Drei Schritte zum ersten Spot',
  'An Editor or Admin of your company can do this.':
    'Ein Editor oder Admin Ihres Unternehmens kann das tun.',
  'Watching now': 'Zuschauer jetzt',
  'Sessions today': 'Sessions heute',
  'Ads today': 'Spots heute',
  'Completed today': 'Heute zu Ende gesehen',
  '{enabled} enabled': '{enabled} aktiviert',
  'average of the last minute': 'Mittel der letzten Minute',
  'since midnight': 'seit Mitternacht',
  impressions: 'Impressions',
  'no ads yet': 'noch keine Spots',
  '{percentage} of the ads': '{percentage} der Spots',
  'Add a channel': 'Kanal hinzufügen',
  'Enter its name, the URL of your stream and the URL of your ad server.':
    'Geben Sie seinen Namen, die URL Ihres Streams und die URL Ihres Ad-Servers ein.',
  'Enable it': 'Aktivieren',
  'Turn on the switch in the channel list to deliver it.':
    'Schalten Sie ihn in der Kanalliste ein, um ihn auszuliefern.',
  'Play it': 'Abspielen',
  'Play the output of the channel, with the ad breaks marked on the timeline.':
    'Spielen Sie die Ausgabe des Kanals ab; die Werbepausen sind auf der Zeitleiste markiert.',
  'Open reports': 'Berichte öffnen',
};
