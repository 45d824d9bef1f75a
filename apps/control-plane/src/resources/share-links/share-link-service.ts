/** Share links of cards: made and revoked by operators, opened by anybody who has the token. */
import {
  errorCatalogue,
  type MadeShareLink,
  type SharedCard,
  type ShareLink,
  type ShareLinkInput,
  sharedCardQuery,
  shareLinkLimits,
} from '@interlude/contract';
import { DomainError, domainError, type ErrorCode } from '@interlude/contract/errors';
import type { OpenedLink, ShareLinkStore } from '@interlude/persistence';
import { type CardReports, type ReadCard, readCard } from '@interlude/reporting';
import { randomToken } from '@interlude/runtime';
import type { RateLimits } from '../../auth/accounts/account-ports.ts';
import { takeOrThrow } from '../../auth/accounts/rate-limits.ts';
import type { Caller } from '../../http/call.ts';
import { LiveCards } from './live-cards.ts';

export interface ShareLinkServiceOptions {
  readonly links: ShareLinkStore;
  /** In the turns of members, to read a card when its link is made. */
  readonly reports: CardReports;
  /** In the turns of strangers, which leave most of the company's turns to its members. */
  readonly sharedReports: CardReports;
  readonly rateLimits: RateLimits;
  readonly now: () => number;
}

export interface ShareLinkService {
  list(tenantId: string): Promise<ShareLink[]>;
  /**
   * Makes a link. Reads the card once, so that no link to an unreadable card is made.
   * @throws {DomainError} SYSTEM_NOT_FOUND, REPORT_NOT_FOUND, SHARE_LINKS_TOO_MANY, SHARED_CARD_TOO_LARGE, those of
   *   reports
   */
  create(caller: Caller, input: ShareLinkInput): Promise<MadeShareLink>;
  /** @throws {DomainError} SHARE_LINK_NOT_FOUND */
  remove(tenantId: string, id: string): Promise<void>;
  /**
   * @param network by which openings are counted
   * @throws {DomainError} SHARED_CARD_NOT_FOUND, TOO_MANY_REQUESTS, REPORTS_BUSY
   */
  open(token: string, network: string): Promise<SharedCard>;
}

const dayMs = 86_400_000;
const { links: most, frozenBytes, cachedMs } = shareLinkLimits;

const bytesOf = (card: ReadCard) => Buffer.byteLength(JSON.stringify(card));

function refuseLarge<Card extends ReadCard>(card: Card): Card {
  if (bytesOf(card) > frozenBytes)
    throw domainError('SHARED_CARD_TOO_LARGE', { bytes: frozenBytes });
  return card;
}

/** Refuses to share a card with a failed instance. @throws {DomainError} the error of the instance */
function refuseFailed({ instances }: ReadCard): void {
  const { code } = instances.find(({ data }) => data.code !== undefined)?.data ?? {};
  if (code === undefined) return;
  const isKnown = (text: string): text is ErrorCode => Object.hasOwn(errorCatalogue, text);
  throw domainError(isKnown(code) ? code : 'REPORT_FAILED');
}

/** The error for a stranger: a card that no longer exists answers like an unknown link; a full queue asks to wait. */
function strangersError(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  switch (error.code) {
    case 'SYSTEM_NOT_FOUND':
    case 'REPORT_NOT_FOUND':
    case 'SHARED_CARD_TOO_LARGE':
      return domainError('SHARED_CARD_NOT_FOUND', {}, error);
    case 'REPORTS_TOO_MANY':
      return domainError('REPORTS_BUSY', { retryAfterSeconds: Math.ceil(cachedMs / 1_000) }, error);
    default:
      return error;
  }
}

export function createShareLinkService(options: ShareLinkServiceOptions): ShareLinkService {
  const { links, reports, sharedReports, rateLimits, now } = options;
  const live = new LiveCards<ReadCard>({ cachedMs, now, bytesOf });

  async function readLive({ tenantId, id, query, expiresAt }: OpenedLink): Promise<SharedCard> {
    try {
      const card = await live.read(id, async () =>
        refuseLarge(await readCard(sharedReports, tenantId, query, now())),
      );
      return { ...card, kind: 'live', expiresAt };
    } catch (error) {
      throw strangersError(error);
    }
  }

  return {
    list: (tenantId) => links.list(tenantId),
    create: async ({ tenantId, userId, email }, { name, kind, days, ...given }) => {
      const query = sharedCardQuery.parse(given);
      const card = refuseLarge(await readCard(reports, tenantId, query, now()));
      refuseFailed(card);
      const token = randomToken();
      const made = await links.create(
        tenantId,
        {
          ...{ userId, email, token, name, query, title: card.title },
          card: kind === 'frozen' ? { ...card, kind } : undefined,
          expiresAtMs: now() + days * dayMs,
        },
        most,
      );
      if (!made) throw domainError('SHARE_LINKS_TOO_MANY', { most });
      return { ...made, token };
    },
    remove: async (tenantId, id) => {
      if (!(await links.remove(tenantId, id))) throw domainError('SHARE_LINK_NOT_FOUND');
    },
    open: async (token, network) => {
      await takeOrThrow(rateLimits, 'sharedCardIp', [network]);
      const link = await links.open(token);
      if (!link) {
        await takeOrThrow(rateLimits, 'unknownCardIp', [network]);
        throw domainError('SHARED_CARD_NOT_FOUND');
      }
      return link.card ?? readLive(link);
    },
  };
}
