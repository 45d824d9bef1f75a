/**
 * Texts of the platform to persons, in English (ICU MessageFormat). No text contains a line break or markup: the layout
 * makes paragraphs and links.
 */
export const en = {
  // accounts
  verificationSubject: 'Confirm your email for {product}',
  verificationWelcome: 'Welcome to {product}.',
  verificationAsk:
    'Please confirm your email address by opening this link within {days, plural, one {# day} other {# days}}:',
  verificationOpen: 'Confirm the email address',
  verificationIgnore: 'If you did not register, ignore this mail.',
  resetSubject: 'Reset your {product} password',
  resetWhy: 'Somebody, hopefully you, requested a new password.',
  resetAsk: 'Set it within {hours, plural, one {one hour} other {# hours}} here:',
  resetOpen: 'Set a new password',
  resetIgnore: 'If it was not you, ignore this mail; your password stays as it is.',
  invitationSubject: 'You have been invited to “{company}” on {product}',
  invitationWhy: 'You have been invited by {inviter} to “{company}” on {product}.',
  invitationAsk: 'To accept, open this link within {days, plural, one {# day} other {# days}}:',
  invitationOpen: 'Accept the invitation',
  invitationIgnore: 'If you do not want to join, ignore this mail: nothing happens.',
  registeredSubject: 'You already have a {product} account',
  registeredWhy:
    'Somebody, hopefully you, tried to register with this email address, but it has an account already. Log in here:',
  registeredOpen: 'Log in',
  registeredForgot: 'If you do not know your password any more, choose “Forgot password?” there.',

  // second factors
  factorAddedSubject: 'A second factor was added · {product}',
  factorAdded:
    'The second factor “{name}” was added to your account. It is asked for when you log in.',
  factorRemovedSubject: 'A second factor was removed · {product}',
  factorRemoved: 'The second factor “{name}” was removed from your account.',
  codesSubject: 'New recovery codes · {product}',
  codesMade:
    'New recovery codes were made for your account. The earlier ones do not work any more.',
  codeUsedSubject: 'A recovery code was used · {product}',
  codeUsed:
    'Somebody, hopefully you, used a recovery code of your account. {left, plural, =0 {No code is left} one {One code is left} other {# codes are left}}.',
  factorsResetSubject: 'Your second factors were reset · {product}',
  factorsReset:
    '{admin} has removed all second factors of your account and ended your sessions. Your password is as it was.',
  factorUnknown:
    'If you know of this, there is nothing to do. If not, set a new password now, which ends all sessions, and tell your administrator:',

  // limits of the plan
  limitSubject: '“{company}” has reached {percent, number} % of a limit of its plan',
  trialEndsSubject: 'The free trial of “{company}” ends soon',
  limitWhy: 'You get this mail because you are an Admin of “{company}”.',
  limitOpen: 'Open the subscription',

  // notifications
  notice: 'Something happened in “{company}”:',
  noticeSubject: '{topic}: {content}',
  digestSubject: '{count, plural, one {# notification} other {# notifications}} from “{company}”',
  digest: '{count, plural, one {# thing} other {# things}} happened in “{company}”:',
  digestMore: 'And {count, number} more; all of them are in the console.',
  noticeOpen: 'Open in the console',
  slackOpen: 'Open in {product}',
  noticeWhy: 'You get this mail because your profile has a subscription to it.',
  noticeSettings: 'Change what you are notified of',
  unsubscribe: 'Unsubscribe',
  unsubscribeAll: 'Unsubscribe from all mails',
  offSubject: '{product}: A subscription was switched off',
  offWhy:
    'Your subscription of {topic} to {channel} ({address}) was switched off: nothing could be delivered for a day, or the receiver said that it is gone.',
  offReason: 'Last error: {reason}',
  offNext: 'Correct the address in your profile, or turn the subscription on again there.',
  webhook: 'a webhook',
  jobStarted: 'Job started',
  jobFailed: 'Job failed',
  jobDone: 'Job done',
  synchronisation: 'Channel synchronisation',
  source: 'Source of a channel',
  output: 'Output of a channel',
  test: 'Test',

  // mails of reports
  reportSubject: '“{name}”, {period} · “{company}”',
  reportPeriod: '“{company}”, {period}, days of {timeZone}.',
  reportCompared: 'Compared with {period}.',
  reportOrder: 'The cards that became worst come first.',
  reportDays: '{from} to {to}',
  reportOpen: 'Open this card',
  reportFailed: 'This card could not be read: {reason}',
  reportEmpty: 'Nothing was counted in this period.',
  reportWorse: '{figure}: {now}, before {before}; worse by {percent, number} %.',
  reportBetter: '{figure}: {now}, before {before}; better by {percent, number} %.',
  reportEqual: '{figure}: {now}, as before.',
  reportMore: 'And {count, number} more rows in the console.',
  reportWhyOwn: 'You get this mail because you have scheduled it.',
  reportWhy: 'You get this mail because {by} has scheduled it for you.',
  reportSettings: 'Scheduled mails',

  // the page behind the link that unsubscribes
  unsubscribeAsk: 'You will get no more mails of this subscription.',
  unsubscribeAskAll: 'You will get no more mails of any of your subscriptions.',
  unsubscribeDone: 'You get no more mails of this subscription. Your profile can turn it on again.',
  unsubscribeAskReport: 'You will get this scheduled mail no more.',
  unsubscribeDoneReport: 'You get this scheduled mail no more. The others go on.',
  unsubscribeWrong: 'This link is not complete. Copy the whole address from the mail.',
} as const;

export type MailKey = keyof typeof en;
