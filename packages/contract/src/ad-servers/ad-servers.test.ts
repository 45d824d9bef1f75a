import { describe, expect, it } from 'vitest';
import { channelInput } from '../channels/channel.ts';
import { adServerSystems } from '../channels/channel-values.ts';
import { adServerTemplates } from './ad-server-templates.ts';
import { serverTokens, viewerTokens } from './tokens.ts';

const texts = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(texts)
    : [String(value)];

describe('ad server templates', () => {
  it.each(adServerSystems)('CHE-026 %s has one, and names only tokens that exist', (system) => {
    const template = adServerTemplates[system];
    expect(template.system).toBe(system);
    expect(URL.canParse(template.exampleUrl.replace(/<\w+>/g, 'x'))).toBe(true);
    const known = new Set([...Object.keys(serverTokens), ...Object.keys(viewerTokens)]);
    const named = texts(template.params).flatMap((text) =>
      [...text.matchAll(/\{\{([\w.]+)\}\}/g)].map((match) => match[1] ?? ''),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('FreeWheel keeps its sections in order', () => {
    expect(Object.keys(adServerTemplates.freewheel.params)).toEqual([
      'globals',
      'keyValues',
      'slots',
    ]);
  });
});

describe('hashValueWithSalt', () => {
  const issues = (params: object) =>
    channelInput
      .safeParse({
        name: 'n',
        sourceManifestUrl: 'https://o.example/a.m3u8',
        adSource: { params },
      })
      .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

  it('CHE-018 takes a salt of 15 bytes, not of 14, counted in UTF-8, at any depth', () => {
    expect(issues({ id: { hashValueWithSalt: ['{{ifa}}', '123456789012345'] } })).toEqual([]);
    expect(issues({ id: { hashValueWithSalt: ['{{ifa}}', 'äöüäöüä1'] } })).toEqual([]);
    const message = 'Value should be at least 15 bytes long.';
    expect(issues({ id: { hashValueWithSalt: ['{{ifa}}', '12345678901234'] } })).toEqual([
      `adSource.params.id.hashValueWithSalt: ${message}`,
    ]);
    expect(issues({ keyValues: { id: { hashValueWithSalt: ['{{ifa}}'] } } })).toEqual([
      `adSource.params.keyValues.id.hashValueWithSalt: ${message}`,
    ]);
  });
});
