/** The request headers of a slate upload (API-037, API-038). */
import {
  type ChannelType,
  channelTypes,
  encodingProfile,
  requestValue,
  slateUploadLimitBytes,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { uploadInvalid } from '../../../http/upload-form.ts';

export interface SlateHeaders {
  readonly filename: string;
  /** Bytes; 0 = not announced. */
  readonly sizeBytes: number;
  readonly profile: z.output<typeof encodingProfile>;
  readonly channelType: ChannelType;
  readonly http: boolean;
  /** Chosen by the client; undefined = the server derives one. */
  readonly uploadId: string | undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The file name for display: without folders and control characters. */
function plainName(text: string): string {
  const name = decoded(text).split(/[\\/]/).at(-1) ?? '';
  return name
    .replace(/[\p{Cc}\p{Cf}]+/gu, '')
    .trim()
    .slice(0, 300)
    .toWellFormed();
}

function parseProfile(text: string): SlateHeaders['profile'] {
  const missing = 'You have to specify a profile before uploading ad slates';
  if (text.trim() === '') throw uploadInvalid(missing);
  let value: unknown;
  try {
    value = JSON.parse(decoded(text));
  } catch (cause) {
    throw uploadInvalid('the header profile is not JSON', cause);
  }
  if (typeof value !== 'object' || value === null) throw uploadInvalid(missing);
  const parsed = requestValue.pipe(encodingProfile).safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw uploadInvalid(
    `profile ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`,
  );
}

/**
 * @param channelType type of the saved channel; undefined = the header has to name one
 * @throws {DomainError} UPLOAD_INVALID, SLATE_TOO_LARGE
 */
export function readSlateHeaders(
  request: Pick<FastifyRequest, 'headers'>,
  channelType: ChannelType | undefined,
): SlateHeaders {
  const header = (name: string) => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : '';
  };
  const size = header('filesize');
  if (size !== '' && !/^\d{1,15}$/.test(size)) throw uploadInvalid('filesize is not a number');
  const sizeBytes = Number(size);
  if (sizeBytes >= slateUploadLimitBytes) {
    throw domainError('SLATE_TOO_LARGE', { limitBytes: slateUploadLimitBytes });
  }
  const given = header('channeltype');
  const type = channelTypes.find((known) => known === given) ?? channelType;
  if (type === undefined) throw uploadInvalid(`channeltype is none of ${channelTypes.join(', ')}`);
  const uploadId = header('uploadid');
  if (uploadId !== '' && !/^[A-Za-z0-9-]{8,64}$/.test(uploadId)) {
    throw uploadInvalid('uploadid is not 8 to 64 letters, digits and hyphens');
  }
  return {
    filename: plainName(header('filename')),
    sizeBytes,
    profile: parseProfile(header('profile')),
    channelType: type,
    http: /^(true|1)$/i.test(header('http')),
    uploadId: uploadId === '' ? undefined : uploadId,
  };
}
