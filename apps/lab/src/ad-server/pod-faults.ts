/** Faults in the ads themselves, applied to a valid pod. */
import type { AdFault } from './ad-faults.ts';
import type { MediaFile, PodAd } from './write-vast.ts';

const HUGE_POD = 200;
const SAME_ADVERTISER = 'Rival Motors';
const SAME_CATEGORY = 'IAB2-3';

/** `base`: the lab's own address. */
export function spoilPod(
  fault: AdFault | undefined,
  pod: readonly PodAd[],
  base: string,
): readonly PodAd[] {
  const [first] = pod;
  if (first === undefined) return pod;
  switch (fault) {
    case 'huge-pod':
      return numbered(Array.from({ length: HUGE_POD }, (_, at) => pod[at % pod.length] ?? first));
    case 'duplicates':
      return numbered(pod.length > 1 ? pod.map(() => first) : [first, first, first]);
    case 'competitive':
      return pod.map((ad) => ({ ...ad, advertiser: SAME_ADVERTISER, category: SAME_CATEGORY }));
    case 'buffet':
      return pod.map((ad) => ({ ...ad, sequence: undefined }));
    case 'no-duration':
      return pod.map((ad) => ({ ...ad, durationSeconds: undefined }));
    case 'wrong-duration':
      return pod.map((ad) => ({ ...ad, durationSeconds: (ad.durationSeconds ?? 0) * 3 }));
    case 'vpaid':
      return pod.map((ad) => ({ ...ad, mediaFiles: scripts(ad, base) }));
    case 'slow-media':
      return withMedia(pod, (url) => named(url, 'slow'));
    case 'broken-media':
      return withMedia(pod, (url) => named(url, 'broken'));
    case 'disguised-media':
      return withMedia(pod, (url) => named(url, 'disguised'));
    case 'https-media':
      return withMedia(pod, (url) => url.replace(/^http:\/\/[^/]+/, 'https://127.0.0.1:9'));
    case 'http-media':
      return withMedia(pod, (url) => url.replace('//127.0.0.1:', '//localhost:'));
    default:
      return pod;
  }
}

const numbered = (pod: readonly PodAd[]) =>
  pod.map((ad, index) => ({ ...ad, position: index + 1, sequence: index + 1 }));

/** Another file of the same creative. */
const named = (url: string, name: string) => url.replace(/\/media\.(mp4|mov)$/, `/${name}.$1`);

const withMedia = (pod: readonly PodAd[], change: (url: string) => string) =>
  pod.map((ad) => ({
    ...ad,
    mediaFiles: ad.mediaFiles.map((file) => ({ ...file, url: change(file.url) })),
  }));

function scripts(ad: PodAd, base: string): MediaFile[] {
  return ad.mediaFiles.slice(0, 1).map((file) => ({
    ...file,
    url: `${base}/ads/creatives/${ad.creative.id}/vpaid.js`,
    delivery: 'progressive',
    type: 'application/javascript',
    apiFramework: 'VPAID',
  }));
}
