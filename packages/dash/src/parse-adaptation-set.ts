import type { Addressing } from './addressing.ts';
import type {
  AdaptationSet,
  CommonAttributes,
  ContentType,
  Descriptor,
  Representation,
} from './mpd.ts';
import { type AddressingContext, readAddressing } from './read-addressing.ts';
import { baseUrlsOf, countOf, defined, descriptorsOf, xlinkHrefOf } from './read-values.ts';
import type { WarningLog } from './warning.ts';
import type { XmlElement } from './xml/xml-element.ts';

const TRICK_MODE = 'http://dashif.org/guidelines/trickmode';
const THUMBNAILS = /^https?:\/\/dashif\.org\/(?:guidelines\/)?thumbnail_tile$/;
const CONTENT_TYPES: readonly string[] = ['video', 'audio', 'text', 'image', 'application'];
const TEXT_CODECS = /^(?:stpp|wvtt|tx3g)/;
const TEXT_MIME_TYPES = /^(?:application\/(?:ttml\+xml|x-subrip)|text\/)/;

export interface PeriodContext extends Omit<AddressingContext, 'levels'> {
  readonly period: XmlElement;
}

/** The part of an AdaptationSet that its Representations inherit. */
interface Inherited {
  readonly set: XmlElement;
  readonly common: CommonAttributes;
}

type DescriptorList = keyof Pick<
  CommonAttributes,
  'contentProtections' | 'inbandEventStreams' | 'essentialProperties' | 'supplementalProperties'
>;

function commonOf(element: XmlElement, log: WarningLog, inherited?: Inherited): CommonAttributes {
  const levels = inherited === undefined ? [element] : [element, inherited.set];
  const text = (name: string) =>
    levels.map((level) => level.attribute(name)).find((value) => value !== undefined);
  const number = (name: string) => {
    const level = levels.find((candidate) => candidate.attribute(name) !== undefined);
    return level === undefined ? undefined : countOf(level, name, log);
  };
  // Representations without descriptors of their own share the list of their AdaptationSet.
  const all = (name: string, list: DescriptorList) => {
    const own = descriptorsOf(element, name);
    const ofSet = inherited?.common[list] ?? [];
    return own.length === 0 ? ofSet : [...own, ...ofSet];
  };
  return {
    ...defined<CommonAttributes>({
      mimeType: text('mimeType'),
      codecs: text('codecs'),
      width: number('width'),
      height: number('height'),
      frameRate: text('frameRate'),
      audioSamplingRate: text('audioSamplingRate'),
    }),
    contentProtections: all('ContentProtection', 'contentProtections'),
    inbandEventStreams: all('InbandEventStream', 'inbandEventStreams'),
    essentialProperties: all('EssentialProperty', 'essentialProperties'),
    supplementalProperties: all('SupplementalProperty', 'supplementalProperties'),
    baseUrls: baseUrlsOf(element, log),
  };
}

/** A representation; its timelines are decoded when its addressing is first accessed. */
class LazyRepresentation {
  readonly id: string;
  readonly bandwidth: number;
  readonly element: XmlElement;
  readonly #context: AddressingContext;
  #addressing: Addressing | undefined;

  constructor(element: XmlElement, context: AddressingContext, common: CommonAttributes) {
    Object.assign(this, common);
    this.element = element;
    this.id = element.attribute('id') ?? '';
    this.bandwidth = countOf(element, 'bandwidth', context.log) ?? 0;
    this.#context = context;
  }

  get addressing(): Addressing {
    this.#addressing ??= readAddressing(this.#context);
    return this.#addressing;
  }
}

function representationOf(
  element: XmlElement,
  inherited: Inherited,
  context: PeriodContext,
): Representation {
  const common = commonOf(element, context.log, inherited);
  const levels = [element, inherited.set, context.period];
  // The constructor assigns the fields of `common`; only `addressing` is a getter of the class.
  return new LazyRepresentation(element, { ...context, levels }, common) as LazyRepresentation &
    CommonAttributes;
}

function isText(mimeType: string, codecs: string): boolean {
  return TEXT_MIME_TYPES.test(mimeType) || TEXT_CODECS.test(codecs);
}

function contentTypeOf(
  set: XmlElement,
  common: CommonAttributes,
  representations: readonly Representation[],
): ContentType {
  const first = representations[0];
  const mimeType = common.mimeType ?? first?.mimeType ?? '';
  const codecs = common.codecs ?? first?.codecs ?? '';
  if (isText(mimeType, codecs)) return 'text';
  const given =
    set.attribute('contentType') ??
    set.child('ContentComponent')?.attribute('contentType') ??
    mimeType.slice(0, mimeType.indexOf('/'));
  const type = CONTENT_TYPES.find((known) => known === given.trim());
  return (type as ContentType | undefined) ?? 'unknown';
}

const hasScheme = (descriptors: readonly Descriptor[], matches: (uri: string) => boolean) =>
  descriptors.some((descriptor) => matches(descriptor.schemeIdUri));

export function parseAdaptationSet(element: XmlElement, context: PeriodContext): AdaptationSet {
  const { log } = context;
  const common = commonOf(element, log);
  const representations = element
    .childrenNamed('Representation')
    .map((child) => representationOf(child, { set: element, common }, context));
  const contentType = contentTypeOf(element, common, representations);
  const properties = [
    ...common.essentialProperties,
    ...common.supplementalProperties,
    ...(representations[0]?.essentialProperties ?? []),
  ];
  return {
    ...common,
    element,
    ...defined<AdaptationSet>({
      id: element.attribute('id'),
      lang: element.attribute('lang') ?? element.child('ContentComponent')?.attribute('lang'),
      par: element.attribute('par'),
      xlinkHref: xlinkHrefOf(element),
    }),
    contentType,
    roles: descriptorsOf(element, 'Role'),
    accessibilities: descriptorsOf(element, 'Accessibility'),
    labels: element.childrenNamed('Label').map((label) => label.text),
    isTrickMode: hasScheme(properties, (uri) => uri === TRICK_MODE),
    isThumbnail: contentType === 'image' || hasScheme(properties, (uri) => THUMBNAILS.test(uri)),
    representations,
  };
}
