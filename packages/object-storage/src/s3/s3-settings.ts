/** The settings of a system of type `s3`, as its client needs them. */
import { domainError } from '@interlude/contract/errors';
import { folderOf, type Settings, textOf } from '../settings.ts';

export interface S3Settings {
  /** With the bucket as its last part (path style, which every server understands). */
  readonly address: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Before every key: empty, or ending in a slash. */
  readonly prefix: string;
}

/** @throws {DomainError} STORAGE_FAILED naming the setting */
export function s3Settings(settings: Settings): S3Settings {
  const needed = (name: string) => {
    const text = textOf(settings, name);
    if (text !== '') return text;
    throw domainError('STORAGE_FAILED', {
      storage: 's3',
      reason: `its setting ${name} is missing`,
    });
  };
  const endpoint = needed('endpoint').replace(/\/+$/, '');
  return {
    address: `${endpoint}/${needed('bucket')}`,
    region: needed('region'),
    accessKeyId: needed('accessKeyId'),
    secretAccessKey: needed('secretAccessKey'),
    prefix: folderOf(textOf(settings, 'prefix')),
  };
}
