/** Proxy addresses of sources for the console's player (API-048). */
import type { ChannelStore } from '@interlude/persistence';
import type { SecretKey, TenantEgresses } from '@interlude/runtime';
import type { Caller } from '../../../http/call.ts';
import { findChannel } from '../source-access.ts';
import { addressesFor } from './proxied-address.ts';
import { sealTicket } from './proxied-ticket.ts';

/** Long enough to preview a source, too short to serve viewers. */
const validSeconds = 1_800;

export interface ProxiedSourcesOptions {
  readonly channels: Pick<ChannelStore, 'find'>;
  readonly egress: TenantEgresses;
  readonly secretKey: SecretKey;
  readonly now: () => number;
  readonly publicUrl: string;
}

export interface ProxiedSources {
  /** @throws {DomainError} URL_FORBIDDEN, CHANNEL_NOT_FOUND */
  addressOf(
    caller: Caller,
    request: { readonly url: string; readonly channelId?: string | undefined },
  ): Promise<{ url: string; expiresAt: string }>;
}

export function createProxiedSources(options: ProxiedSourcesOptions): ProxiedSources {
  const { channels, egress, secretKey, now, publicUrl } = options;
  return {
    addressOf: async ({ tenantId }, { url, channelId }) => {
      egress.forTenant(tenantId).check(url);
      const channel = await findChannel(channels, tenantId, channelId);
      const expiresSeconds = Math.floor(now() / 1000) + validSeconds;
      const { origin } = new URL(url);
      const ticket = { tenantId, origin, expiresSeconds, channelId: channel?.id ?? '' };
      const addresses = addressesFor(secretKey, publicUrl, sealTicket(secretKey, ticket));
      return { url: addresses(url), expiresAt: new Date(expiresSeconds * 1000).toISOString() };
    },
  };
}
