/** A stand-in for S3 on loopback: the real protocol with signatures, one bucket, nothing kept. */
import { type StandInServer, startStandIn } from '../stand-in-server.ts';
import { S3Bucket, s3Error } from './s3-bucket.ts';
import { type S3Credentials, signatureProblem } from './s3-signature.ts';

export interface S3StandIn extends StandInServer {
  /** Settings of a system of type `s3` for this stand-in. */
  readonly settings: Readonly<Record<string, string>>;
  readonly bucket: S3Bucket;
}

export interface S3StandInOptions {
  /** Of lists; the real one gives 1,000. */
  readonly pageSize?: number;
  /** Epoch milliseconds, for signatures. */
  readonly now?: () => number;
}

const credentials: S3Credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'eu-central-1',
};
const bucketName = 'media';

function decodedKey(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export async function startS3StandIn({
  pageSize = 1_000,
  now = Date.now,
}: S3StandInOptions = {}): Promise<S3StandIn> {
  const bucket = new S3Bucket(pageSize);
  const server = await startStandIn({
    failure: (status) => s3Error(status === 503 ? 'SlowDown' : 'InternalError', status),
    answer(request) {
      const problem = signatureProblem(request, credentials, now());
      if (problem !== undefined) return s3Error(problem);
      const [, name, ...rest] = request.path.split('/');
      if (name !== bucketName) return s3Error('NoSuchBucket');
      return bucket.answer(request, decodedKey(rest.join('/')));
    },
  });
  const settings = { endpoint: server.url, bucket: bucketName, ...credentials };
  return { ...server, settings, bucket };
}
