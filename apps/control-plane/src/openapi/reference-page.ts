/**
 * The API description as one page for people: no script, one style allowed by its hash, every value escaped. Each
 * operation is an element of its own that opens by its address, `#channels.update`.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { escapeHtml } from '../http/escape-html.ts';

const schema = z.looseObject({ $ref: z.string().optional() });
const content = z.record(z.string(), z.looseObject({ schema })).default({});
const operation = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string().default('Public.'),
  parameters: z.array(z.looseObject({ $ref: z.string().optional() })),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string(), content })),
});
type Operation = z.output<typeof operation> & { readonly method: string; readonly path: string };

const description = z.looseObject({
  info: z.looseObject({ version: z.string() }),
  tags: z.array(z.looseObject({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({
    schemas: z.record(z.string(), z.unknown()),
    parameters: z.record(z.string(), z.unknown()),
  }),
});

const style = `
:root{color-scheme:light dark;--canvas:#fafafb;--surface:#fff;--line:#e9eaed;--text:#1b1d22;--dimmed:#5f6470;--accent-text:#3647b4;--focus:#566de8}
@media (prefers-color-scheme:dark){:root{--canvas:#0b0c0e;--surface:#121316;--line:#222429;--text:#e6e8ec;--dimmed:#989eab;--accent-text:#93a3fb}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--text);font:13px/20px "Inter Variable",Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.page{display:grid;grid-template-columns:200px minmax(0,900px);gap:32px;max-width:1180px;margin:0 auto;padding:32px 24px}
nav{position:sticky;top:32px;align-self:start}
nav a{display:block;min-height:24px;padding:2px 0}
h1{margin:0 0 4px;font-size:22px;line-height:28px}
h2{margin:28px 0 8px;font-size:15px}
h3{margin:12px 0 4px;font-size:13px}
p{margin:0 0 8px}
a{color:var(--accent-text)}
details{border:1px solid var(--line);border-bottom:0;background:var(--surface)}
details:last-of-type{border-bottom:1px solid var(--line)}
details>div{padding:0 14px 14px;border-top:1px solid var(--line)}
summary{display:flex;flex-wrap:wrap;gap:4px 12px;min-height:32px;padding:6px 14px;cursor:pointer}
summary b{min-width:56px;font-weight:600}
summary code{overflow-wrap:anywhere}
summary span,.dimmed{color:var(--dimmed)}
:focus-visible{outline:2px solid var(--focus);outline-offset:1px}
code,pre{font-family:"JetBrains Mono Variable",ui-monospace,Menlo,Consolas,monospace;font-size:12px}
pre{margin:0;padding:8px 0;white-space:pre-wrap;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse}
td,th{padding:4px 12px 4px 0;border-top:1px solid var(--line);text-align:start;vertical-align:top;overflow-wrap:anywhere}
@media (max-width:47.99em){.page{grid-template-columns:minmax(0,1fr);gap:16px;padding:16px}nav{position:static}nav a{display:inline-block;margin-right:12px}}
`;

/** For the content security policy. */
export const referenceStyleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

const componentId = (reference: string) =>
  reference.replace(/^#\/components\//, '').replace('/', '.');
const nameOf = (reference: string) => reference.split('/').at(-1) ?? reference;
const tagId = (tag: string) => `tag-${tag.replaceAll(/[^A-Za-z0-9]+/g, '-')}`;

function link(reference: string): string {
  return `<a href="#${escapeHtml(componentId(reference))}">${escapeHtml(nameOf(reference))}</a>`;
}

/** JSON with a link in place of each reference. */
function schemaText(value: unknown): string {
  const escaped = escapeHtml(JSON.stringify(value, null, 1));
  return `<pre>${escaped.replaceAll(/&quot;(#\/components\/[\w/]+)&quot;/g, (_, to: string) => link(to))}</pre>`;
}

function parameterRow(parameter: z.output<typeof operation>['parameters'][number]): string {
  if (parameter.$ref !== undefined) return `<tr><td colspan="3">${link(parameter.$ref)}</td></tr>`;
  const { name, in: place, required, schema: shape } = parameter;
  const where = `${String(place)}${required === true ? ', required' : ''}`;
  return `<tr><td><code>${escapeHtml(String(name))}</code></td><td>${escapeHtml(where)}</td><td><code>${escapeHtml(JSON.stringify(shape))}</code></td></tr>`;
}

function parametersTable({ parameters }: Operation): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(parameterRow).join('');
  return `<h3>Parameters</h3><table><thead><tr><th scope="col">Name</th><th scope="col">Where</th><th scope="col">Schema</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function bodyOf(contents: z.output<typeof content>): string {
  return Object.entries(contents)
    .map(
      ([type, { schema: shape }]) =>
        `<p class="dimmed">${escapeHtml(type)}</p>${schemaText(shape)}`,
    )
    .join('');
}

function answersTable({ responses }: Operation): string {
  const rows = Object.entries(responses).map(([status, answer]) => {
    const shown = Number(status) < 400 ? bodyOf(answer.content) : '';
    return `<tr><td>${escapeHtml(status)}</td><td>${escapeHtml(answer.description)}${shown}</td></tr>`;
  });
  return `<h3>Answers</h3><table><thead><tr><th scope="col">Status</th><th scope="col">What</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function operationText(each: Operation): string {
  const { operationId, method, path, summary, description: roles, requestBody } = each;
  const body = requestBody === undefined ? '' : `<h3>Body</h3>${bodyOf(requestBody.content)}`;
  return `<details id="${escapeHtml(operationId)}"><summary><b>${escapeHtml(method.toUpperCase())}</b><code>${escapeHtml(path)}</code><span>${escapeHtml(summary)}</span></summary><div><p class="dimmed">${escapeHtml(operationId)}. ${escapeHtml(roles)}</p>${parametersTable(each)}${body}${answersTable(each)}</div></details>`;
}

function componentsText(kind: string, all: Readonly<Record<string, unknown>>): string {
  return Object.entries(all)
    .map(
      ([name, value]) =>
        `<details id="${kind}.${escapeHtml(name)}"><summary><b>${escapeHtml(name)}</b></summary><div>${schemaText(value)}</div></details>`,
    )
    .join('');
}

/**
 * The page of `/openapi`.
 * @param document result of `openApiDocument`
 * @see ADR 0003
 */
export function referencePage(document: unknown): string {
  const { info, tags, paths, components } = description.parse(document);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) => ({ ...each, method, path })),
  );
  const sections = tags.map(({ name }) => {
    const own = operations.filter((each) => each.tags.includes(name));
    return `<section aria-labelledby="${tagId(name)}"><h2 id="${tagId(name)}">${escapeHtml(name)}</h2>${own.map(operationText).join('')}</section>`;
  });
  const links = tags.map(({ name }) => `<a href="#${tagId(name)}">${escapeHtml(name)}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Interlude API ${escapeHtml(info.version)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<div class="page">
<nav aria-label="Resources">${links.join('')}<a href="#components">Schemas</a></nav>
<main>
<h1>Interlude API ${escapeHtml(info.version)}</h1>
<p class="dimmed">Requests below /api/v2 carry <code>Authorization: Bearer</code> with an access token or an API key. The document for machines: <a href="/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}
<section aria-labelledby="components"><h2 id="components">Schemas</h2>${componentsText('parameters', components.parameters)}${componentsText('schemas', components.schemas)}</section>
</main>
</div>
</body>
</html>
`;
}
