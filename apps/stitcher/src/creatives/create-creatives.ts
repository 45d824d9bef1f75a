/** Assembles the sources of creatives: packages of ad servers, and creatives conditioned for a channel. */
import type { Clock, Logger, TenantEgresses } from '@interlude/runtime';
import type { AssetRepository } from './assets/asset-repository.ts';
import { ConditionedAssets } from './assets/conditioned-assets.ts';
import { SlateAssets } from './assets/slate-assets.ts';
import { StoredPackages } from './assets/stored-packages.ts';
import { CreativeLibrary } from './creative-library.ts';

export interface CreativesParts {
  /** Undefined: no creatives are conditioned, and slate addresses are used unchanged. */
  readonly repository: AssetRepository | undefined;
  readonly egress: TenantEgresses<'request'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** STITCHER_PUBLIC_URL without a slash at its end. */
  readonly publicUrl: string;
}

export interface Creatives {
  readonly creatives: CreativeLibrary;
  readonly assets: ConditionedAssets | undefined;
  readonly slates: SlateAssets | undefined;
}

export function createCreatives({
  repository,
  egress,
  clock,
  logger,
  publicUrl,
}: CreativesParts): Creatives {
  if (!repository) {
    return { creatives: new CreativeLibrary(egress, clock), assets: undefined, slates: undefined };
  }
  const packages = new StoredPackages({ repository, egress, publicUrl });
  const assets = new ConditionedAssets({ repository, packages, clock, logger });
  return {
    creatives: new CreativeLibrary(packages, clock),
    assets,
    slates: new SlateAssets({ repository, assets, packages, clock, logger }),
  };
}
