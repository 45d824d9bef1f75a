import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createLogger, type LoggerOptions } from './logger.ts';
import { prettyLine } from './pretty-log.ts';

function logged(options: Partial<LoggerOptions> = {}) {
  const lines: string[] = [];
  const log = createLogger({
    name: 'test',
    stream: { write: (line) => void lines.push(line) },
    ...options,
  });
  return { log, lines };
}

describe('logger', () => {
  it('writes one JSON line an event with level, time, name, message and fields', () => {
    const { log, lines } = logged();
    log.info({ channelId: 'c1' }, 'channel enabled');
    const entry: unknown = JSON.parse(lines[0] ?? '');
    expect(entry).toMatchObject({
      level: 'info',
      name: 'test',
      channelId: 'c1',
      msg: 'channel enabled',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  it('SEC-S13 writes no secret, wherever it stands', () => {
    const { log, lines } = logged();
    const secrets = {
      authorization: 'Bearer s3cret',
      cookie: 's3cret',
      'set-cookie': 's3cret',
      'api-key': 's3cret',
      apiKey: 's3cret',
      token: 's3cret',
      access_token: 's3cret',
      refresh_token: 's3cret',
      password: 's3cret',
      secret: 's3cret',
    };
    log.warn({ ...secrets, headers: secrets, request: { headers: secrets } }, 'refused');
    expect(lines[0]).not.toContain('s3cret');
    expect(lines[0]?.match(/\[secret\]/g)).toHaveLength(30);
  });

  it('keeps the stack of an error', () => {
    const { log, lines } = logged();
    log.error({ err: new Error('boom') }, 'failed');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: { message: 'boom', stack: expect.stringContaining('logger.test.ts') },
    });
  });

  it('is readable on a terminal', () => {
    const { log, lines } = logged();
    log.child({ channelId: 'c1' }).info({ reason: 'no ads' }, 'break ended in content');
    expect(stripVTControlCharacters(prettyLine(lines[0] ?? ''))).toMatch(
      /^\d\d:\d\d:\d\d info {2}test break ended in content channelId=c1 reason="no ads"\n$/,
    );
  });

  it('leaves out what is below its level', () => {
    const { log, lines } = logged({ level: 'warn' });
    log.info('quiet');
    expect(lines).toEqual([]);
  });
});
