/** Reads compose.yaml: the part of YAML that it is written in, and its variables. Anything else is an error. */

type Value = string | readonly string[] | Mapping;
interface Mapping {
  readonly [key: string]: Value;
}

export interface Service {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Program and arguments of the health check. */
  readonly healthcheck: readonly string[];
  /** Folder in the container by the name of the volume or the path on this machine. */
  readonly volumes: Readonly<Record<string, string>>;
  readonly profiles: readonly string[];
}

interface Line {
  readonly indent: number;
  readonly text: string;
}

const entry = /^([\w.<-]+):(?: (.*))?$/;
const list = (text: string): readonly string[] => JSON.parse(text) as string[];
const bare = (text: string): string => (/^".*"$/.test(text) ? String(JSON.parse(text)) : text);

class Reader {
  readonly #lines: Line[];
  readonly #anchors = new Map<string, Value>();

  constructor(text: string) {
    this.#lines = text
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
      .map((line) => ({ indent: line.search(/\S/), text: line.trim() }));
  }

  #below(indent: number): Value {
    const [first] = this.#lines;
    if (first === undefined || first.indent <= indent) return '';
    return first.text.startsWith('- ') ? this.#items(first.indent) : this.mapping(first.indent);
  }

  #items(indent: number): string[] {
    const items: string[] = [];
    while (this.#lines[0]?.indent === indent && this.#lines[0].text.startsWith('- ')) {
      items.push(bare(this.#lines.shift()?.text.slice(2) ?? ''));
    }
    return items;
  }

  #value(text: string, indent: number): Value {
    const anchor = /^&(\w[\w-]*)$/.exec(text)?.[1];
    if (anchor !== undefined) {
      const value = this.#below(indent);
      this.#anchors.set(anchor, value);
      return value;
    }
    if (text.startsWith('*')) {
      const value = this.#anchors.get(text.slice(1));
      if (value === undefined) throw new Error(`no anchor ${text}`);
      return value;
    }
    if (text === '') return this.#below(indent);
    return text.startsWith('[') ? list(text) : bare(text);
  }

  mapping(indent: number): Mapping {
    const own: Record<string, Value> = {};
    let merged: Mapping = {};
    while (this.#lines[0]?.indent === indent) {
      const { text } = this.#lines.shift() ?? { text: '' };
      const found = entry.exec(text);
      if (found === null) throw new Error(`not understood: ${text}`);
      const [, key = '', rest = ''] = found;
      const value = this.#value(rest, indent);
      if (key === '<<') merged = asMapping(value);
      else own[key] = value;
    }
    return { ...merged, ...own };
  }
}

const asMapping = (value: Value | undefined): Mapping =>
  typeof value === 'object' && !Array.isArray(value) ? (value as Mapping) : {};
const asList = (value: Value | undefined): readonly string[] => (Array.isArray(value) ? value : []);

/** `${NAME}`, `${NAME:-default}`, `${NAME:?what it is}`. */
function interpolated(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])(.*?))?\}/g, (_, name: string, kind, rest) => {
    const value = variables[name];
    if (value !== undefined) return value;
    if (kind !== '-') throw new Error(`${name} ${rest}`);
    return rest;
  });
}

/** @throws Error for a line that is not understood, and a required variable that is missing */
export function readServices(
  text: string,
  variables: Readonly<Record<string, string>>,
): ReadonlyMap<string, Service> {
  const file = new Reader(interpolated(text, variables)).mapping(0);
  const services = Object.entries(asMapping(file['services'])).map(([name, value]) => {
    const service = asMapping(value);
    const environment = Object.entries(asMapping(service['environment']));
    const [, ...healthcheck] = asList(asMapping(service['healthcheck'])['test']);
    const volumes = asList(service['volumes']).map((volume) => volume.split(':').slice(0, 2));
    return {
      name,
      command: asList(service['command']),
      environment: Object.fromEntries(environment.map(([key, of]) => [key, String(of)])),
      healthcheck,
      volumes: Object.fromEntries(volumes),
      profiles: asList(service['profiles']),
    };
  });
  return new Map(services.map((service) => [service.name, service]));
}
