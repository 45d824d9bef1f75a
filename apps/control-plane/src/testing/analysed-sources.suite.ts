/** Manifests for analyses: the project's own vectors, and the shared ones where their folder is beside the project. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');
const shared = join(root, '../shared/fixtures');

export const hasShared = existsSync(shared);
if (!hasShared) {
  process.stdout.write('No shared fixtures beside the project: analysing its own vectors only.\n');
}

export interface ManifestFile {
  readonly name: string;
  readonly path: string;
}

function filesIn(folder: string): ManifestFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:m3u8|mpd)$/.test(name))
    .sort()
    .map((name) => ({ name, path: join(folder, name) }));
}

export const manifestFiles: readonly ManifestFile[] = [
  ...['hls', 'dash', 'stitching'].flatMap((name) => filesIn(join(root, 'test-vectors', name))),
  ...filesIn(shared),
];

export const bytesOf = ({ path }: ManifestFile): Buffer => readFileSync(path);

/** Of renditions that no corpus holds. */
export const usualMedia = `#EXTM3U
#EXT-X-TARGETDURATION:4
#EXT-X-MAP:URI="init.mp4"
#EXTINF:3.84,
1.m4s
#EXTINF:3.84,
2.m4s
#EXT-X-ENDLIST
`;

/** A multivariant playlist above one media playlist. */
export const above = (uri: string): string =>
  `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=3000000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2",FRAME-RATE=25\n${uri}\n`;
