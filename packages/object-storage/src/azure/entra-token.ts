/** Tokens of Entra ID for an application: the client credentials grant (RFC 6749 §4.4), kept until shortly before their end. */
import { domainError } from '@interlude/contract/errors';
import type { Egress } from '@interlude/runtime';
import type { EntraApplication } from './azure-settings.ts';

const scope = 'https://storage.azure.com/.default';
const TIMEOUT_MS = 20_000;
const MAX_BYTES = 65_536;
/** A token is renewed this long before it expires. */
const SPARE_MS = 300_000;

export interface EntraTokens {
  /** @throws {DomainError} STORAGE_FAILED when Entra ID gives none */
  get(): Promise<string>;
}

interface Token {
  readonly text: string;
  /** Epoch ms. */
  readonly untilMs: number;
}

function fieldOf(answer: unknown, name: string): unknown {
  return typeof answer === 'object' && answer !== null
    ? Object.entries(answer).find(([key]) => key === name)?.[1]
    : undefined;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The first sentence of `error_description` gives the reason; the rest are ids for Microsoft's support. */
function refusal(answer: unknown, status: number): Error {
  const description = String(fieldOf(answer, 'error_description') ?? '').split(/[.\r\n]/, 1)[0];
  const said = description === '' ? `it answered ${status}` : description?.slice(0, 200);
  const reason = `Entra ID gives no token: ${said}`;
  return domainError('STORAGE_FAILED', { storage: 'azure', reason });
}

export function createEntraTokens(
  { tenantId, clientId, clientSecret }: EntraApplication,
  egress: Pick<Egress, 'request'>,
  authority: string,
): EntraTokens {
  let kept: Token | undefined;
  let requesting: Promise<Token> | undefined;

  async function requestToken(): Promise<Token> {
    const answer = await egress.request({
      url: `${authority}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        scope,
      }).toString(),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      maxRedirects: 0,
    });
    const body = parsed(answer.body);
    const text = fieldOf(body, 'access_token');
    if (answer.status !== 200 || typeof text !== 'string') throw refusal(body, answer.status);
    const seconds = Number(fieldOf(body, 'expires_in'));
    return { text, untilMs: Date.now() + (Number.isFinite(seconds) ? seconds * 1_000 : 0) };
  }

  return {
    async get() {
      if (kept !== undefined && Date.now() < kept.untilMs - SPARE_MS) return kept.text;
      requesting ??= requestToken().finally(() => {
        requesting = undefined;
      });
      kept = await requesting;
      return kept.text;
    },
  };
}
