/** Serves the encoded packages from disk: creatives and the slate, HLS, DASH and MP4, with byte ranges. */
import { writePackageMpd } from '../dash-origin/package-mpd.ts';
import { ranged } from '../http/byte-range.ts';
import {
  answer,
  type contentTypes,
  type Handler,
  type LabAnswer,
  type LabRequest,
} from '../http/lab-request.ts';
import { creatives } from '../media/catalogue.ts';
import type { MediaLibrary, ReadyMedia } from '../media/media-library.ts';
import { readCreativeFolder } from './fresh-creatives.ts';
import { serveProgressive } from './progressive-files.ts';

const AGE_SECONDS = 3_600;

export function createPackageRoutes(library: MediaLibrary): Handler {
  return (request) => {
    if (request.method !== 'GET') return undefined;
    const [root, second, id, ...rest] = request.parts;
    if (root === 'slate') return serve(library, request, 'slate', request.parts.slice(1));
    if (root !== 'ads' || second !== 'creatives' || id === undefined) return undefined;
    const folder = readCreativeFolder(id);
    if (!creatives.some((each) => each.id === folder?.creativeId)) return undefined;
    const { creativeId = '', fresh } = folder ?? {};
    const [file = ''] = rest;
    const isFile = rest.length === 1 && /^[a-z]+\.(mp4|mov)$/.test(file);
    return isFile
      ? serveProgressive(library, request, { creativeId, fresh, file })
      : serve(library, request, creativeId, rest);
  };
}

async function serve(
  library: MediaLibrary,
  request: LabRequest,
  id: string,
  rest: readonly string[],
): Promise<LabAnswer | undefined> {
  const path = rest.join('/');
  if (path === 'dash/manifest.mpd') return dashPackage(library, id);
  const kind = kindOf(path);
  if (kind === undefined) return undefined;
  const ready = library.load(id);
  if (!isInside(ready, path)) return undefined;
  const body = await library.readFile(ready, path);
  return ranged(request, answer(kind, body, AGE_SECONDS));
}

/** An MPD over the CMAF files, generated per request. */
function dashPackage(library: MediaLibrary, id: string): LabAnswer {
  const { encoded } = library.load(id);
  const text = writePackageMpd(encoded, { mediaBase: '../cmaf/', periodId: id });
  return answer('dash', text, AGE_SECONDS);
}

function kindOf(path: string): keyof typeof contentTypes | undefined {
  if (/^(cmaf|ts)\/master\.m3u8$/.test(path)) return 'hls';
  const match = /^(cmaf|ts)\/[a-z0-9-]+\/(index\.m3u8|init\.mp4|\d{1,5}\.m4s|\d{1,5}\.ts)$/.exec(
    path,
  );
  const file = match?.[2];
  if (file === undefined) return undefined;
  if (file === 'index.m3u8') return 'hls';
  return file.endsWith('.ts') ? 'ts' : 'mp4';
}

/** True for a path of the package; other names in requests never reach the disk. */
function isInside(ready: ReadyMedia, path: string): boolean {
  const { encoded } = ready;
  const [container, rendition, file] = path.split('/');
  if (!encoded.containers.some((each) => each === container)) return false;
  if (file === undefined) return true;
  if (!encoded.renditions.some((each) => each.name === rendition)) return false;
  if (file === 'index.m3u8') return true;
  if (file === 'init.mp4') return container === 'cmaf';
  const isRight = file.endsWith('.ts') === (container === 'ts');
  return isRight && Number.parseInt(file, 10) < encoded.segmentSeconds.length;
}
