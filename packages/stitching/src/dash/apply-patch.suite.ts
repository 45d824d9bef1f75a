/**
 * A player that applies patches to its MPD, by RFC 5261 as ISO/IEC 23009-1 §5.15 restricts it; the
 * result is compared with the whole MPD.
 */
import { parseXml, type XmlElement } from '@interlude/dash';

interface XmlNode {
  readonly name: string;
  readonly attributes: Map<string, string>;
  children: XmlNode[];
  readonly text: string;
}

function nodeOf(read: XmlElement): XmlNode {
  const { localName: name, attributes, children, text } = read;
  return { name, attributes: new Map(attributes), children: children.map(nodeOf), text };
}

function rootOf(text: string): XmlNode {
  const result = parseXml(text);
  if (result.kind === 'broken') throw new Error(result.reason);
  return nodeOf(result.document.root);
}

const STEP = /^(\w+)(?:\[(?:(\d+)|@id='([^']*)')\])?$/;

/** The one child that a step of a selector names. */
function stepped(node: XmlNode, step: string): XmlNode {
  const [, name, position, id] = STEP.exec(step) ?? [];
  const named = node.children.filter((child) => child.name === name);
  const found =
    position !== undefined
      ? named.slice(Number(position) - 1, Number(position))
      : named.filter(({ attributes }) => id === undefined || attributes.get('id') === id);
  const [first, ...more] = found;
  if (first === undefined || more.length > 0) throw new Error(`${step} names ${found.length}`);
  return first;
}

function located(root: XmlNode, selector: string) {
  const [empty, top, ...steps] = selector.split('/');
  if (empty !== '' || top !== root.name) throw new Error(`${selector} does not begin at the root`);
  const attribute = steps.at(-1)?.startsWith('@') ? steps.pop()?.slice(1) : undefined;
  let parent = root;
  let node = root;
  for (const step of steps) {
    parent = node;
    node = stepped(node, step);
  }
  return { parent, node, attribute };
}

function operate(root: XmlNode, operation: XmlNode): void {
  const { parent, node, attribute } = located(root, operation.attributes.get('sel') ?? '');
  const { name, children, text } = operation;
  if (attribute !== undefined) {
    if (name !== 'replace' || !node.attributes.has(attribute)) throw new Error('no such attribute');
    node.attributes.set(attribute, text);
  } else if (name === 'add') {
    node.children.push(...children);
  } else {
    const by = name === 'replace' ? children : [];
    parent.children = parent.children.flatMap((child) => (child === node ? by : [child]));
  }
}

/** Every segment of a list, as its SegmentTemplate counts it. */
function segmentsOf(template: XmlNode): string[] {
  const segments: string[] = [];
  let number = Number(template.attributes.get('startNumber') ?? 1);
  const isNumbered = template.attributes.has('startNumber');
  let next = 0n;
  for (const { attributes } of template.children.flatMap(({ children }) => children)) {
    const d = BigInt(attributes.get('d') ?? '0');
    next = BigInt(attributes.get('t') ?? next);
    for (let left = Number(attributes.get('r') ?? 0); left >= 0; left--) {
      segments.push(`${isNumbered ? number++ : ''} ${next} ${d}`);
      next += d;
    }
  }
  return segments;
}

interface ReadMpd {
  /** Everything but listed segments, Periods that have left the buffer, and PatchLocation. */
  readonly rest: string;
  /** By Period and place in it. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
}

function flattened(node: XmlNode, path: string, lists: Map<string, readonly string[]>): string {
  const isList = node.name === 'SegmentTemplate';
  if (isList) lists.set(path, segmentsOf(node));
  const attributes = [...node.attributes].filter(([name]) => !(isList && name === 'startNumber'));
  const children = isList ? [] : node.children.filter(({ name }) => name !== 'PatchLocation');
  const inner = children.map((child, index) =>
    flattened(child, `${path}/${child.attributes.get('id') ?? index}`, lists),
  );
  return `<${node.name} ${JSON.stringify(attributes)}>${children.length > 0 ? '' : node.text}${inner.join('\n')}`;
}

/** @param periods ids of those that are compared */
function readMpd(root: XmlNode, periods: readonly string[]): ReadMpd {
  const lists = new Map<string, readonly string[]>();
  const isCompared = ({ name, attributes }: XmlNode) =>
    name !== 'Period' || periods.includes(attributes.get('id') ?? '');
  const shown = { ...root, children: root.children.filter(isCompared) };
  return { rest: flattened(shown, '', lists), lists };
}

export class PatchingPlayer {
  #root: XmlNode = rootOf('<MPD/>');

  load(mpd: string): void {
    this.#root = rootOf(mpd);
  }

  /** Base of its next patch request, from PatchLocation; undefined: it requests the whole MPD. */
  get base(): string | undefined {
    const location = this.#root.children.find(({ name }) => name === 'PatchLocation');
    return location && (new URL(location.text).searchParams.get('base') ?? '');
  }

  /** @throws Error a patch that a player refuses */
  patch(text: string): void {
    const patch = rootOf(text);
    const own = this.#root.attributes;
    const published = patch.attributes.get('publishTime') ?? '';
    if (patch.attributes.get('mpdId') !== own.get('id')) throw new Error('of another MPD');
    if (patch.attributes.get('originalPublishTime') !== own.get('publishTime'))
      throw new Error('of another update');
    if (Date.parse(published) <= Date.parse(own.get('publishTime') ?? ''))
      throw new Error('of an earlier update');
    for (const operation of patch.children) operate(this.#root, operation);
    if (this.#root.attributes.get('publishTime') !== published) throw new Error('not moved');
  }

  /**
   * Differences from the whole MPD, but for segments and Periods that the whole MPD has dropped from its buffer, and
   * for publishTime, which an update without news moves alone.
   */
  differences(mpd: string): readonly string[] {
    const whole = rootOf(mpd);
    const periods = whole.children.flatMap(({ name, attributes }) =>
      name === 'Period' ? [attributes.get('id') ?? ''] : [],
    );
    const moved = this.#root.attributes.get('publishTime') ?? '';
    const early = Date.parse(moved) < Date.parse(whole.attributes.get('publishTime') ?? '');
    whole.attributes.set('publishTime', moved);
    const expected = readMpd(whole, periods);
    const own = readMpd(this.#root, periods);
    const lists = [...expected.lists].flatMap(([path, list]) => {
      const has = own.lists.get(path) ?? [];
      const isSame = has.slice(has.length - list.length).join() === list.join();
      return isSame ? [] : [`${path}: ${has.slice(-3).join()} for ${list.slice(-3).join()}`];
    });
    return [
      ...lists,
      ...(own.rest === expected.rest ? [] : [`${own.rest}\nfor\n${expected.rest}`]),
      ...(early ? ['publishTime is early'] : []),
    ];
  }
}
