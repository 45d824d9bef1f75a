/**
 * Checks a Bitmovin API key (`GET /account/information`). Of the external answer only a short plain sentence is passed
 * on, and never the key.
 */
import { secretPlaceholder } from '@interlude/contract';
import { DomainError } from '@interlude/contract/errors';
import type { StoredSystem } from '@interlude/persistence';
import type { Egress } from '@interlude/runtime';
import { z } from 'zod';

export interface BitmovinAnswer {
  readonly status: 'SUCCESS' | 'ERROR';
  readonly message: string;
}

const defaultBaseUrl = 'https://api.bitmovin.com/v1';
const timeoutMs = 10_000;
const maxBytes = 256 * 1024;
const maxMessage = 300;

const answerShape = z.object({
  status: z.string().optional(),
  data: z.object({ message: z.string().optional() }).optional(),
});

const failed = (message: string): BitmovinAnswer => ({ status: 'ERROR', message });

/** Header values must not carry line breaks or anything beyond ASCII. */
const isHeaderText = (text: string) => /^[\x20-\x7e]*$/.test(text);

function sentenceOf(body: string, apiKey: string): string | undefined {
  try {
    const message = answerShape.safeParse(JSON.parse(body)).data?.data?.message;
    return message
      ?.replaceAll(apiKey, '…')
      .replace(/\p{Cc}+/gu, ' ')
      .slice(0, maxMessage);
  } catch {
    return undefined;
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The submitted values; missing ones and placeholders come from the stored system. */
export async function checkBitmovin(
  egress: Pick<Egress, 'request'>,
  given: { readonly apiKey: string; readonly organizationId: string },
  stored: Pick<StoredSystem, 'type' | 'settings'> | undefined,
): Promise<BitmovinAnswer> {
  const settings = stored?.type === 'bitmovin' ? stored.settings : {};
  const keepsKey = given.apiKey === '' || given.apiKey === secretPlaceholder;
  const apiKey = keepsKey ? text(settings['apiKey']) : given.apiKey;
  const organizationId = given.organizationId || text(settings['organizationId']);
  if (apiKey === '') return failed('Enter the API key.');
  if (!isHeaderText(apiKey) || !isHeaderText(organizationId)) {
    return failed('The API key or the organization ID contains invalid characters.');
  }
  const baseUrl = text(settings['baseUrl']) || defaultBaseUrl;
  try {
    const { status, body } = await egress.request({
      url: `${baseUrl.replace(/\/+$/, '')}/account/information`,
      headers: {
        accept: 'application/json',
        'x-api-key': apiKey,
        ...(organizationId !== '' && { 'x-tenant-org-id': organizationId }),
      },
      timeoutMs,
      maxBytes,
      // The key must not follow a redirect.
      maxRedirects: 0,
    });
    if (status === 200) return { status: 'SUCCESS', message: 'Bitmovin accepts the credentials.' };
    const reason = sentenceOf(body.toString('utf8'), apiKey);
    return failed(
      reason ? `Bitmovin answered ${status}: ${reason}` : `Bitmovin answered ${status}.`,
    );
  } catch (error) {
    if (error instanceof DomainError) return failed(error.message);
    throw error;
  }
}
