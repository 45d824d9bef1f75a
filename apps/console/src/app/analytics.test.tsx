import { beforeEach, describe, expect, it } from 'vitest';
import { addAnalytics, mayStartAnalytics } from './analytics.ts';

// A document that no window shows: scripts in it are not fetched.
let page: Document;
const script = () => page.head.querySelector('script');
const named = {
  analyticsHost: 'admin.example',
  analyticsScriptUrl: 'https://count.example/script.js',
};

beforeEach(() => {
  page = document.implementation.createHTMLDocument();
});

describe('analytics', () => {
  it.each([
    ['admin.example', 'admin.example', true],
    ['other.example', 'admin.example', false],
    ['localhost', '', false],
    ['', '', false],
  ])('PUB-027 on %s with the admin host %s: %s', (host, adminHost, expected) => {
    expect(mayStartAnalytics(host, adminHost)).toBe(expected);
  });

  it('PUB-027 the script that is named for it is loaded on the admin host', () => {
    expect(addAnalytics(page, 'admin.example', named)).toBe(true);
    expect(script()?.src).toBe('https://count.example/script.js');
    expect(script()?.dataset['domain']).toBe('admin.example');
  });

  it('PUB-027 nothing is loaded on another host, and nothing without a script', () => {
    expect(addAnalytics(page, 'localhost', named)).toBe(false);
    expect(addAnalytics(page, 'admin.example', { ...named, analyticsScriptUrl: '' })).toBe(false);
    expect(script()).toBeNull();
  });
});
