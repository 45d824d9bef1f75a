/** AWS Signature Version 4, as a server checks it: in the header `Authorization`, or in the query (presigned). */
import { createHash, createHmac } from 'node:crypto';
import type { StandInRequest } from '../stand-in-server.ts';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

/** A code of the Amazon S3 API, "Error responses"; undefined = the signature is right. */
export type SignatureProblem =
  | 'AccessDenied'
  | 'AuthorizationHeaderMalformed'
  | 'InvalidAccessKeyId'
  | 'RequestTimeTooSkewed'
  | 'SignatureDoesNotMatch'
  | 'XAmzContentSHA256Mismatch'
  | undefined;

interface Claim {
  readonly accessKeyId: string;
  readonly scope: readonly string[];
  readonly date: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly payload: string;
  /** Seconds; of presigned addresses. */
  readonly expires: number | undefined;
}

const MAX_SKEW_MS = 15 * 60_000;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();

/** RFC 3986: everything but the unreserved characters. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function claimOf({ headers, query }: StandInRequest): Claim | undefined {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers['authorization'] ?? '',
    );
  const inQuery = query.get('X-Amz-Signature');
  if (match === null && inQuery === null) return undefined;
  const credential = match?.[1] ?? query.get('X-Amz-Credential') ?? '';
  const [accessKeyId = '', ...scope] = credential.split('/');
  return {
    accessKeyId,
    scope,
    date: (match === null ? query.get('X-Amz-Date') : headers['x-amz-date']) ?? '',
    signedHeaders: (match?.[2] ?? query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: match?.[3] ?? inQuery ?? '',
    payload: match === null ? 'UNSIGNED-PAYLOAD' : (headers['x-amz-content-sha256'] ?? ''),
    expires: match === null ? Number(query.get('X-Amz-Expires')) : undefined,
  };
}

function signatureOf(request: StandInRequest, claim: Claim, secretAccessKey: string): string {
  const query = [...request.query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort((a, b) => (a < b ? -1 : 1))
    .join('&');
  const headers = claim.signedHeaders.map(
    (name) => `${name}:${(request.headers[name] ?? '').trim()}\n`,
  );
  const signed = claim.signedHeaders.join(';');
  const canonical = `${request.method}\n${request.path}\n${query}\n${headers.join('')}\n${signed}\n${claim.payload}`;
  const scope = claim.scope.join('/');
  const toSign = `AWS4-HMAC-SHA256\n${claim.date}\n${scope}\n${sha256(canonical)}`;
  const key = claim.scope.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  return hmac(Buffer.from(key), toSign).toString('hex');
}

/** `20260102T030405Z` as epoch ms. */
function timeOf(date: string): number {
  const iso = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  return Date.parse(iso);
}

function timeProblem({ date, expires }: Claim, nowMs: number): SignatureProblem {
  const ageMs = nowMs - timeOf(date);
  if (expires !== undefined) return ageMs <= expires * 1_000 ? undefined : 'AccessDenied';
  return Math.abs(ageMs) <= MAX_SKEW_MS ? undefined : 'RequestTimeTooSkewed';
}

function payloadProblem({ payload }: Claim, { body }: StandInRequest): SignatureProblem {
  if (payload === 'UNSIGNED-PAYLOAD') return undefined;
  return payload === sha256(body) ? undefined : 'XAmzContentSHA256Mismatch';
}

export function signatureProblem(
  request: StandInRequest,
  credentials: S3Credentials,
  nowMs: number,
): SignatureProblem {
  const claim = claimOf(request);
  if (claim === undefined || !claim.signedHeaders.includes('host')) return 'AccessDenied';
  if (claim.accessKeyId !== credentials.accessKeyId) return 'InvalidAccessKeyId';
  const [day = '', region, service, end] = claim.scope;
  const isOurs = region === credentials.region && service === 's3' && end === 'aws4_request';
  if (!isOurs || !claim.date.startsWith(day)) return 'AuthorizationHeaderMalformed';
  const isRight = signatureOf(request, claim, credentials.secretAccessKey) === claim.signature;
  if (!isRight) return 'SignatureDoesNotMatch';
  return timeProblem(claim, nowMs) ?? payloadProblem(claim, request);
}
