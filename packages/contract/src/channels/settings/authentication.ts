/** Settings that limit who may watch a channel (CHE-022, CHE-034, OP-78). */
import { z } from 'zod';
import { setting, settingGroup } from './setting.ts';

const section = 'authentication';
const shownWith = 'authentication.hmac';

const hmacGroup = settingGroup(
  {
    secret: setting(z.string().max(1_000).default(''), {
      label: 'HMAC secret',
      help: 'Signs the tokens. A stored secret is shown as asterisks and kept unless you change it.',
      section,
      shownWith,
      control: 'secret',
      effect: 'a session starts with a token that is signed with it; none = not required',
      sentTo: ['systemId'],
      proof: ['apps/stitcher/src/admission/viewer-tokens.test.ts › any change of a token is found'],
    }),
    method: setting(z.enum(['SHA256', 'SHA1']).default('SHA256'), {
      label: 'HMAC method',
      help: 'Hash function of the signature.',
      section,
      shownWith,
      choices: { SHA256: 'SHA-256', SHA1: 'SHA-1' },
      effect: 'SHA256 or SHA1',
      proof: [
        'apps/stitcher/src/admission/viewer-tokens.test.ts › the secret may be hex, as the edges have it; SHA1 is taken when the channel says so',
      ],
    }),
    isSecretEncrypted: setting(z.boolean().default(false), {
      label: 'The secret is encrypted',
      help: 'The secret is hexadecimal, encrypted under the key of this platform as the manual describes.',
      section,
      shownWith,
      effect: 'the secret is stored as hex that only the platform’s key decrypts',
      proof: [
        'apps/stitcher/src/admission/viewer-tokens.test.ts › an encrypted secret is opened with the platform’s key',
      ],
    }),
    window: setting(z.number().int().min(1).max(604_800).default(3_600).describe('seconds'), {
      label: 'HMAC window',
      help: 'Maximum validity of a token, and of the cookie that replaces it.',
      section,
      shownWith,
      unit: 's',
      effect: 'maximum validity of a token, and of the cookie that replaces it, in seconds',
      proof: [
        'apps/stitcher/src/admission/viewer-tokens.test.ts › window is how long a token may be valid, and how long its cookie is',
      ],
    }),
    cookieDomain: setting(z.string().max(255).default(''), {
      label: 'HMAC cookie domain',
      help: 'Domain of the cookie that replaces a token. Empty: the stitcher’s own host.',
      section,
      shownWith,
      effect: 'domain of the cookie that replaces a token',
      proof: [
        'apps/stitcher/src/admission/viewer-tokens.test.ts › is set for the channel’s domain, for as long as the window',
      ],
    }),
  },
  (shape) =>
    z
      .object(shape)
      .refine((hmac) => !hmac.isSecretEncrypted || hmac.secret.length % 2 === 0, {
        message: 'Secret code is not an even character length.',
        path: ['secret'],
      })
      .optional(),
  {
    label: 'Use HMAC authentication',
    help: 'Viewers need a signed token to start a session. Off: its settings, including the secret, are removed from the channel.',
    section,
  },
);

export const authenticationSettings = {
  authentication: settingGroup({ hmac: hmacGroup }, (shape) => z.object(shape).default({})),
};
