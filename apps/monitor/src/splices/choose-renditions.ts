/** The renditions whose media are decoded: the smallest video, and the first sound. */

interface NamedManifest {
  readonly rendition: string;
  readonly url: string;
}

interface ChosenRenditions {
  readonly video: NamedManifest | undefined;
  /** Undefined = in the segments of the video. */
  readonly audio: NamedManifest | undefined;
}

/** `video 1280x720 3200 kbit/s` → what decoding it costs; a larger rate of the same size costs a little more. */
function costOf({ rendition }: NamedManifest): number {
  const [, width, height] = /(\d{1,5})x(\d{1,5})/.exec(rendition) ?? [];
  const [, rate = '0'] = /(\d{1,9}) kbit\/s/.exec(rendition) ?? [];
  return Number(width ?? 0) * Number(height ?? 0) * 100_000 + Math.min(99_999, Number(rate));
}

/** @param manifests of the stream, as the judge names them */
export function chooseRenditions(manifests: readonly NamedManifest[]): ChosenRenditions {
  const videos = manifests.filter(({ rendition }) => /^(?:video|variant) /.test(rendition));
  const [smallest] = videos.toSorted((a, b) => costOf(a) - costOf(b));
  const audio = manifests.find(({ rendition }) => /^audio(?: |$)/.test(rendition));
  const [only] = manifests;
  return { video: smallest ?? (audio === undefined ? only : undefined), audio };
}
