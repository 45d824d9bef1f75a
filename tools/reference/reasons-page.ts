import { adDropReasons, adFallbackReasons } from '@interlude/stitching';
import { page, table } from './page.ts';

const rows = (catalogue: Readonly<Record<string, string>>) =>
  Object.entries(catalogue).map(([reason, about]) => [`\`${reason}\``, about]);

export function reasonsPage(): string {
  return page(
    'Reasons of ad decisions',
    'packages/stitching/src/reasons.ts',
    'Why an avail showed no ad, or fewer than it could: the label `reason` of `interlude_stitcher_avails_total`. Nothing on the ad side stops a stream; it ends in content or slate and one of these.',
    table(['reason', 'Meaning'], rows(adFallbackReasons)),
    'Why one ad of an answer was not placed: the label `reason` of `interlude_stitcher_ads_dropped_total`.',
    table(['reason', 'Meaning'], rows(adDropReasons)),
  );
}
