import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allRoutes } from '@interlude/contract/api';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlMessageFormat } from 'intl-messageformat';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { LanguageSwitch } from '../app/public/language-switch.tsx';
import { PublicHeader } from '../app/public/public-header.tsx';
import { FirstFactor } from '../features/login/first-factor.tsx';
import { LoginForm } from '../features/login/login-form.tsx';
import { SecondFactorStep } from '../features/login/second-factor-step.tsx';
import { VerificationOffer } from '../features/login/verification-offer.tsx';
import { messages } from '../messages.ts';
import { paths } from '../paths.ts';
import { publicPage } from '../public-pages.tsx';
import { answerCalls } from '../testing/answers.suite.ts';
import { RecoveryCodes } from '../ui/recovery-codes.tsx';
import { errorKey } from './error-key.ts';
import { german } from './german.ts';
import { germanErrors, germanTexts } from './german-texts.ts';
import { publicText, publicTexts } from './public-texts.ts';
import { loadLanguage, readerLanguage } from './reader-language.ts';
import { setTranslation, written } from './written.ts';

let network: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  cleanup();
  setTranslation(undefined);
  network?.restore();
  network = undefined;
});

const source = join(import.meta.dirname, '..');
/** Folders whose pages and pieces need no sign-in. */
const publicFolders = [
  ...['app/public', 'ui', 'features/login', 'features/register', 'features/password'],
  ...['features/invitations', 'features/welcome', 'features/sign-in-return'],
];
const publicFiles = [
  ...['public-pages.tsx', 'app/shell/footer.tsx', 'api/login.ts', 'api/account-mails.ts'],
  ...['api/api-error.ts', 'api/token-user.ts'],
];
/** A sentence of these files that the app alone shows. */
const ofApp = ['cannotDo'];

async function publicCode(): Promise<string> {
  const listed = await Promise.all(
    publicFolders.map(async (folder) =>
      (await readdir(join(source, folder)))
        .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
        .map((name) => join(folder, name)),
    ),
  );
  const files = [...publicFiles, ...listed.flat()];
  const texts = await Promise.all(files.map((file) => readFile(join(source, file), 'utf8')));
  return texts.join('\n');
}

type Ast = ReturnType<IntlMessageFormat['getAst']>;
const namesIn = (ast: Ast): string[] =>
  ast.flatMap((element) => {
    if (element.type === 0 || element.type === 7) return [];
    const inner = 'options' in element ? Object.values(element.options) : [];
    return [element.value, ...inner.flatMap(({ value }) => namesIn(value))];
  });
const valuesOf = (text: string) =>
  [
    ...new Set(namesIn(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst())),
  ].sort();

const english: Readonly<Record<string, string>> = { ...messages, ...publicTexts };

/** The same in both languages, and why. */
const same: Readonly<Record<string, string>> = {
  productTitle: 'the name of the product',
  productTitleShort: 'its short form',
  ok: 'a word of both',
};

