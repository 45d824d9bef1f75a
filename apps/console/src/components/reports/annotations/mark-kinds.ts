/** The kinds of marks that the charts of a page show, and their part of the address. Pure. */
import { type AnnotationKind, annotationKinds } from '@interlude/contract';
import { t } from '../../../texts/t.ts';
import type { ReportSearch } from '../report-search.ts';

export const kindNames: Readonly<Record<AnnotationKind, string>> = {
  mark: t('Deploys and notes'),
  change: t('Changes of channels'),
  incident: t('Incidents'),
};

/** One mark of a kind, in a tooltip. */
export const markNames: Readonly<Record<AnnotationKind, string>> = {
  mark: t('Note'),
  change: t('Change'),
  incident: t('Incident'),
};

const [all, none] = ['all', 'off'];

/** All kinds when the address has no part for them. */
export function kindsOfSearch({ marks }: ReportSearch): readonly AnnotationKind[] {
  if (marks === undefined || marks === all) return annotationKinds;
  const named = marks.split(',');
  return annotationKinds.filter((kind) => named.includes(kind));
}

/** The address with these kinds. */
export function withKinds(search: ReportSearch, kinds: readonly AnnotationKind[]): ReportSearch {
  if (kinds.length === 0) return { ...search, marks: none };
  const isAll = annotationKinds.every((kind) => kinds.includes(kind));
  return { ...search, marks: isAll ? all : kinds.join(',') };
}
