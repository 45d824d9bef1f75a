/** Where players and clients find a file of a storage system. */
interface FilePlace {
  readonly stitcherPublicUrl: string;
  readonly system: {
    readonly id: string;
    readonly settings: Readonly<Record<string, unknown>>;
  };
  /** Of letters, digits, `.`, `_`, `-` and `/`. */
  readonly key: string;
}

/**
 * The public address of a stored file: below the storage's public base URL when it has one, else at the stitcher.
 * @see ADR 0021
 */
export function storedFileUrl({ stitcherPublicUrl, system, key }: FilePlace): string {
  const base = system.settings['publicBaseUrl'];
  const own = `${stitcherPublicUrl.replace(/\/+$/, '')}/media/${system.id}`;
  return `${typeof base === 'string' && base !== '' ? base.replace(/\/+$/, '') : own}/${key}`;
}
