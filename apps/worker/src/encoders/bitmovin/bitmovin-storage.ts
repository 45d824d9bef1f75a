/** Inputs and outputs of Bitmovin: a URL for the source, credentials of a storage for the output. */
import { bitmovinFailed } from './bitmovin-api.ts';

export interface OutputSystem {
  readonly type: string;
  /** With secrets in plain text. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface BitmovinResource {
  /** Path of the resource's kind: `/encoding/outputs/s3`. */
  readonly path: string;
  readonly body: object;
}

function textOf({ settings }: OutputSystem, name: string): string {
  const value = settings[name];
  return typeof value === 'string' ? value.trim() : '';
}

function s3Output(system: OutputSystem): BitmovinResource {
  const endpoint = textOf(system, 'endpoint');
  if (!URL.canParse(endpoint)) throw bitmovinFailed('the storage has no endpoint');
  const { hostname, port, protocol } = new URL(endpoint);
  const credentials = {
    name: 'Interlude',
    bucketName: textOf(system, 'bucket'),
    accessKey: textOf(system, 'accessKeyId'),
    secretKey: textOf(system, 'secretAccessKey'),
  };
  if (hostname.endsWith('.amazonaws.com'))
    return { path: '/encoding/outputs/s3', body: credentials };
  const ssl = protocol === 'https:';
  const place = { host: hostname, port: Number(port || (ssl ? 443 : 80)), ssl };
  const body = { ...credentials, ...place, signatureVersion: 'S3_V4' };
  return { path: '/encoding/outputs/generic-s3', body };
}

function azureOutput(system: OutputSystem): BitmovinResource {
  const accountKey = textOf(system, 'storageKey');
  if (accountKey === '') {
    throw bitmovinFailed('it writes to Azure by storage key only, and this storage has none');
  }
  const body = {
    name: 'Interlude',
    accountName: textOf(system, 'accountName'),
    accountKey,
    container: textOf(system, 'container'),
  };
  return { path: '/encoding/outputs/azure', body };
}

/** @throws {DomainError} BITMOVIN_FAILED for a storage that it cannot write to */
export function outputOf(system: OutputSystem): BitmovinResource {
  if (system.type === 's3') return s3Output(system);
  if (system.type === 'azure') return azureOutput(system);
  throw bitmovinFailed('it needs a storage of type s3 or azure; it cannot reach the local folder');
}

/** The path of a key in Bitmovin's terms: with the prefix of the storage. */
export function outputPath(system: OutputSystem, key: string): string {
  const prefix = textOf(system, 'prefix').replace(/^\/+|\/+$/g, '');
  return prefix === '' ? key : `${prefix}/${key}`;
}

export interface BitmovinInput extends BitmovinResource {
  /** With the query, which holds the signature of a presigned URL. */
  readonly inputPath: string;
}

export function inputOf(address: string): BitmovinInput {
  const { protocol, hostname, port, pathname, search } = new URL(address);
  const path = protocol === 'https:' ? '/encoding/inputs/https' : '/encoding/inputs/http';
  const body = { name: 'Interlude', host: hostname, ...(port !== '' && { port: Number(port) }) };
  return { path, body, inputPath: `${pathname}${search}` };
}
