import type { AdServerTemplate } from './ad-server-template.ts';

export const proxy: AdServerTemplate = {
  system: 'proxy',
  title: 'Decision proxy',
  summary: 'Your own decision proxy: it gets the whole context and builds the call.',
  exampleUrl: 'https://decisions.example/ads',
  hints: {
    query: "the viewer's query, whole",
    scte35: 'the marker as it came',
  },
  params: {
    context: '{{channelId}}',
    sid: '{{sessionId}}',
    breakId: '{{breakId}}',
    duration: '{{breakDuration}}',
    maxCount: '{{maxAds}}',
    position: '{{breakPosition}}',
    scte35: '{{scte.base64}}',
    upid: '{{upid}}',
    query: '{{viewerQuery}}',
  },
};
