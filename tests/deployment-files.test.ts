/** Files for balancers and clusters: their facts about the platform are those of the platform itself. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { configVariables } from '@interlude/runtime';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const read = (name: string) => readFile(join(root, 'deploy', name), 'utf8');

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const container = z.object({
  args: z.array(z.string()),
  ports: z.tuple([z.object({ name: z.literal('http'), containerPort: z.number() })]),
  startupProbe: probe,
  readinessProbe: probe,
  livenessProbe: probe,
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
});
const statefulSet = z.object({
  kind: z.literal('StatefulSet'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    replicas: z.number(),
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        containers: z.tuple([container]),
      }),
    }),
  }),
});
const service = z.object({
  kind: z.literal('Service'),
  spec: z.object({
    selector: z.record(z.string(), z.string()),
    ports: z.tuple([z.object({ port: z.number() })]),
  }),
});
const configMap = z.object({
  kind: z.literal('ConfigMap'),
  data: z.record(z.string(), z.string()),
});

const ports = { 'control-plane': 3_000, stitcher: 3_100, worker: 3_300, monitor: 3_400 };

async function kubernetes(): Promise<unknown[]> {
  return parseAllDocuments(await read('kubernetes.yaml')).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
}

const of = <Schema extends z.ZodType>(objects: readonly unknown[], schema: Schema) =>
  objects.flatMap((each) => {
    const { success, data } = schema.safeParse(each);
    return success ? [data as z.output<Schema>] : [];
  });

test('Kubernetes: each role has its port, its probes and a volume, and its Service finds it', async () => {
  const objects = await kubernetes();
  const sets = of(objects, statefulSet);
  expect(sets.map(({ metadata }) => metadata.name).sort()).toEqual(Object.keys(ports).sort());
  for (const { metadata, spec } of sets) {
    const { labels } = spec.template.metadata;
    const [role] = spec.template.spec.containers;
    expect(labels).toEqual(spec.selector.matchLabels);
    expect(role.args).toEqual(['--roles', metadata.name]);
    expect(role.ports[0].containerPort).toBe(ports[metadata.name as keyof typeof ports]);
    expect(role.readinessProbe.httpGet).toEqual({ path: '/health/ready', port: 'http' });
    expect(role.livenessProbe.httpGet.path).toBe('/health/live');
    expect(role.volumeMounts).toEqual([{ name: 'data', mountPath: '/data' }]);
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(30);
  }
  const services = of(objects, service);
  expect(services).toHaveLength(2);
  for (const { spec } of services) {
    const found = sets.find(({ spec: { template } }) =>
      Object.entries(spec.selector).every(
        ([key, value]) => template.metadata.labels[key] === value,
      ),
    );
    expect(found?.spec.template.spec.containers[0].ports[0].containerPort).toBe(spec.ports[0].port);
  }
});

test('Kubernetes: every variable is one of the platform, and its ports are those of the roles', async () => {
  const objects = await kubernetes();
  const [config = expect.fail()] = of(objects, configMap);
  const known = new Set(configVariables.map(({ variable }) => variable));
  expect(Object.keys(config.data).filter((name) => !known.has(name))).toEqual([]);
  expect(config.data).toMatchObject({ WORKER_PORT: '3300', MONITOR_PORT: '3400' });
  const text = await read('kubernetes.yaml');
  const secrets = [...text.matchAll(/--from-literal=(\w+)/g)].map(([, name = '']) => name);
  expect(secrets.filter((name) => !known.has(name))).toEqual([]);
  expect(secrets.length).toBe(3);
});

test('Envoy: reading is handed on where a stitcher is gone or in doubt, opening by POST is not', async () => {
  const text = await read('envoy.yaml');
  const match = z.object({ prefix: z.string(), headers: z.array(z.unknown()).optional() });
  const route = z.object({
    match,
    route: z.object({
      cluster: z.literal('stitchers'),
      retry_policy: z
        .object({ retry_on: z.string(), retriable_status_codes: z.array(z.number()) })
        .optional(),
    }),
  });
  const routes: unknown[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'routes' && Array.isArray(inner)) routes.push(...inner);
      visit(inner);
    }
  };
  visit(parse(text));
  const [post, any] = routes.map((each) => route.parse(each));
  expect(post?.match.headers).toHaveLength(1);
  expect(post?.route.retry_policy).toBeUndefined();
  expect(any?.route.retry_policy?.retriable_status_codes).toEqual([503]);
  expect(any?.route.retry_policy?.retry_on).toContain('connect-failure');
  expect(text).toContain('path: /health/ready');
  // An id gives its holder a viewer's playback.
  expect(text).not.toContain('access_log');
});
