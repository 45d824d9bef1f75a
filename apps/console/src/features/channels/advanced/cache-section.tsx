/** What is asked for ahead of time, and what is kept. */
import { SettingField } from '../channel-form/setting-field.tsx';

export function CacheSection() {
  return (
    <>
      <SettingField
        name="prefetchDuration"
        kind="number"
        label="Prefetch duration"
        help="A break that is announced early is asked for so long before it, viewers one after the other. 0: when it comes."
        unit="s"
        min={0}
        max={600}
      />
      <SettingField
        name="cacheTime"
        kind="number"
        label="Cache time"
        help="So long the ads of a break are kept for the session that meets it again, and a VoD source is not read anew. 0: not at all."
        unit="s"
        min={0}
        max={86_400}
      />
      <SettingField
        name="cacheList"
        kind="json"
        compact
        label="Cache list"
        help='A list of patterns, or of {"pattern": "…", "ttl": 30} in seconds: playlists of the source whose address matches are read no more often.'
      />
    </>
  );
}
