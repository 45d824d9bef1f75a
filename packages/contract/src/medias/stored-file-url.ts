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

/** Below the storage's public base URL when it has one, else through the stitcher. */
export function storedFileUrl({ stitcherPublicUrl, system, key }: FilePlace): string {
  const base = system.settings['publicBaseUrl'];
  const own = `${stitcherPublicUrl.replace(/\/+$/, '')}/media/${system.id}`;
  return `${typeof base === 'string' && base !== '' ? base.replace(/\/+$/, '') : own}/${key}`;
}
