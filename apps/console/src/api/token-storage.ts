/** Tokens and the selected tenant in the browser (DATA-036). With blocked storage nothing is kept. */
const tokenKey = 'token';
const refreshTokenKey = 'refresh_token';
const selectedTenantKey = 'selected-tenant';
const memberKey = 'member';

export interface Tokens {
  readonly token: string;
  readonly refreshToken?: string | undefined;
}

/** The used part of `Storage`. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface TokenStorage {
  token(): string | undefined;
  refreshToken(): string | undefined;
  /** A missing refresh token keeps the stored one: providers without rotation answer none. */
  store(tokens: Tokens): void;
  /** Claims of the user by this installation (JSON), where the token of an external provider lacks them. */
  member(): string | undefined;
  storeMember(member: string): void;
  clear(): void;
  selectedTenant(): string | undefined;
  selectTenant(id: string): void;
}

export function createTokenStorage(storage: KeyValueStorage): TokenStorage {
  return {
    token: () => storage.getItem(tokenKey) ?? undefined,
    refreshToken: () => storage.getItem(refreshTokenKey) ?? undefined,
    store: ({ token, refreshToken }) => {
      storage.setItem(tokenKey, token);
      if (refreshToken !== undefined) storage.setItem(refreshTokenKey, refreshToken);
    },
    member: () => storage.getItem(memberKey) ?? undefined,
    storeMember: (member) => storage.setItem(memberKey, member),
    clear: () => {
      storage.removeItem(tokenKey);
      storage.removeItem(refreshTokenKey);
      storage.removeItem(memberKey);
    },
    selectedTenant: () => storage.getItem(selectedTenantKey) ?? undefined,
    selectTenant: (id) => storage.setItem(selectedTenantKey, id),
  };
}

function memoryStorage(): KeyValueStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/** Local storage, or memory when the browser refuses it. */
export function browserStorage(): KeyValueStorage {
  try {
    localStorage.getItem(tokenKey);
    return localStorage;
  } catch {
    return memoryStorage();
  }
}

export const tokenStorage: TokenStorage = createTokenStorage(browserStorage());
