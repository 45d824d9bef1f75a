/** The closed list of sentences of notifications, by key: the console validates answers by it without the sentences. */
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
