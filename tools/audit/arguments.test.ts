import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

const url = 'https://cdn.test/live/master.m3u8?a=1';

describe('arguments of the audit', () => {
  it('an address is enough', () => {
    expect(readArguments([url])).toEqual({
      url,
      durationMs: 600_000,
      form: 'text',
      output: undefined,
      html: undefined,
      severity: 'error',
      isInTurn: false,
      headers: {},
      allow: [],
      adOf: undefined,
    });
  });

  it('each option is read', () => {
    const all = readArguments([
      ...['--minutes', '0.5', '--junit', '--output', 'a.xml', '--html', 'a.html'],
      ...['--severity', 'warning', '--renditions', 'turn', '--allow', '10.0.0.0/8'],
      ...['--header', 'X-Key: a:b ', '--header', 'Accept:', '--ads', '/ad/([^/]+)/', url],
    ]);
    expect(all).toMatchObject({
      durationMs: 30_000,
      form: 'junit',
      output: 'a.xml',
      html: 'a.html',
      severity: 'warning',
      isInTurn: true,
      headers: { 'x-key': 'a:b', accept: '' },
      allow: ['10.0.0.0/8'],
    });
    expect(all?.adOf?.('https://cdn.test/ad/one/s0.ts')).toBe('one');
    expect(all?.adOf?.('https://cdn.test/live/s0.ts')).toBeUndefined();
    expect(readArguments(['--ads', 'promo', url])?.adOf?.('a/promo/1.ts')).toBe('promo');
    expect(readArguments(['--help'])).toBeUndefined();
  });

  it('SEC-S70 credentials of the address become a header, and leave the address', () => {
    expect(readArguments(['http://me:p%40ss@h.test/a.mpd#x'])).toMatchObject({
      url: 'http://h.test/a.mpd',
      headers: { authorization: `Basic ${Buffer.from('me:p@ss').toString('base64')}` },
    });
    expect(
      readArguments(['http://me:x@h.test/a.mpd', '--header', 'Authorization: Bearer t']),
    ).toMatchObject({ headers: { authorization: 'Bearer t' } });
  });

  it('a pattern takes linear time, whatever the address', () => {
    const adOf = readArguments(['--ads', '(a+)+$', url])?.adOf;
    expect(adOf?.(`${'a'.repeat(5_000)}b`)).toBeUndefined();
  });

  it.each([
    [[], 'Give one address'],
    [[url, url], 'Give one address'],
    [['master.m3u8'], 'master.m3u8 is no address'],
    [['file:///etc/passwd'], 'is no address'],
    [[url, '--minutes', '0'], '--minutes is a number above 0'],
    [[url, '--minutes', 'ten'], '--minutes is a number above 0'],
    [[url, '--minutes', '1441'], 'up to 1440'],
    [[url, '--json', '--junit'], 'exclude each other'],
    [[url, '--severity', 'fatal'], '--severity is one of warning, error.'],
    [[url, '--renditions', 'some'], '--renditions is one of all, turn.'],
    [[url, '--header', 'no colon'], "--header has the form 'Name: value'."],
    [[url, '--header', 'A: b\r\nC: d'], "--header has the form 'Name: value'."],
    [[url, '--header', 'Host: other'], '--header cannot set Host'],
    [[url, '--ads', '('], '--ads is no regular expression'],
    [[url, '--what'], "Unknown option '--what'"],
  ])('%j is refused with a sentence', (argv, sentence) => {
    expect(() => readArguments(argv)).toThrow(sentence);
  });
});
