import { allRoutes } from '@interlude/contract/api';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from './openapi-document.ts';

const document = z
  .looseObject({
    openapi: z.string(),
    paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
    components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
  })
  .parse(openApiDocument({ publicUrl: 'https://console.example', version: '1.2.3' }));

describe('the API description', () => {
  it('is OpenAPI 3.1 and names every route of the contract once', () => {
    expect(document.openapi).toBe('3.1.0');
    const operations = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(operations.sort()).toEqual(
      allRoutes()
        .map(({ name }) => name)
        .sort(),
    );
  });

  it('has no reference that leads nowhere', () => {
    const text = JSON.stringify(document);
    const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) expect(document.components.schemas).toHaveProperty(String(name));
  });

  it('describes the range and default of a query parameter', () => {
    expect(JSON.stringify(document.paths['/api/v2/channels']?.['get'])).toContain(
      '{"default":10,"type":"integer","minimum":-1,"maximum":100000}',
    );
  });
});
