/** The console's German of catalogues that other packages hold: each of their texts has one. */
import { AUDIT_RULES, RULE_GUIDES } from '@interlude/audit';
import { lossGuides, notificationSentences } from '@interlude/contract';
import { MONITOR_RULES } from '@interlude/monitoring';
import { compareTypes, hiddenMainTypes, mainTypes } from '@interlude/reporting';
import { expect, test } from 'vitest';
import { textsByEnglish } from '../apps/console/src/texts/de/all.ts';
import { findingsTexts } from '../apps/console/src/texts/de/findings.ts';
import { notificationSentencesTexts } from '../apps/console/src/texts/de/notification-sentences.ts';

const advices = (guides: Readonly<Record<string, { readonly advice: string }>>) =>
  Object.values(guides).map(({ advice }) => advice);

const findings = [
  ...Object.values(AUDIT_RULES),
  ...advices(RULE_GUIDES),
  ...Object.values(MONITOR_RULES).map(({ title }) => title),
  ...advices(MONITOR_RULES),
  ...Object.values(lossGuides).map(({ cause }) => cause),
  ...advices(lossGuides),
];

test('rules, their advice and the reasons of losses have German, and no German is left over', () => {
  expect(Object.keys(findingsTexts).sort()).toEqual([...new Set<string>(findings)].sort());
});

test('the types of periods have German', () => {
  const types = [...mainTypes, ...hiddenMainTypes, ...compareTypes];
  expect(types.filter((type) => !Object.hasOwn(textsByEnglish, type))).toEqual([]);
});

test('the sentences of notifications have German, and no German is left over', () => {
  const english = new Set<string>(Object.values(notificationSentences));
  expect(Object.keys(notificationSentencesTexts).sort()).toEqual([...english].sort());
});
