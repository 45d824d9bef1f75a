import { subscriptionTopics, userSubscription } from '@interlude/contract';
import { describe, expect, it } from 'vitest';
import {
  channels,
  listenTos,
  needsMethod,
  needsUrl,
  newSubscription,
  storedSubscription,
  topics,
  urlProblem,
  webhookMethods,
} from './subscription-form.ts';

describe('the subscription editor', () => {
  it('PROF-006 a new one tells of own failed jobs by e-mail', () => {
    expect(newSubscription).toMatchObject({
      topic: 'workflow.jobs.failed',
      channel: 'email',
      listenTo: 'own',
    });
    expect(userSubscription.parse(newSubscription)).toEqual(newSubscription);
  });

  it('PROF-007 PROF-008 PROF-009 PROF-010 offers what the API takes, in the given order', () => {
    expect(topics).toEqual(subscriptionTopics);
    expect(channels).toEqual(['email', 'slack', 'webhook']);
    expect(listenTos).toEqual(['own', 'all']);
    expect(webhookMethods).toEqual(['GET', 'POST', 'PUT', 'DELETE']);
    expect(channels).toEqual(userSubscription.shape.channel.options);
    expect(listenTos).toEqual(userSubscription.shape.listenTo.options);
  });

  it('PROF-011 OP-35 slack and webhook need a valid url, e-mail needs none', () => {
    const withUrl = (channel: 'email' | 'slack' | 'webhook', webhookUrl: string) =>
      urlProblem({ ...newSubscription, channel, webhookUrl });
    expect(withUrl('email', '')).toBeUndefined();
    for (const wrong of ['', 'hooks.example', 'ftp://a.example', 'http://', 'https://a b']) {
      expect(withUrl('slack', wrong)).toBe('Enter a valid url');
      expect(withUrl('webhook', wrong)).toBe('Enter a valid url');
    }
    expect(withUrl('webhook', ' https://hooks.example/x?y=1 ')).toBeUndefined();
  });

  it('OP-35 only a webhook has a method; what a channel does not use is not stored', () => {
    expect([needsMethod({ channel: 'slack' }), needsMethod({ channel: 'webhook' })]).toEqual([
      false,
      true,
    ]);
    expect(needsUrl({ channel: 'email' })).toBe(false);
    const filled = {
      ...newSubscription,
      webhookUrl: ' https://a.example ',
      webhookMethod: 'PUT',
    } as const;
    expect(storedSubscription(filled)).toMatchObject({ webhookUrl: '', webhookMethod: 'POST' });
    expect(storedSubscription({ ...filled, channel: 'slack' })).toMatchObject({
      webhookUrl: 'https://a.example',
      webhookMethod: 'POST',
    });
    expect(storedSubscription({ ...filled, channel: 'webhook' })).toMatchObject({
      webhookUrl: 'https://a.example',
      webhookMethod: 'PUT',
    });
  });
});
