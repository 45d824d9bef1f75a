/** Who may watch (CHE-022, CHE-034, OP-78). */
import { useFormContext, useWatch } from 'react-hook-form';
import type { ChannelFormValues } from '../channel-form/channel-form-values.ts';
import { SettingField } from '../channel-form/setting-field.tsx';
import { withHmac } from './following-changes.ts';
import { Turn } from './turn.tsx';

const methods = [
  { value: 'SHA256', label: 'SHA-256' },
  { value: 'SHA1', label: 'SHA-1' },
];

export function AuthenticationSection() {
  const { control, getValues, setValue } = useFormContext<ChannelFormValues>();
  const on = useWatch({ control, name: 'authentication.hmac' }) !== undefined;
  const turn = (next: boolean) =>
    setValue('authentication', withHmac(getValues('authentication'), next), {
      shouldDirty: true,
      shouldValidate: true,
    });
  return (
    <>
      <Turn
        name="authentication.hmac"
        label="Use HMAC authentication"
        help="Viewers need a signed token to begin. Off: its settings, the secret among them, are removed from the channel."
        on={on}
        onTurn={turn}
      />
      {on && <HmacFields />}
    </>
  );
}

function HmacFields() {
  return (
    <>
      <SettingField
        name="authentication.hmac.secret"
        kind="secret"
        label="HMAC secret"
        help="What tokens are signed with. A stored one is shown as stars; left so, it stays."
      />
      <SettingField
        name="authentication.hmac.method"
        kind="choice"
        label="HMAC method"
        help="How tokens are signed."
        choices={methods}
      />
      <SettingField
        name="authentication.hmac.isSecretEncrypted"
        kind="switch"
        label="The secret is encrypted"
        help="The secret is hexadecimal, two digits a byte: encrypted under the key of this platform, as the manual tells."
      />
      <SettingField
        name="authentication.hmac.window"
        kind="number"
        label="HMAC window"
        help="The longest that a token may be valid, and how long the cookie lets in, 1 to 604,800."
        unit="s"
        min={1}
        max={604_800}
        whole
      />
      <SettingField
        name="authentication.hmac.cookieDomain"
        label="HMAC cookie domain"
        help="Where the cookie that a token is exchanged for is valid. Empty: on the stitcher's own host."
      />
    </>
  );
}
