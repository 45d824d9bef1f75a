/** The mails about accounts. Plain text; links point to PUBLIC_URL. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

interface Sender {
  readonly productName: string;
  readonly publicUrl: string;
}

export function verificationMail({ productName, publicUrl }: Sender, token: string): MailText {
  return {
    subject: `Confirm your email for ${productName}`,
    text: `Welcome to ${productName}.

Please confirm your email address by opening this link within 3 days:

${publicUrl}/verify-email?token=${token}

If you did not register, ignore this mail.
`,
  };
}

export function passwordResetMail({ productName, publicUrl }: Sender, token: string): MailText {
  return {
    subject: `Reset your ${productName} password`,
    text: `Somebody, hopefully you, requested a new password.

Set it within one hour here:

${publicUrl}/reset-password?token=${token}

If it was not you, ignore this mail; your password stays as it is.
`,
  };
}

/** Names of older rows and of identity providers may hold line breaks, which would write text into the mail. */
const oneLine = (name: string) => name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

export function invitationMail(
  { productName, publicUrl }: Sender,
  invitation: { tenantName: string; invitedBy: string; token: string },
): MailText {
  const { invitedBy, token } = invitation;
  const tenantName = oneLine(invitation.tenantName);
  return {
    subject: `You have been invited to ${tenantName} on ${productName}`,
    text: `You have been invited by ${invitedBy} to ${tenantName} on ${productName}.

To accept, open this link within 7 days:

${publicUrl}/accept-invitation?token=${token}

If you do not want to join, ignore this mail: nothing happens.
`,
  };
}

export function alreadyRegisteredMail({ productName, publicUrl }: Sender): MailText {
  return {
    subject: `You already have a ${productName} account`,
    text: `Somebody, hopefully you, tried to register with this email address, but it has an account already.

Log in here: ${publicUrl}/login
If you do not know your password any more, choose 'forgot password' there.
`,
  };
}
