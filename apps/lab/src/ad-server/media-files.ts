/** The media files of an ad: packages and progressive files. */
import type { ReadyMedia } from '../media/media-library.ts';
import type { MediaFile } from './write-vast.ts';

export interface MediaRequest {
  /** Address of the creative's folder, without a slash at its end. */
  readonly place: string;
  /** `cmaf`, `ts`, `dash`, `mp4`, `mov`; undefined = all but mov. */
  readonly containers: readonly string[] | undefined;
  /** A creative with a new id: files only, unless other containers are requested. */
  readonly isFresh: boolean;
}

export function mediaFiles({ encoded }: ReadyMedia, request: MediaRequest): MediaFile[] {
  const { place, isFresh } = request;
  const [largest] = encoded.renditions;
  const common = {
    width: largest?.width ?? 0,
    height: largest?.height ?? 0,
    bitrateKbps: Math.ceil((largest?.averageBps ?? 0) / 1000),
  };
  const file = (name: string, type: string): MediaFile => ({
    url: `${place}/${name}`,
    delivery: 'progressive',
    type,
    ...common,
  });
  const packaged = (path: string, type: string): MediaFile => ({
    url: `${place}/${path}`,
    delivery: 'streaming',
    type,
    ...common,
  });
  const all = new Map([
    ['mp4', file('media.mp4', 'video/mp4')],
    ['mov', file('media.mov', 'video/quicktime')],
    ...encoded.containers.map(
      (container) =>
        [container, packaged(`${container}/master.m3u8`, 'application/vnd.apple.mpegurl')] as const,
    ),
    ['dash', packaged('dash/manifest.mpd', 'application/dash+xml')],
  ]);
  const usual = isFresh ? ['mp4'] : [...all.keys()].filter((container) => container !== 'mov');
  const wanted = request.containers ?? usual;
  return [...all].flatMap(([container, each]) => (wanted.includes(container) ? [each] : []));
}
