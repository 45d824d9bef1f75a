/** A creative as one file, intact or with a fault, for conditioning. */
import type { ServerResponse } from 'node:http';
import { ranged } from '../http/byte-range.ts';
import { answer, contentTypes, type LabAnswer, type LabRequest } from '../http/lab-request.ts';
import type { MediaLibrary } from '../media/media-library.ts';
import { asQuickTime, damaged, withName } from './fresh-creatives.ts';

const AGE_SECONDS = 3_600;
/** Time in which a slow file is sent, in drops. */
const SLOW_MS = 20_000;
const DROPS = 40;

export interface ProgressiveFile {
  readonly creativeId: string;
  /** Name of the new ids. */
  readonly fresh: string | undefined;
  /** `media.mp4`, `media.mov`, `slow.…`, `broken.…`, `disguised.…`. */
  readonly file: string;
}

const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nmedia.mp4\n#EXT-X-ENDLIST\n';

export async function serveProgressive(
  library: MediaLibrary,
  request: LabRequest,
  { creativeId, fresh, file }: ProgressiveFile,
): Promise<LabAnswer | undefined> {
  const [name, extension] = file.split('.');
  const ready = library.load(creativeId);
  if (!ready.encoded.hasMp4) return undefined;
  const plain = await library.readFile(ready, 'media.mp4');
  const own = fresh === undefined ? plain : withName(plain, fresh);
  const body = extension === 'mov' ? asQuickTime(own) : own;
  const whole = (bytes: Buffer) => ({
    ...ranged(request, answer('mp4', bytes, AGE_SECONDS)),
    ...(extension === 'mov' && { type: contentTypes.mov }),
  });
  switch (name) {
    case 'media':
      return whole(body);
    case 'broken':
      return whole(damaged(body));
    case 'disguised':
      return whole(Buffer.from(playlist));
    case 'slow':
      return { ...whole(body), misbehave: (response) => drip(response, body) };
    default:
      return undefined;
  }
}

/** All bytes, in drops. */
function drip(response: ServerResponse, body: Buffer): void {
  response.writeHead(200, { 'content-type': contentTypes.mp4, 'content-length': body.length });
  const size = Math.ceil(body.length / DROPS);
  let at = 0;
  const timer = setInterval(() => {
    response.write(body.subarray(at, at + size));
    at += size;
    if (at >= body.length) {
      clearInterval(timer);
      response.end();
    }
  }, SLOW_MS / DROPS);
  response.once('close', () => clearInterval(timer));
}
