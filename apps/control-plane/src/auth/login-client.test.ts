import { describe, expect, it } from 'vitest';
import { browserOf, loginClientOf } from './login-client.ts';

describe('from where somebody signs in', () => {
  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome on Linux',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 16; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    ['node', 'Node.js'],
    ['<script>alert(1)</script>', 'Another client'],
    [undefined, 'Another client'],
  ])('SEC-S118 of %s only the family is kept: %s', (header, family) => {
    expect(browserOf(header)).toBe(family);
  });

  it('SEC-S118 of an address only the network is kept', () => {
    const networkOf = (ip: string) => loginClientOf({ clientAddress: ip, headers: {} }).network;
    expect(networkOf('203.0.113.77')).toBe('203.0.113.0/24');
    expect(networkOf('2001:db8:7:8::1')).toBe('2001:db8:7::/48');
  });
});
