import type { AdaptationSet, XmlElement } from '@interlude/dash';
import { element, writeElement } from '@interlude/dash';
import type { DashAdSet } from '../plan/splice-plan.ts';
import type { DashSet } from './dash-window.ts';

/** Attributes that describe an AdaptationSet rather than its media: ad Periods copy them. */
const ATTRIBUTES = ['id', 'group', 'contentType', 'lang', 'par', 'selectionPriority'] as const;
const DESCRIPTORS: ReadonlySet<string> = new Set(['Role', 'Accessibility', 'Label', 'Viewpoint']);
const SWITCHING = 'urn:mpeg:dash:adaptation-set-switching:2016';

function attributesOf(set: AdaptationSet): string {
  const copied: Record<string, string | undefined> = {};
  for (const name of ATTRIBUTES) copied[name] = set.element.attribute(name);
  copied['contentType'] ??= set.contentType;
  return writeElement(element('a', copied)).slice(2, -2);
}

function isKept(child: XmlElement): boolean {
  if (child.localName === 'SupplementalProperty')
    return child.attribute('schemeIdUri') === SWITCHING;
  return DESCRIPTORS.has(child.localName);
}

/** Schema order: properties come before Role and its like (ISO/IEC 23009-1 5.3.3.3). */
function descriptorsOf(set: AdaptationSet): string {
  const kept = set.element.children.filter(isKept);
  const audio = set.element.childrenNamed('AudioChannelConfiguration');
  return [...audio, ...kept].map(writeElement).join('');
}

/** Video and audio AdaptationSets that ad Periods repeat, in the order and with the ids of the content (D16). */
export function adSetsOf(sets: readonly DashSet[]): readonly DashAdSet[] {
  return sets.flatMap(({ set, isMedia }) => {
    const { contentType } = set;
    if (!isMedia || (contentType !== 'video' && contentType !== 'audio')) return [];
    return [
      {
        contentType,
        attributes: attributesOf(set),
        descriptors: descriptorsOf(set),
        representationIds: set.representations.map(({ id }) => id),
      },
    ];
  });
}
