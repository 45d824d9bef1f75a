/**
 * The secrets of a channel as answers show them: a placeholder in place of each, for every role. The viewers' api-key
 * alone is shown to operators, who configure players with it. `restoreSecrets` takes the placeholders back (OP-30).
 */
import {
  type Channel,
  channelSecrets,
  mapSecrets,
  maskSecret,
  type UserRole,
} from '@interlude/contract';

/** @see rule SEC-S13 */
export function maskSecrets(channel: Channel, role: UserRole): Channel {
  return mapSecrets(channelSecrets, channel, (secret, value) =>
    secret.path === 'apiKey' && role !== 'Viewer' ? value : maskSecret(secret, value),
  );
}
