import { describe, expect, test } from 'vitest';
import { chooseAccount } from './account.ts';

describe('the account', () => {
  const passwd =
    'root:x:0:0::/root:/bin/sh\nnobody:x:65534:65533::/:/bin/false\nweb:x:33:34::/:/bin/sh\n';

  test('root drops to postgres, else nobody, or to whom PG_RUN_AS names; others stay', () => {
    expect(chooseAccount(0, passwd, undefined)).toEqual({ uid: 65534, gid: 65533 });
    expect(chooseAccount(0, `postgres:x:9:8::/:/x\n${passwd}`, undefined)).toEqual({
      uid: 9,
      gid: 8,
    });
    expect(chooseAccount(0, passwd, 'web')).toEqual({ uid: 33, gid: 34 });
    expect(chooseAccount(1000, passwd, 'web')).toEqual({});
    expect(chooseAccount(undefined, '', undefined)).toEqual({});
  });

  test('root without one, or with a wrong PG_RUN_AS, is reported', () => {
    expect(() => chooseAccount(0, '', undefined)).toThrow('PG_RUN_AS names another one');
    expect(() => chooseAccount(0, passwd, 'missing')).toThrow('named missing');
    expect(() => chooseAccount(0, passwd, 'root')).toThrow('named root');
  });
});
