/** The campaign of an ad, which no element of VAST names: ad servers write it into an Extension, each in its own way. */
import type { XmlNode } from './xml-node.ts';

/** Names of attributes and elements by their letters alone: `campaign_id`, `CampaignId`, `campaignName`. */
const letters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
const campaignNames: ReadonlySet<string> = new Set(['campaign', 'campaignname', 'campaignid']);
const isCampaign = (name: string) => campaignNames.has(letters(name));

const maxDepth = 4;
const maxChars = 1_000;

const bounded = (text: string) => text.trim().slice(0, maxChars);

function fromAttributes({ attributes }: XmlNode): string | undefined {
  // A name is for people, an id for machines.
  const found = Object.entries(attributes).filter(
    ([name, value]) => isCampaign(name) && value.trim() !== '',
  );
  const named = found.find(([name]) => letters(name) !== 'campaignid') ?? found[0];
  return named && bounded(named[1]);
}

function fromElement(node: XmlNode, depth: number): string | undefined {
  const says = isCampaign(node.name) || isCampaign(node.attributes['type'] ?? '');
  const own = fromAttributes(node);
  if (own !== undefined) return own;
  if (says) {
    const { name, id, value } = node.attributes;
    const text = [node.text, name, value, id].find((one) => one !== undefined && one.trim() !== '');
    if (text !== undefined) return bounded(text);
  }
  if (depth === 0) return undefined;
  for (const child of node.children) {
    const found = fromElement(child, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The campaign that an Extension of an ad names: an element or attribute called campaign, campaign name or campaign id
 * in any spelling, or the text of an Extension of the type campaign.
 * @returns undefined when none does
 * @see VAST 4.2 §3.7 (Extensions hold what ad servers agree on)
 */
export function campaignOfExtensions(extensions: readonly XmlNode[]): string | undefined {
  for (const extension of extensions) {
    const found = fromElement(extension, maxDepth);
    if (found !== undefined) return found;
  }
  return undefined;
}
