/** Mails about accounts. Links lead to the public address of the installation. */
import { translate } from './catalogue/translate.ts';
import { nameOf } from './layout/line.ts';
import { type MailFrame, type MailText, renderMail } from './layout/render-mail.ts';

/**
 * Confirms the address of a registration.
 * @param link its token, and the days for which it is valid
 * @see SEC-S41
 */
export function verificationMail(
  frame: MailFrame,
  link: { readonly token: string; readonly days: number },
): MailText {
  const { language, productName: product, publicUrl } = frame;
  const { token, days } = link;
  return renderMail(frame, {
    subject: translate(language, 'verificationSubject', { product }),
    blocks: [
      { kind: 'text', text: translate(language, 'verificationWelcome', { product }) },
      { kind: 'text', text: translate(language, 'verificationAsk', { days }) },
      {
        kind: 'link',
        label: translate(language, 'verificationOpen'),
        url: `${publicUrl}/verify-email?token=${token}`,
      },
      { kind: 'text', text: translate(language, 'verificationIgnore') },
    ],
  });
}

/**
 * Leads to a form for a new password.
 * @param link its token, and the hours for which it is valid
 */
export function passwordResetMail(
  frame: MailFrame,
  link: { readonly token: string; readonly hours: number },
): MailText {
  const { language, productName: product, publicUrl } = frame;
  const { token, hours } = link;
  return renderMail(frame, {
    subject: translate(language, 'resetSubject', { product }),
    blocks: [
      { kind: 'text', text: translate(language, 'resetWhy') },
      { kind: 'text', text: translate(language, 'resetAsk', { hours }) },
      {
        kind: 'link',
        label: translate(language, 'resetOpen'),
        url: `${publicUrl}/reset-password?token=${token}`,
      },
      { kind: 'text', text: translate(language, 'resetIgnore') },
    ],
  });
}

/**
 * Invites a person who may not know the company: the names in the mail were chosen by others.
 * @param invitation name of the company, address of the person who invites, token of the link and its days of validity
 * @see SEC-S41, SEC-S125
 */
export function invitationMail(
  frame: MailFrame,
  invitation: {
    readonly tenantName: string;
    readonly invitedBy: string;
    readonly token: string;
    readonly days: number;
  },
): MailText {
  const { language, productName: product, publicUrl } = frame;
  const { token, days } = invitation;
  const company = nameOf(invitation.tenantName);
  const inviter = nameOf(invitation.invitedBy);
  return renderMail(frame, {
    subject: translate(language, 'invitationSubject', { company, product }),
    blocks: [
      { kind: 'text', text: translate(language, 'invitationWhy', { inviter, company, product }) },
      { kind: 'text', text: translate(language, 'invitationAsk', { days }) },
      {
        kind: 'link',
        label: translate(language, 'invitationOpen'),
        url: `${publicUrl}/accept-invitation?token=${token}`,
      },
      { kind: 'text', text: translate(language, 'invitationIgnore') },
    ],
  });
}

/** Answers a registration with an address that has an account (SEC-S45). */
export function alreadyRegisteredMail(frame: MailFrame): MailText {
  const { language, productName: product, publicUrl } = frame;
  return renderMail(frame, {
    subject: translate(language, 'registeredSubject', { product }),
    blocks: [
      { kind: 'text', text: translate(language, 'registeredWhy') },
      {
        kind: 'link',
        label: translate(language, 'registeredOpen'),
        url: `${publicUrl}/login`,
      },
      { kind: 'text', text: translate(language, 'registeredForgot') },
    ],
  });
}
