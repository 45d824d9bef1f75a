/** Client of the Azure SDK, over the egress guard. The SDK is loaded when the first storage of this kind is used. */
import type { ContainerClient, IHttpClient, WebResource } from '@azure/storage-blob';
import { readableOf, type TenantEgress } from '@interlude/runtime';
import { createStorageFetch } from '../storage-fetch.ts';
import type { AzureSettings } from './azure-settings.ts';
import { createEntraTokens, type EntraTokens } from './entra-token.ts';

export interface AzureClients {
  /** A client for one call, with the signal of its caller. */
  container(signal?: AbortSignal): Promise<ContainerClient>;
  /** An address of one blob that needs no other credentials. `permissions`: `r`, `cw`. */
  sign(path: string, permissions: string, seconds: number): Promise<string>;
}

const loadSdk = () => import('@azure/storage-blob');
type Sdk = Awaited<ReturnType<typeof loadSdk>>;

/** Clocks differ by minutes; a signature must be valid at once. */
const CLOCK_SKEW_MS = 300_000;

function bodyOf({ body }: WebResource): string | Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined || body === null || typeof body === 'string') return body ?? undefined;
  return body instanceof Uint8Array ? new Uint8Array(body) : String(body);
}

/** The SDK exports only the type of its headers: the request's are cloned, emptied and filled. */
function toSdkHeaders(request: WebResource, headers: Headers): WebResource['headers'] {
  const made = request.headers.clone();
  for (const name of made.headerNames()) made.remove(name);
  for (const [name, value] of headers) made.set(name, value);
  return made;
}

function createHttpClient(
  fetch: typeof globalThis.fetch,
  tokens: EntraTokens | undefined,
): IHttpClient {
  return {
    async sendRequest(request) {
      const headers = new Headers(request.headers.rawHeaders());
      if (tokens !== undefined) headers.set('authorization', `Bearer ${await tokens.get()}`);
      const body = bodyOf(request);
      const answer = await fetch(request.url, {
        method: request.method,
        headers,
        redirect: 'manual',
        ...(body !== undefined && { body }),
      });
      const isStream = request.streamResponseStatusCodes?.has(answer.status) === true;
      const answered = {
        request,
        status: answer.status,
        headers: toSdkHeaders(request, answer.headers),
      };
      if (!isStream) return { ...answered, bodyAsText: await answer.text() };
      const stream = readableOf(answer.body);
      return { ...answered, readableStreamBody: stream };
    },
  };
}

export interface AzureParts {
  readonly egress: TenantEgress;
  /** Origin that issues Entra ID tokens. */
  readonly authority: string;
}

export function createAzureClients(settings: AzureSettings, parts: AzureParts): AzureClients {
  const { accountName, endpoint, container, access } = settings;
  const application = 'clientId' in access ? access : undefined;
  const tokens = application && createEntraTokens(application, parts.egress, parts.authority);
  let loading: Promise<Sdk> | undefined;

  function load(): Promise<Sdk> {
    loading ??= loadSdk();
    return loading;
  }

  async function pipelineOf(signal: AbortSignal | undefined) {
    const sdk = await load();
    const credential =
      'storageKey' in access
        ? new sdk.StorageSharedKeyCredential(accountName, access.storageKey)
        : new sdk.AnonymousCredential();
    const fetch = createStorageFetch(parts.egress, signal);
    const httpClient = createHttpClient(fetch, tokens);
    const pipeline = sdk.newPipeline(credential, { httpClient, retryOptions: { maxTries: 1 } });
    return { sdk, credential, pipeline };
  }

  return {
    async container(signal) {
      const { sdk, pipeline } = await pipelineOf(signal);
      return new sdk.ContainerClient(`${endpoint}/${container}`, pipeline);
    },
    async sign(path, permissions, seconds) {
      const { sdk, credential, pipeline } = await pipelineOf(undefined);
      const startsOn = new Date(Date.now() - CLOCK_SKEW_MS);
      const expiresOn = new Date(Date.now() + seconds * 1_000);
      const values = {
        containerName: container,
        blobName: path,
        permissions: sdk.BlobSASPermissions.parse(permissions),
        startsOn,
        expiresOn,
      };
      if (credential instanceof sdk.StorageSharedKeyCredential) {
        const signed = sdk.generateBlobSASQueryParameters(values, credential);
        return `${endpoint}/${container}/${path}?${signed.toString()}`;
      }
      const service = new sdk.BlobServiceClient(endpoint, pipeline);
      const key = await service.getUserDelegationKey(startsOn, expiresOn);
      const signed = sdk.generateBlobSASQueryParameters(values, key, accountName);
      return `${endpoint}/${container}/${path}?${signed.toString()}`;
    },
  };
}
