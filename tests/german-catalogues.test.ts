/** The console's German of catalogues that other packages hold: each of their texts has one. */
import { AUDIT_RULES, RULE_GUIDES } from '@interlude/audit';
import {
  errorCatalogue,
  germanFindings,
  lossGuides,
  mediaFindings,
  notificationSentences,
  taskDescription,
  taskTypes,
} from '@interlude/contract';
import { allRoutes } from '@interlude/contract/api';
import type { ErrorCode } from '@interlude/contract/errors';
import { MONITOR_RULES } from '@interlude/monitoring';
import { compareTypes, hiddenMainTypes, mainTypes } from '@interlude/reporting';
import { expect, test } from 'vitest';
import { appTexts, textsByEnglish } from '../apps/console/src/texts/de/all.ts';
import { tasksTexts } from '../apps/console/src/texts/de/catalogues/tasks.ts';
import { errorKey } from '../apps/console/src/texts/error-key.ts';
import { germanErrors } from '../apps/console/src/texts/german-texts.ts';
import { sentenceKey } from '../apps/console/src/texts/text-key.ts';

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
  expect(Object.keys(germanFindings).sort()).toEqual([...new Set<string>(findings)].sort());
});

test('tasks, their settings and the findings of a file have German, and no German is left over', () => {
  const ofTasks = taskTypes
    .map(taskDescription)
    .flatMap((task) => [
      ...[task.label, task.about, ...task.needs, ...task.gives],
      ...Object.values(task.settings.shape).flatMap((each) => each.description ?? []),
    ]);
  const texts = new Set<string>([...ofTasks, ...Object.values(mediaFindings)]);
  expect(Object.keys(tasksTexts).sort()).toEqual([...texts].sort());
});

test('the types of periods have German', () => {
  const types = [...mainTypes, ...hiddenMainTypes, ...compareTypes];
  expect(types.filter((type) => !Object.hasOwn(textsByEnglish, type))).toEqual([]);
});

const placesOf = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();

test('the sentences of notifications have German with the same values', () => {
  for (const [key, english] of Object.entries(notificationSentences)) {
    expect(placesOf(appTexts[sentenceKey(key)] ?? ''), key).toBe(placesOf(english));
  }
});

test('each refusal of the API has German with values that its details have', () => {
  const codes = new Set(allRoutes().flatMap(({ route }) => route.errors));
  const textOf = (code: ErrorCode) => appTexts[errorKey(code)] ?? germanErrors[code];
  expect(codes.size).toBeGreaterThan(100);
  expect([...codes].filter((code) => textOf(code) === undefined)).toEqual([]);
  const named = [...codes].filter((code) => {
    const known: readonly string[] = errorCatalogue[code].message.match(/\{\w+\}/g) ?? [];
    return (textOf(code)?.match(/\{\w+\}/g) ?? []).some((place) => !known.includes(place));
  });
  expect(named).toEqual([]);
});
