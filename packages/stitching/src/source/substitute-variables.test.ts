import { describe, expect, it } from 'vitest';
import { substituteVariables } from './substitute-variables.ts';

const url = 'https://o.example/live/master.m3u8?token=a%2Fb&x=1#f';

const linesOf = (text: string, imports?: ReadonlyMap<string, string>) =>
  substituteVariables(`#EXTM3U\n${text}`, { url, imports }).text.split('\n').slice(1);

describe('H16 EXT-X-DEFINE', () => {
  it('fills addresses and attributes, and the definitions are gone', () => {
    const text = `#EXT-X-DEFINE:NAME="host",VALUE="https://cdn.example"
#EXT-X-DEFINE:NAME="dir",VALUE="{$host}/a"
#EXT-X-MAP:URI="{$dir}/init.mp4"
#EXTINF:4,
{$host}/s.ts?{$unknown}`;
    expect(linesOf(text)).toEqual([
      '#EXT-X-MAP:URI="https://cdn.example/a/init.mp4"',
      '#EXTINF:4,',
      'https://cdn.example/s.ts?{$unknown}',
    ]);
  });

  it('takes values from the address and from the multivariant playlist', () => {
    const text = `#EXT-X-DEFINE:QUERYPARAM="token"
#EXT-X-DEFINE:IMPORT="auth"
#EXT-X-DEFINE:IMPORT="missing"
s.ts?t={$token}&a={$auth}&m={$missing}`;
    expect(linesOf(text, new Map([['auth', 'xyz']]))).toEqual(['s.ts?t=a/b&a=xyz&m={$missing}']);
  });

  it('a text without definitions is the same text', () => {
    const text = '#EXTM3U\n{$a}.ts\n';
    expect(substituteVariables(text, { url }).text).toBe(text);
  });

  it('SEC-S55 no value brings lines of its own', () => {
    const lines = '%23EXTINF:2,%0Aa.ts%0A'.repeat(3);
    const text = '#EXT-X-DEFINE:QUERYPARAM="lines"\n{$lines}';
    const filled = substituteVariables(text, { url: `https://o.example/v0.m3u8?lines=${lines}` });
    expect(filled.text).toBe('{$lines}');
    expect(filled.variables.size).toBe(0);
    const imports = new Map([['lines', 'a.ts\nb.ts']]);
    expect(linesOf('#EXT-X-DEFINE:IMPORT="lines"\n{$lines}', imports)).toEqual(['{$lines}']);
  });

  it('SEC-S55 values add so much to a text, and no more', () => {
    const text = '#EXT-X-DEFINE:NAME="ten",VALUE="0123456789"\n{$ten}\n{$ten}\n{$ten}';
    const filled = substituteVariables(text, { url, mostAdded: 25 }).text;
    expect(filled).toBe('0123456789\n0123456789\n{$ten}');
  });

  it('does not grow without end', () => {
    const define = (name: string, value: string) => `#EXT-X-DEFINE:NAME="${name}",VALUE="${value}"`;
    const rounds = Array.from({ length: 40 }, (_, n) => define(`v${n + 1}`, `{$v${n}}`.repeat(10)));
    const text = [define('v0', 'x'.repeat(1_000)), ...rounds, '{$v40}'].join('\n');
    const started = performance.now();
    expect(linesOf(text).join('').length).toBeLessThan(50_000_000);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
