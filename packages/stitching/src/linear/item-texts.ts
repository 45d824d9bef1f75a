/** A stored manifest of an item as it was read: every process derives the same programme from it. */
export interface ManifestText {
  /** After redirects. */
  readonly url: string;
  readonly text: string;
}

export interface ItemTexts {
  readonly kind: 'hls' | 'dash';
  readonly manifest: ManifestText;
  /** Media playlists by the address under which the multivariant playlist names them; HLS only. */
  readonly media: Readonly<Record<string, ManifestText>>;
}

/** An item that could not be read when the snapshot was made. */
export interface MissingItem {
  readonly kind: 'missing';
  readonly reason: string;
}

export type StoredItem = ItemTexts | MissingItem;

type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;

function manifestText(value: unknown): ManifestText | undefined {
  if (!isRecord(value)) return undefined;
  const { url, text } = value;
  return typeof url === 'string' && typeof text === 'string' ? { url, text } : undefined;
}

/**
 * Reads a stored item.
 * @returns the texts of an item, or of kind `missing` with the reason, also for a value that cannot be read
 * @see ADR 0023
 */
export function parseStoredItem(value: unknown): StoredItem {
  const unreadable: MissingItem = { kind: 'missing', reason: 'what is stored of it is unreadable' };
  if (!isRecord(value)) return unreadable;
  if (value['kind'] === 'missing')
    return { kind: 'missing', reason: String(value['reason'] ?? '') };
  const { kind } = value;
  const manifest = manifestText(value['manifest']);
  const listed = value['media'];
  if (manifest === undefined || !isRecord(listed)) return unreadable;
  if (kind !== 'hls' && kind !== 'dash') return unreadable;
  const media: Record<string, ManifestText> = {};
  for (const [url, one] of Object.entries(listed)) {
    const text = manifestText(one);
    if (text !== undefined) media[url] = text;
  }
  return { kind, manifest, media };
}
