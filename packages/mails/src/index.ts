export {
  alreadyRegisteredMail,
  invitationMail,
  passwordResetMail,
  verificationMail,
} from './account-mails.ts';
export { lineOf } from './layout/line.ts';
export type { MailFrame, MailText } from './layout/render-mail.ts';
export { limitMail, type NearLimit, saidLimit } from './limit-mails.ts';
export {
  type MailedNotification,
  type NotificationFrame,
  notificationMail,
  subscriptionOffMail,
} from './notification-mails.ts';
export {
  type MailedCard,
  type MailedFigure,
  type MailedReports,
  reportMail,
} from './report-mails.ts';
export { type SecondFactorChange, secondFactorMail } from './second-factor-mails.ts';
export { slackTexts } from './slack-texts.ts';
export { unsubscribeTexts } from './unsubscribe-texts.ts';
