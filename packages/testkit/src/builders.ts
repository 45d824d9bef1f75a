/** Complete objects for tests, built from the few fields that a test sets. */
import {
  type ChannelInput,
  type ChannelSettings,
  channelSettings,
  type Language,
  type UserSubscription,
  userSubscription,
} from '@interlude/contract';
import {
  type AccountPlace,
  createAccountStore,
  createChannelStore,
  createInvitationStore,
  createTenantStore,
  createUserSubscriptionStore,
  type Database,
  type StoredChannel,
} from '@interlude/persistence';

let counter = 0;
const next = () => {
  counter += 1;
  return counter;
};

/** @returns channel settings of the contract with all defaults and the given fields */
export function buildChannel(part: Partial<ChannelInput> = {}): ChannelSettings {
  return channelSettings.parse({
    name: `Channel ${next()}`,
    sourceManifestUrl: 'https://origin.example/live/master.m3u8',
    ...part,
  });
}

/** @returns an account without a password and with a verified e-mail address, not stored */
export function buildUser(
  part: { readonly email?: string; readonly nickname?: string; readonly language?: Language } = {},
) {
  const email = part.email ?? `user${next()}@example.com`;
  return { passwordHash: null, emailVerified: true, ...part, email };
}

/** Stores a tenant without an expiry date. @returns its id */
export async function addTenant(database: Database, name = `Tenant ${next()}`): Promise<string> {
  return (await createTenantStore(database).create({ name, expiresAt: null })).id;
}

/**
 * Stores a user in a tenant.
 * @returns the user id
 * @throws {Error} when the e-mail address is taken
 */
export async function addUser(
  database: Database,
  tenantId: string,
  part: Parameters<typeof buildUser>[0] & {
    readonly role?: Extract<AccountPlace, { kind: 'joiner' }>['role'];
  } = {},
): Promise<string> {
  const { role, ...user } = part;
  const place: AccountPlace = { kind: 'joiner', tenantId, ...(role !== undefined && { role }) };
  const id = await createAccountStore(database).createAccount(buildUser(user), place);
  if (id === undefined) throw new Error('the address of the user is taken');
  return id;
}

/**
 * Makes the person with this address a Viewer of a tenant, as an accepted invitation does.
 * @throws {Error} when the person is a member already
 */
export async function joinByInvitation(
  database: Database,
  tenantId: string,
  email: string,
): Promise<string> {
  const invitations = createInvitationStore(database);
  const token = await invitations.create(tenantId, {
    ...{ email, role: 'Viewer', invitedBy: 'admin@example.com', lifetimeMs: 60_000 },
  });
  const accepted = token === undefined ? undefined : await invitations.accept(token, null);
  if (accepted === undefined) throw new Error(`${email} is a member already`);
  return accepted.userId;
}

/** Stores a channel of a tenant, enabled by default. @returns the stored channel */
export function addChannel(
  database: Database,
  tenantId: string,
  part: Partial<ChannelInput> = {},
): Promise<StoredChannel> {
  return createChannelStore(database).create(tenantId, buildChannel(part), part.state ?? 'enabled');
}

/**
 * Subscribes a member of a tenant; by default to all failed jobs, by e-mail.
 * @returns the subscription with its id
 */
export async function addSubscription(
  database: Database,
  member: { readonly tenantId: string; readonly userId: string },
  part: Partial<UserSubscription> = {},
): Promise<UserSubscription> {
  const { tenantId, userId } = member;
  const subscriptions = createUserSubscriptionStore(database);
  const before = await subscriptions.listWithSecrets(tenantId, userId);
  const added = userSubscription.parse({
    ...{ topic: 'workflow.jobs.failed', channel: 'email', listenTo: 'all' },
    ...part,
  });
  await subscriptions.replace(tenantId, userId, [...before, added]);
  const saved = (await subscriptions.listWithSecrets(tenantId, userId)).at(-1);
  if (saved === undefined) throw new Error('the subscription is not stored');
  return saved;
}
