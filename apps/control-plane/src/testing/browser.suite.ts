/** As much of a browser as a sign-in by redirects needs: cookies with paths, redirects one at a time. */
export interface TestBrowser {
  get(url: string, headers?: Record<string, string>): Promise<Response>;
  submit(
    url: string,
    form: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Response>;
  /** Follows redirects within `origin`; gives the last answer, or the address outside. */
  follow(
    answer: Response,
    origin: string,
  ): Promise<{ answer: Response; location: string | undefined }>;
  clear(): void;
}

interface Cookie {
  readonly value: string;
  readonly path: string;
}

export function createTestBrowser(): TestBrowser {
  const jar = new Map<string, Cookie>();

  function store(answer: Response): void {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const at = pair.indexOf('=');
      const path = attributes.find((text) => /^path=/i.test(text))?.slice(5) ?? '/';
      const name = `${pair.slice(0, at)} ${path}`;
      const value = pair.slice(at + 1);
      if (value === '') jar.delete(name);
      else jar.set(name, { value, path });
    }
  }

  function cookies(url: string): string {
    const { pathname } = new URL(url);
    return [...jar]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name.split(' ')[0]}=${value}`)
      .join('; ');
  }

  async function request(url: string, init: RequestInit): Promise<Response> {
    const headers = { accept: 'text/html', ...init.headers, cookie: cookies(url) };
    const answer = await fetch(url, { ...init, redirect: 'manual', headers });
    store(answer);
    return answer;
  }

  const browser: TestBrowser = {
    get: (url, headers) => request(url, headers ? { headers } : {}),
    submit: (url, form, headers) =>
      request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(form).toString(),
      }),
    follow: async (answer, origin) => {
      const location = answer.headers.get('location');
      if (location === null) return { answer, location: undefined };
      const url = new URL(location, origin);
      const inside = url.origin === origin && url.pathname.startsWith('/oidc');
      if (!inside) return { answer, location: url.href };
      return browser.follow(await browser.get(url.href), origin);
    },
    clear: () => jar.clear(),
  };
  return browser;
}
