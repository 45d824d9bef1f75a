import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { finishSignIn, leaveFailedSignIn } from '../../features/sign-in-return/signed-in-page.tsx';
import { WelcomePage } from '../../features/welcome/welcome-page.tsx';
import { isPublicPage, publicPage } from '../../public-pages.tsx';
import { PublicHeader } from './public-header.tsx';
import { decideStart } from './start-up.ts';

afterEach(cleanup);

const page = {
  location: { path: '/', query: '' },
  installation: undefined,
  productName: 'Interlude',
};

describe('the public shell', () => {
  it('PUB-001 has a login button that starts the sign-in', async () => {
    let started = 0;
    render(
      <WelcomePage
        {...page}
        onSignIn={() => {
          started += 1;
        }}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Login' }));
    expect(started).toBe(1);
  });

  it('PUB-005 PUB-006 the header has the title in two lengths, Register and Login', async () => {
    let started = 0;
    render(
      <PublicHeader
        path="/"
        registers
        onSignIn={() => {
          started += 1;
        }}
      />,
    );
    expect(screen.getByText('Server Side Ad Insertion')).toBeDefined();
    expect(screen.getByText('SSAI')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/register');
    await userEvent.click(screen.getByRole('link', { name: 'Login' }));
    expect(started).toBe(1);
  });

  it('SEC-S48 the header offers no registration where none is taken', () => {
    render(<PublicHeader path="/" registers={false} onSignIn={() => undefined} />);
    expect(screen.queryByRole('link', { name: 'Register' })).toBeNull();
    expect(screen.getAllByRole('link', { name: 'Login' })).toHaveLength(1);
  });

  it('PUB-007 a drawer menu holds the header links', async () => {
    render(<PublicHeader path="/" registers onSignIn={() => undefined} />);
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    expect(screen.getByRole('dialog')).toBeDefined();
    expect(screen.getAllByRole('link', { name: 'Login' })).toHaveLength(2);
  });

  it('PUB-004 any other path shows the 404 page', () => {
    const { Page } = publicPage('/nowhere');
    render(<Page {...page} onSignIn={() => undefined} />);
    for (const sentence of [
      'Error 404',
      'Page not found :(',
      'Ooooups! Looks like you got lost.',
    ]) {
      expect(screen.getByText(sentence)).toBeDefined();
    }
    expect(isPublicPage('/nowhere')).toBe(false);
  });

  it('PUB-002 PUB-003 /register and /login need no sign-in', () => {
    expect(['/register', '/login'].map(isPublicPage)).toEqual([true, true]);
  });
});

describe('start-up', () => {
  it('PUB-022 a stored token on / opens the app', () => {
    expect(decideStart({ path: '/', hasToken: true })).toBe('open-app');
    expect(decideStart({ path: '/login', hasToken: true })).toBe('stay');
  });

  it('PUB-023 AUTH-004 only the app without a token leads to the login', () => {
    const at = (path: string) => decideStart({ path, hasToken: false });
    expect(at('/app/dashboard')).toBe('login');
    for (const path of ['/', '/login', '/register', '/openapi', '/app/openapi', '/nowhere']) {
      expect(at(path)).toBe('stay');
    }
    expect(decideStart({ path: '/app', hasToken: false, isLoading: true })).toBe('stay');
    expect(decideStart({ path: '/app', hasToken: false, returnTarget: '/app' })).toBe('stay');
  });
});

describe('the return from an external provider', () => {
  it('PUB-024 stores the token and gives the return path', async () => {
    const stored: unknown[] = [];
    const provider = {
      finishSignIn: async () => ({ token: 't', refreshToken: 'r', returnTo: '/app' }),
    };
    const storage = {
      store: (tokens: unknown) => stored.push(tokens),
      storeMember: () => undefined,
    } as never;
    expect(await finishSignIn(provider, storage, async () => ({}))).toBe('/app');
    expect(stored).toEqual([{ token: 't', refreshToken: 'r' }]);
  });

  it('PUB-025 after a failure storage is emptied and the origin opened', () => {
    localStorage.setItem('token', 'x');
    const opened: string[] = [];
    leaveFailedSignIn(localStorage, (path) => opened.push(path));
    expect([localStorage.length, opened]).toEqual([0, ['/']]);
  });
});
