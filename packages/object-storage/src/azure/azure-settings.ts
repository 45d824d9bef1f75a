/** The settings of a system of type `azure`, as its client needs them. */
import { domainError } from '@interlude/contract/errors';
import { folderOf, type Settings, textOf } from '../settings.ts';

/** An application of Entra ID that signs in by itself. */
export interface EntraApplication {
  readonly tenantId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface AzureSettings {
  readonly accountName: string;
  readonly container: string;
  /** Of the blob service, without a slash at its end. */
  readonly endpoint: string;
  readonly access: { readonly storageKey: string } | EntraApplication;
  /** Before every key: empty, or ending in a slash. */
  readonly prefix: string;
}

function unusable(reason: string): Error {
  return domainError('STORAGE_FAILED', { storage: 'azure', reason });
}

function accessOf(settings: Settings): AzureSettings['access'] {
  const storageKey = textOf(settings, 'storageKey');
  const application = {
    tenantId: textOf(settings, 'activeDirectoryTenantId'),
    clientId: textOf(settings, 'activeDirectoryClientId'),
    clientSecret: textOf(settings, 'activeDirectoryClientSecret'),
  };
  if (Object.values(application).every((text) => text !== '')) return application;
  if (storageKey === '') {
    throw unusable('it needs a storage key, or tenant, client id and client secret of Entra ID');
  }
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(storageKey)) throw unusable('its storage key is no base64');
  return { storageKey };
}

/** @throws {DomainError} STORAGE_FAILED naming what is missing */
export function azureSettings(settings: Settings): AzureSettings {
  const accountName = textOf(settings, 'accountName');
  const container = textOf(settings, 'container');
  if (accountName === '') throw unusable('its setting accountName is missing');
  if (container === '') throw unusable('its setting container is missing');
  const endpoint = textOf(settings, 'endpoint').replace(/\/+$/, '');
  return {
    accountName,
    container,
    endpoint: endpoint === '' ? `https://${accountName}.blob.core.windows.net` : endpoint,
    access: accessOf(settings),
    prefix: folderOf(textOf(settings, 'prefix')),
  };
}
