/** A small database of countries in the MaxMind DB format, for tests: networks of IPv4 in a tree of IPv6. */

type Value = string | number | { readonly [key: string]: Value } | readonly Value[];

const bytesOf = (value: number, length: number) =>
  Array.from({ length }, (_, index) => Math.floor(value / 256 ** (length - 1 - index)) % 256);

/** §Output data section: type in 3 bits, size in 5. */
function encode(value: Value): number[] {
  if (typeof value === 'string') {
    const text = [...new TextEncoder().encode(value)];
    return text.length < 29
      ? [0x40 | text.length, ...text]
      : [0x40 | 29, text.length - 29, ...text];
  }
  if (typeof value === 'number') return [0xc0 | 4, ...bytesOf(value, 4)];
  if (Array.isArray(value)) return [value.length, 0x04, ...value.flatMap((one) => encode(one))];
  const entries = Object.entries(value);
  return [
    0xe0 | entries.length,
    ...entries.flatMap(([key, one]) => [...encode(key), ...encode(one)]),
  ];
}

const recordBits = 24;

type Node = [left: Child, right: Child];
/** A number is a place in the data section. */
type Child = Node | number | undefined;

interface Network {
  readonly bytes: number[];
  readonly bits: number;
}

/** As a path in a tree of 32 or 128 bits. */
function networkIn(tree: 4 | 6, text: string): Network {
  const [address = '', length = '32'] = text.split('/');
  if (address.includes(':')) {
    const hextets = address.replace(/::$/, '').split(':');
    const bytes = hextets.flatMap((hextet) => bytesOf(Number.parseInt(hextet, 16), 2));
    return { bytes, bits: Number(length) };
  }
  const bytes = address.split('.').map(Number);
  if (tree === 4) return { bytes, bits: Number(length) };
  return { bytes: [...new Array<number>(12).fill(0), ...bytes], bits: Number(length) + 96 };
}

function addTo(root: Node, { bytes, bits }: Network, place: number): void {
  let node = root;
  for (let bit = 0; bit < bits; bit += 1) {
    const side = ((bytes[bit >> 3] ?? 0) >> (7 - (bit % 8))) & 1;
    if (bit === bits - 1) {
      node[side] = place;
    } else {
      const next = node[side];
      const child: Node = Array.isArray(next) ? next : [undefined, undefined];
      node[side] = child;
      node = child;
    }
  }
}

/** @param networks `192.0.2.0/24` to its country */
export function madeDatabase(
  networks: Readonly<Record<string, string>>,
  ipVersion: 4 | 6 = 6,
): Buffer {
  const data: number[] = [];
  const root: Node = [undefined, undefined];
  for (const [network, code] of Object.entries(networks)) {
    addTo(root, networkIn(ipVersion, network), data.length);
    data.push(...encode({ country: { iso_code: code } }));
  }
  const nodes: Node[] = [];
  const number = (node: Node) => {
    nodes.push(node);
    for (const child of node) if (Array.isArray(child)) number(child);
  };
  number(root);
  const record = (child: Child) => {
    if (child === undefined) return nodes.length;
    return Array.isArray(child) ? nodes.indexOf(child) : nodes.length + 16 + child;
  };
  const tree = nodes.flatMap((node) => node.flatMap((child) => bytesOf(record(child), 3)));
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: 'Test-Country',
    description: { en: 'Countries of a test' },
    ip_version: ipVersion,
    languages: ['en'],
    node_count: nodes.length,
    record_size: recordBits,
  });
  const marker = [0xab, 0xcd, 0xef, ...new TextEncoder().encode('MaxMind.com')];
  return Buffer.from([...tree, ...new Array<number>(16).fill(0), ...data, ...marker, ...metadata]);
}
