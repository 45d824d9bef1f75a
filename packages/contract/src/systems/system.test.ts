import { expect, it } from 'vitest';
import { settingProblem } from './system.ts';
import { systemType, systemTypeNames } from './system-types.ts';

const addresses = systemTypeNames.flatMap((type) =>
  systemType(type).settings.flatMap((setting) =>
    setting.kind === 'url' ? [{ type, name: setting.name, setting }] : [],
  ),
);

it.each(addresses)('SEC-S24 $name of $type takes no credentials: every role reads it', (one) => {
  expect(settingProblem(one.setting, 'https://x.test/a')).toBeUndefined();
  expect(settingProblem(one.setting, 'https://me:gate@x.test/a')).toBe(
    'I should carry no credentials!',
  );
});
