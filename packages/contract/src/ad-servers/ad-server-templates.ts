import type { AdServerSystem, AdServerTemplate } from './ad-server-template.ts';
import { freewheel } from './freewheel.ts';
import { gam } from './gam.ts';
import { gva } from './gva.ts';
import { proxy } from './proxy.ts';
import { spotx } from './spotx.ts';

/** One for each system that a channel may name (CHE-026). A channel's own parameters go over its template's. */
export const adServerTemplates: Readonly<Record<AdServerSystem, AdServerTemplate>> = {
  gva,
  gam,
  freewheel,
  spotx,
  proxy,
};
