/** Who can mend a loss of the record of breaks. */
import {
  type FindingOwner,
  type LossOwner,
  type LossReason,
  lossGuides,
} from '@interlude/contract';

/** A loss of a viewer, who left, is nobody's to mend. */
const owners: Readonly<Record<LossOwner, FindingOwner | undefined>> = {
  source: 'source',
  adServer: 'ad-server',
  creative: 'creative',
  cdn: 'cdn',
  us: 'platform',
  viewer: undefined,
};

/** @returns undefined when nobody has to mend it */
export function findingOwnerOf(owner: LossOwner): FindingOwner | undefined {
  return owners[owner];
}

/** @returns undefined when nobody has to mend it */
export function ownerOfLoss(reason: LossReason): FindingOwner | undefined {
  return owners[lossGuides[reason].owner];
}
