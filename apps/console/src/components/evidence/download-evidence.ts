/** Downloads an evidence pack by a call with the token, which a link cannot send. */
import { selectedTenantHeader } from '@interlude/contract';
import { ApiError, routeUrl } from '@interlude/contract/api';
import { authorisedFetch, currentTenant } from '../../api/api.ts';
import { apiBaseUrl } from '../../api/api-base.ts';
import { routes } from '../../api/contract-routes.ts';

/** The finding or the break that the pack is about, by its id. */
export type EvidenceSubject = { readonly finding: string } | { readonly break: string };

const fallbackName = 'evidence.zip';

function fileName(disposition: string | null): string {
  return /filename="([\w.-]{1,150})"/.exec(disposition ?? '')?.[1] ?? fallbackName;
}

/** @throws {ApiError} for an answer above 399 */
async function readEvidence(channelId: string, subject: EvidenceSubject, signal: AbortSignal) {
  const { method, path } = routes.monitoring.evidence;
  const url = apiBaseUrl(globalThis.location) + routeUrl(path, { channelId }, { ...subject });
  const headers = { accept: 'application/zip', [selectedTenantHeader]: currentTenant() };
  const answer = await authorisedFetch(url, { method, headers, signal });
  if (!answer.ok || !(answer instanceof Response))
    throw new ApiError(answer.status, answer.statusText, await answer.text());
  const name = fileName(answer.headers.get('content-disposition'));
  return { name, data: await answer.blob() };
}

/** Milliseconds until the object URL is revoked; by then the browser has taken the file. */
const keptMs = 60_000;

function saveFile(name: string, data: Blob): void {
  const address = URL.createObjectURL(data);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
}

/** @returns the name of the file that the browser saves */
export async function downloadEvidence(
  channelId: string,
  subject: EvidenceSubject,
  signal: AbortSignal,
): Promise<string> {
  const { name, data } = await readEvidence(channelId, subject, signal);
  saveFile(name, data);
  return name;
}
