/** Companions, icons, verifications and extensions of an ad in MediaTailor's shape (rule B7). */
import type { InlineAd, XmlNode } from '@interlude/vast';
import { writeNode } from './write-xml.ts';

const named = (node: XmlNode, name: string) => node.children.filter((child) => child.name === name);
const textsOf = (node: XmlNode, name: string) => named(node, name).map(({ text }) => text);
const firstText = (node: XmlNode, name: string) => textsOf(node, name)[0] ?? null;

/** All elements of a name below a node, in their order. */
function below(nodes: readonly XmlNode[], name: string): XmlNode[] {
  return nodes.flatMap((node) => (node.name === name ? [node] : below(node.children, name)));
}

const resources = (node: XmlNode) => ({
  staticResource: firstText(node, 'StaticResource'),
  iFrameResource: firstText(node, 'IFrameResource'),
  htmlResource: firstText(node, 'HTMLResource'),
});

function companion(node: XmlNode) {
  const trackings = below(named(node, 'TrackingEvents'), 'Tracking');
  return {
    attributes: node.attributes,
    ...resources(node),
    adParameters: firstText(node, 'AdParameters'),
    altText: firstText(node, 'AltText'),
    companionClickThrough: firstText(node, 'CompanionClickThrough'),
    companionClickTracking: firstText(node, 'CompanionClickTracking'),
    sequence: node.attributes['sequence'] ?? null,
    trackingEvents: trackings.map(({ attributes, text }) => ({
      eventType: attributes['event'] ?? '',
      beaconUrls: [text],
    })),
  };
}

function icon(node: XmlNode) {
  const clicks = named(node, 'IconClicks')[0];
  return {
    attributes: node.attributes,
    ...resources(node),
    iconClicks: {
      iconClickThrough: clicks ? firstText(clicks, 'IconClickThrough') : null,
      iconClickTracking: clicks ? textsOf(clicks, 'IconClickTracking') : [],
    },
    iconViewTracking: textsOf(node, 'IconViewTracking'),
  };
}

function verification(node: XmlNode) {
  const trackings = below(named(node, 'TrackingEvents'), 'Tracking');
  return {
    vendor: node.attributes['vendor'] ?? null,
    executableResource: named(node, 'ExecutableResource').map(({ attributes, text }) => ({
      apiFramework: attributes['apiFramework'] ?? '',
      type: attributes['type'] ?? '',
      uri: text,
    })),
    javaScriptResource: named(node, 'JavaScriptResource').map(({ attributes, text }) => ({
      apiFramework: attributes['apiFramework'] ?? '',
      browserOptional: attributes['browserOptional'] ?? '',
      uri: text,
    })),
    verificationParameters: firstText(node, 'VerificationParameters'),
    trackingEvents: trackings.map(({ attributes, text }) => ({
      eventType: attributes['event'] ?? '',
      beaconUrls: [text],
    })),
  };
}

export function trackingElements(ad: InlineAd) {
  const creative = ad.creatives[0];
  return {
    companionAds: below(ad.otherCreatives, 'Companion').map(companion),
    nonLinearAds: below(ad.otherCreatives, 'NonLinear').map(({ attributes, ...node }) => ({
      attributes,
      ...resources({ attributes, ...node }),
    })),
    icons: (creative?.icons ?? []).map(icon),
    adVerifications: ad.adVerifications.map(verification),
    extensions: ad.extensions.map((node) => ({
      type: node.attributes['type'] ?? null,
      content: writeNode(node),
    })),
    mediaFiles: {
      mediaFilesList: (creative?.mediaFiles ?? []).map((file) => ({
        mediaFileUri: file.url,
        delivery: file.delivery,
        mediaType: file.type,
        width: file.width ?? 0,
        height: file.height ?? 0,
        bitrate: file.bitrate ?? 0,
        codec: file.codec ?? null,
        apiFramework: file.apiFramework ?? null,
      })),
      mezzanine: creative?.mezzanines[0]?.url ?? '',
    },
  };
}
