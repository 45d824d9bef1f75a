/** Replaces terms beyond the bound of new ones in a batch by `otherText`, so that all sums stay the same. */
import {
  type Batch,
  type KeyText,
  otherText,
  type RollupRow,
  type SketchRow,
} from '@interlude/reporting';
import { mergeRows, mergeSketchRows } from './merge-rows.ts';
import { campaignKind, channelKind, dimensionKind, type Term } from './terms.ts';

type IsFolded = (term: Term) => boolean;

const renamed =
  (isFolded: IsFolded) =>
  <Row extends RollupRow | SketchRow>(row: Row): Row => {
    const { tenant } = row;
    const name = (kind: number, text: KeyText) =>
      isFolded({ tenant, kind, text }) ? otherText : text;
    return {
      ...row,
      channel: name(channelKind, row.channel),
      value: name(dimensionKind(row.dimension), row.value),
      ...('campaign' in row && { campaign: name(campaignKind, row.campaign) }),
    };
  };

/** @see rule SEC-S73 */
export function withOthers(batch: Batch, isFolded: IsFolded): Batch {
  const rename = renamed(isFolded);
  return {
    ...batch,
    rows: mergeRows(batch.rows.map(rename)),
    sketches: mergeSketchRows(batch.sketches.map(rename)),
  };
}
