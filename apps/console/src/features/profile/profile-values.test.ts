import { describe, expect, it } from 'vitest';
import {
  hasProblems,
  isChanged,
  profileProblems,
  savesWholeUser,
  storedProfile,
} from './profile-values.ts';
import { newSubscription } from './subscription-form.ts';

const values = {
  ...{ nickname: 'Eve', picture: '', subscriptions: [newSubscription] },
  language: 'en' as const,
};

describe('the values of the profile', () => {
  it('PROF-003 PROF-004 Admin and SuperAdmin save the user, others their subscriptions', () => {
    expect((['Viewer', 'Editor', 'Admin', 'SuperAdmin'] as const).map(savesWholeUser)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('PROF-001 knows what was changed', () => {
    expect(isChanged(values, { ...values })).toBe(false);
    expect(isChanged(values, { ...values, subscriptions: [] })).toBe(true);
    expect(isChanged(values, { ...values, picture: 'https://a.example/p.png' })).toBe(true);
    expect(isChanged(values, { ...values, language: 'de' })).toBe(true);
  });

  it('PROF-011 names each field that needs a change', () => {
    expect(hasProblems(profileProblems(values, 'Admin'))).toBe(false);
    const hook = { ...newSubscription, channel: 'webhook', webhookUrl: 'nonsense' } as const;
    const wrong = {
      nickname: ' ',
      picture: 'javascript:alert(1)',
      language: 'en' as const,
      subscriptions: [newSubscription, hook],
    };
    const problems = profileProblems(wrong, 'Admin');
    expect(problems).toEqual({
      nickname: 'I should not be empty!',
      picture: 'Enter a valid url',
      subscriptions: [{}, { webhookUrl: 'Enter a valid url' }],
    });
    expect(hasProblems(problems)).toBe(true);
    expect(profileProblems(wrong, 'Viewer')).toEqual({
      subscriptions: [{}, { webhookUrl: 'Enter a valid url' }],
    });
  });

  it('PROF-001 sends trimmed values', () => {
    expect(storedProfile({ ...values, nickname: ' Eve ' })).toEqual({
      ...values,
      subscriptions: [newSubscription],
    });
  });
});
