/** The closed list of what notifications say. Apart from the sentences: the console reads answers by it without them. */
export const notificationSentenceKeys = [
  'jobStarted',
  'jobDone',
  'jobFailed',
  'clusterBehind',
  'clusterCurrent',
  'sourceNotHealthy',
  'sourceHealthy',
  'outputNotHealthy',
  'outputHealthy',
  'subscriptionOff',
  'subscriptionTest',
  'limitSessions',
  'limitAdEvents',
  'trialEnds',
  'loginWithoutRole',
  'eventsLost',
  'eventsSetAside',
  'valuesFolded',
] as const;
export type NotificationSentenceKey = (typeof notificationSentenceKeys)[number];
