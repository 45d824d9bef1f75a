import { allRoutes } from '@interlude/contract/api';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi-document.ts';
import { referencePage, referenceStyleHash } from './reference-page.ts';

const document = openApiDocument({ publicUrl: 'https://console.example', version: '1.2.3' });
const page = referencePage(document);

describe('the page of the API description', () => {
  it('OP-02 shows every route at an address of its own, and weighs less than 1.9 MB', () => {
    for (const { name } of allRoutes()) expect(page).toContain(`<details id="${name}">`);
    expect(Buffer.byteLength(page)).toBeLessThan(1_900_000);
  });

  it('has no link that leads nowhere and no address twice', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('SEC-S10 has no script, one style that its policy names, and escapes what it shows', () => {
    expect(page).not.toMatch(/<script|\son\w+=|style="/);
    expect(referenceStyleHash).toMatch(/^'sha256-[A-Za-z0-9+/]{43}='$/);
    const hostile = JSON.stringify(document).replaceAll('List channels', '<img src=x onerror=1>');
    expect(referencePage(JSON.parse(hostile))).not.toContain('<img');
  });
});
