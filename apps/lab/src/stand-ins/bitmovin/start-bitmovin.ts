/**
 * A stand-in for the API of Bitmovin on loopback: the real resources in the real envelope, and real segments, made
 * by the media engine of this machine. Only the writing into the output storage is done by the caller.
 */
import { randomUUID } from 'node:crypto';
import {
  type StandInAnswer,
  type StandInRequest,
  type StandInServer,
  startStandIn,
} from '../stand-in-server.ts';
import { type DescribedEncoding, encodeDescribed, type MadeFile } from './bitmovin-media.ts';

type Body = Readonly<Record<string, unknown>>;

interface Resource {
  readonly id: string;
  /** Of its kind: `/encoding/outputs/generic-s3`. */
  readonly path: string;
  readonly body: Body;
}

export interface BitmovinStandIn extends StandInServer {
  /** Settings of a system of type `bitmovin` for this stand-in. */
  readonly settings: Readonly<Record<string, string>>;
  /** Those that were made and not deleted. */
  readonly resources: ReadonlyMap<string, Resource>;
  /** Encodings that were stopped. */
  readonly stopped: readonly string[];
}

export interface BitmovinStandInOptions {
  /** Writes into the output that was described. */
  readonly write: (output: Resource, file: MadeFile) => Promise<void>;
  /** In place of encoding: never ends, or fails with this message. */
  readonly instead?: 'hang' | { readonly fail: string };
}

interface Task {
  status: 'CREATED' | 'RUNNING' | 'FINISHED' | 'ERROR' | 'CANCELED';
  progress: number;
  messages: { type: string; text: string }[];
}

const apiKey = 'b1b2b3b4-0000-4000-8000-000000000003';
const organizationId = 'b1b2b3b4-0000-4000-8000-000000000004';

function answer(status: number, data: object): StandInAnswer {
  const reported = { requestId: randomUUID(), status: status < 300 ? 'SUCCESS' : 'ERROR', data };
  const headers = { 'content-type': 'application/json' };
  return { status, headers, body: JSON.stringify(reported) };
}

const failure = (status: number, message: string) =>
  answer(status, { code: 1_000 + status, message });

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null;
}

function listOf(body: Body | undefined, name: string): Body[] {
  const value = body?.[name];
  return Array.isArray(value) ? value.filter(isBody) : [];
}

class BitmovinAccount {
  readonly resources = new Map<string, Resource>();
  readonly stopped: string[] = [];
  readonly #tasks = new Map<string, Task>();
  readonly #options: BitmovinStandInOptions;

  constructor(options: BitmovinStandInOptions) {
    this.#options = options;
  }

  answer({ method, path: url, body, headers }: StandInRequest): StandInAnswer {
    if (headers['x-api-key'] !== apiKey) return failure(401, 'Unauthorized: API key is not valid');
    if (headers['x-tenant-org-id'] !== organizationId)
      return failure(403, 'Organization not found');
    const path = url.replace(/^\/v1/, '');
    const [, encodingId = '', action = ''] =
      /^\/encoding\/encodings\/([^/]+)\/(start|stop|status)$/.exec(path) ?? [];
    if (action !== '') return this.#act(method, encodingId, action);
    if (method === 'DELETE') return this.#remove(path);
    if (method !== 'POST') return failure(405, 'Method not allowed');
    return this.#make(path, JSON.parse(body.toString() || '{}'));
  }

  #make(path: string, body: unknown): StandInAnswer {
    const id = randomUUID();
    this.resources.set(id, { id, path, body: isBody(body) ? body : {} });
    return answer(201, { result: { id, ...(isBody(body) && body) } });
  }

  #remove(path: string): StandInAnswer {
    const id = path.split('/').at(-1) ?? '';
    const own = [...this.resources.values()].filter((one) => one.path.includes(`/${id}/`));
    for (const part of own) this.resources.delete(part.id);
    return this.resources.delete(id) ? answer(200, { result: { id } }) : failure(404, 'Not found');
  }

  #act(method: string, id: string, action: string): StandInAnswer {
    if (!this.resources.has(id)) return failure(404, `Encoding ${id} does not exist`);
    const task = this.#tasks.get(id) ?? { status: 'CREATED', progress: 0, messages: [] };
    this.#tasks.set(id, task);
    if (action === 'status' && method === 'GET') return answer(200, { result: task });
    if (method !== 'POST') return failure(405, 'Method not allowed');
    if (action === 'stop') {
      this.stopped.push(id);
      task.status = 'CANCELED';
      return answer(200, { result: { id } });
    }
    task.status = 'RUNNING';
    task.progress = 10;
    void this.#run(id, task);
    return answer(200, { result: { id } });
  }

  async #run(id: string, task: Task): Promise<void> {
    const { instead, write } = this.#options;
    if (instead === 'hang') return;
    try {
      if (instead !== undefined) throw new Error(instead.fail);
      const output = this.#outputOf(id);
      const files = await encodeDescribed(this.#describe(id));
      task.progress = 90;
      for (const file of files) await write(output, file);
      task.progress = 100;
      task.status = 'FINISHED';
    } catch (error) {
      task.messages.push({
        type: 'ERROR',
        text: error instanceof Error ? error.message : 'failed',
      });
      task.status = 'ERROR';
    }
  }

  #below(path: string): Resource[] {
    return [...this.resources.values()].filter((resource) => resource.path.startsWith(path));
  }

  #find(id: unknown): Resource {
    const found = this.resources.get(String(id));
    if (found === undefined) throw new Error(`Resource ${String(id)} does not exist`);
    return found;
  }

  #outputOf(encodingId: string): Resource {
    const [muxing] = this.#below(`/encoding/encodings/${encodingId}/muxings/`);
    return this.#find(listOf(muxing?.body, 'outputs')[0]?.['outputId']);
  }

  #describe(encodingId: string): DescribedEncoding {
    const streams = this.#below(`/encoding/encodings/${encodingId}/streams`).filter(({ path }) =>
      path.endsWith('/streams'),
    );
    const [first] = listOf(streams[0]?.body, 'inputStreams');
    const input = this.#find(first?.['inputId']);
    const { host, port } = input.body;
    const scheme = input.path.endsWith('https') ? 'https' : 'http';
    return {
      source: `${scheme}://${String(host)}:${String(port)}${String(first?.['inputPath'])}`,
      streams: streams.map(({ body }) => {
        const { path, body: configuration } = this.#find(body['codecConfigId']);
        const position = Number(listOf(body, 'inputStreams')[0]?.['position'] ?? 0);
        return { codec: path.replace('/encoding/configurations/', ''), configuration, position };
      }),
      muxings: this.#below(`/encoding/encodings/${encodingId}/muxings/`).map(({ path, body }) => ({
        kind: path.endsWith('/ts') ? 'ts' : 'fmp4',
        streams: listOf(body, 'streams').map((one) =>
          streams.findIndex(({ id }) => id === one['streamId']),
        ),
        outputPath: String(listOf(body, 'outputs')[0]?.['outputPath']),
      })),
    };
  }
}

export async function startBitmovinStandIn(
  options: BitmovinStandInOptions,
): Promise<BitmovinStandIn> {
  const account = new BitmovinAccount(options);
  const server = await startStandIn({
    failure: (status) => failure(status, 'An unexpected error occurred'),
    answer: (request) => account.answer(request),
  });
  return {
    ...server,
    settings: { apiKey, organizationId, baseUrl: `${server.url}/v1`, cloudRegion: 'AUTO' },
    resources: account.resources,
    stopped: account.stopped,
  };
}