describe('the catalogue of the public pages', () => {
  it('no key is in both tables', () => {
    expect(Object.keys(publicTexts).filter((key) => key in messages)).toEqual([]);
  });

  it('each text is used', async () => {
    const code = await publicCode();
    const unused = Object.keys(publicTexts).filter((key) => !code.includes(`'${key}'`));
    expect(unused).toEqual([]);
  });

  it('German has every text and every sentence of the specification that these pages show', async () => {
    const shown = [...(await publicCode()).matchAll(/\btext\(\s*'(\w+)'/g)].map(([, key]) => key);
    expect(shown.length).toBeGreaterThan(25);
    const missing = [...shown, ...Object.keys(publicTexts)].filter(
      (key = '') => !(key in germanTexts) && !ofApp.includes(key),
    );
    expect(missing).toEqual([]);
  });

  it('German leaves no text in English, and has the values of each', () => {
    const texts = Object.entries(germanTexts);
    expect(texts.filter(([key, text]) => english[key] === text && !(key in same))).toEqual([]);
    expect(
      texts.filter(([key, text]) => `${valuesOf(text)}` !== `${valuesOf(english[key] ?? '')}`),
    ).toEqual([]);
  });

  it('German has each refusal that these pages show', () => {
    // The login maps its own refusals (ERR-001 to ERR-009); the other two have no page.
    const other = ['auth.login', 'auth.refresh', 'auth.authProp'];
    const codes = allRoutes()
      .filter(({ name, route }) => /^(auth|invitations)\./.test(name) && route.roles === 'public')
      .filter(({ name }) => !other.includes(name))
      .flatMap(({ route }) => route.errors);
    expect(codes.length).toBeGreaterThan(15);
    expect(codes.filter((code) => !(code in germanErrors))).toEqual([]);
  });
});

describe('a text in the language of the reader', () => {
  it('is formatted by the library, values as text', async () => {
    expect(await loadLanguage('de')).toBe('de');
    expect(publicText('signInTo', { product: '<b>{x}</b>' })).toBe('Bei <b>{x}</b> anmelden');
    expect(written(errorKey('LINK_EXPIRED'), 'x')).toMatch(/^Dieser Link/);
    expect(written(errorKey('UNKNOWN'), 'as the server says it {y}')).toBe(
      'as the server says it {y}',
    );
    expect(german('never', {})).toBeUndefined();
  });

  it('of two languages the later counts, also where it is loaded first', async () => {
    const first = loadLanguage('de');
    const second = loadLanguage('en');
    expect(await second).toBe('en');
    expect(await first).toBeUndefined();
    expect(publicText('login')).toBe('Login');
    expect(publicText('signInTo', { product: 'X' })).toBe('Sign in to X');
  });

  it('the language is the one that was chosen, else that of the browser', () => {
    const choice = (stored: string | null) => ({ getItem: () => stored });
    const browser = (...languages: string[]) => ({ languages });
    expect(readerLanguage(choice(null), browser('fr-FR', 'de-CH', 'en'))).toBe('de');
    expect(readerLanguage(choice('en'), browser('de'))).toBe('en');
    expect(readerLanguage(choice('xx'), browser('fr'))).toBe('en');
  });

  it('a reader chooses another one without a reload, and it is kept', async () => {
    render(<LanguageSwitch />);
    const choose = async (name: string, language: string) => {
      await userEvent.click(screen.getByRole('button', { name }));
      await waitFor(() => expect(document.documentElement.lang).toBe(language));
      expect(screen.getByRole('button', { pressed: true }).textContent).toBe(name);
      expect(readerLanguage()).toBe(language);
    };
    await choose('Deutsch', 'de');
    expect(publicText('login')).toBe('Anmelden');
    await choose('English', 'en');
    expect(publicText('login')).toBe('Login');
    document.documentElement.removeAttribute('lang');
    localStorage.clear();
  });

  it('a value that a text does not have stays as it is written', () => {
    expect(written('none', 'as {constructor} says')).toBe('as {constructor} says');
  });
});

const page = {
  location: { path: '/', query: '?token=t&second-factor' },
  productName: '',
  onSignIn: () => undefined,
};
const installation = {
  ...{ external: true, registration: 'open', productName: '' },
} as never;
const asked = (kinds: readonly string[]) =>
  ({ step: 's', kinds, passkeys: true, company: '' }) as never;
const nothing = () => undefined;

function pageAt(path: string, of: object = { installation }): ReactElement {
  const { Page } = publicPage(path);
  return <Page {...page} installation={undefined} {...of} />;
}

/** Texts and names of an element that are in no language switch and no text marked as another language. */
function textsOf(root: Element): string[] {
  const names = [...root.querySelectorAll('*')].flatMap((element) =>
    ['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name) ?? ''),
  );
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement?.closest('[lang]') === null) texts.push(node.textContent ?? '');
  }
  return [...names, ...texts].filter((text) => /\p{L}/u.test(text));
}

describe('no page has a text of its own', () => {
  const views: readonly (readonly [string, () => ReactElement])[] = [
    ['welcome', () => pageAt(paths.welcome)],
    ['login', () => pageAt(paths.login)],
    ['register', () => pageAt(paths.register)],
    [
      'registration that is closed',
      () => pageAt(paths.register, { installation: { registration: 'off' } }),
    ],
    ['forgotten password', () => pageAt(paths.forgotPassword)],
    ['new password', () => pageAt(paths.resetPassword)],
    [
      'new password without a token',
      () => pageAt(paths.resetPassword, { location: { path: '/', query: '' } }),
    ],
    ['return from a provider', () => pageAt(paths.signedIn, {})],
    ['silent sign-in', () => pageAt(paths.silent, {})],
    ['no such page', () => pageAt('/nowhere')],
    ['header', () => <PublicHeader path="/" registers onSignIn={nothing} />],
    ['switch of languages', () => <LanguageSwitch />],
    [
      'login that runs and has failed',
      () => (
        <LoginForm
          values={{ email: '', password: '' }}
          {...{ onEmail: nothing, onPassword: nothing, onSubmit: nothing, busy: true }}
          failure={undefined}
        />
      ),
    ],
    [
      'second factor',
      () => (
        <SecondFactorStep asked={asked(['totp', 'passkey'])} onDone={nothing} onLeave={nothing} />
      ),
    ],
    [
      'recovery code alone',
      () => <SecondFactorStep asked={asked(['passkey'])} onDone={nothing} onLeave={nothing} />,
    ],
    [
      'first second factor',
      () => <FirstFactor asked={asked([])} onDone={nothing} onLeave={nothing} />,
    ],
    ['recovery codes', () => <RecoveryCodes codes={['1']} />],
    ['verification', () => <VerificationOffer email="" message="" onClose={nothing} />],
  ];

  it.each(views)('%s', (_name, view) => {
    setTranslation((key) => `⟦${key}⟧`);
    const { container } = render(view());
    const whole = textsOf(container);
    const own = whole.filter((text) => /\p{L}/u.test(text.replace(/⟦[\w ]+⟧/g, '')));
    expect(own).toEqual([]);
  });

  it('an invitation that is read, and one that has expired', async () => {
    setTranslation((key) => `⟦${key}⟧`);
    network = answerCalls({
      'POST /api/readInvitation': {
        body: { company: 'A', email: 'a@b.example', needsPassword: true },
      },
    });
    const { container } = render(pageAt(paths.acceptInvitation));
    await waitFor(() => expect(screen.getByRole('form')).toBeDefined());
    expect(textsOf(container).every((text) => /^(⟦[\w ]+⟧[^\p{L}]*)+$/u.test(text))).toBe(true);
  });
});
