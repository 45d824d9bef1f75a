/** What makes two ads the same creative (CHE-066, OP-81). */
import { SettingField } from '../channel-form/setting-field.tsx';
import { useFollowing } from './use-following.ts';

export function ClipIdSection() {
  const following = useFollowing();
  return (
    <>
      <SettingField
        name="generateTitleIdsUsingURL"
        kind="switch"
        label="Generate from source URL"
        help="A creative is known by the address of its file, without the query. For ad servers whose ids change."
        onChanged={following('generateTitleIdsUsingURL')}
      />
      <SettingField
        name="useMediaFileIdAsAdId"
        kind="switch"
        label="Use media file id"
        help="A creative is known by the id of its MediaFile in the VAST."
        onChanged={following('useMediaFileIdAsAdId')}
      />
    </>
  );
}
