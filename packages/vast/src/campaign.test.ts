import { expect, test } from 'vitest';
import { campaignOfExtensions } from './campaign.ts';
import { parseVast } from './parse-vast.ts';

function extensionsOf(inside: string) {
  const vast = parseVast(
    `<VAST version="4.2"><Ad id="1"><InLine><AdSystem>a</AdSystem><AdTitle>t</AdTitle><Impression/>
    <Extensions>${inside}</Extensions><Creatives/></InLine></Ad></VAST>`,
  );
  return vast.kind === 'ads' ? (vast.ads[0]?.extensions ?? []) : [];
}

test.each([
  ['<Extension type="campaign">Spring sale</Extension>', 'Spring sale'],
  ['<Extension type="campaign"><Campaign id="17" name="Spring sale"/></Extension>', 'Spring sale'],
  ['<Extension type="adserver"><CampaignId>17</CampaignId></Extension>', '17'],
  ['<Extension type="x"><Info campaign_id="17" campaignName="Spring"/></Extension>', 'Spring'],
  [
    '<Extension type="waterfall"/><Extension type="DFP"><A><B campaign-id=" 9 "/></A></Extension>',
    '9',
  ],
  ['<Extension type="geo"><Country>DE</Country></Extension>', undefined],
  ['<Extension type="campaign"> </Extension>', undefined],
  [
    '<Extension><A><A><A><A><A><Campaign>too deep</Campaign></A></A></A></A></A></Extension>',
    undefined,
  ],
])('%s', (inside, campaign) => {
  expect(campaignOfExtensions(extensionsOf(inside))).toBe(campaign);
});
