/** Owner of a loss in break records. */
import {
  type FindingOwner,
  type LossOwner,
  type LossReason,
  lossGuides,
} from '@interlude/contract';

/** Seconds lost because the viewer left have no owner. */
const owners: Readonly<Record<LossOwner, FindingOwner | undefined>> = {
  source: 'source',
  adServer: 'ad-server',
  creative: 'creative',
  cdn: 'cdn',
  us: 'platform',
  viewer: undefined,
};

/** @returns undefined for the owner `viewer` */
export function findingOwnerOf(owner: LossOwner): FindingOwner | undefined {
  return owners[owner];
}

/** @returns undefined for a loss whose owner is the viewer */
export function ownerOfLoss(reason: LossReason): FindingOwner | undefined {
  return owners[lossGuides[reason].owner];
}
