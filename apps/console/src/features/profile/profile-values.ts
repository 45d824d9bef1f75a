/** Maps the own user to the values of the profile form and back, and selects the call that saves them. */
import { type Language, nameText, type User, type UserRole } from '@interlude/contract';
import { known, t } from '../../texts/t.ts';
import {
  editableSubscription,
  type Subscription,
  type SubscriptionProblems,
  secretProblem,
  storedSubscription,
  urlProblem,
} from './subscription-form.ts';

export interface ProfileValues {
  readonly nickname: string;
  readonly picture: string;
  /** Null = as the company. */
  readonly language: Language | null;
  readonly subscriptions: readonly Subscription[];
}

export function profileValues(user: User): ProfileValues {
  const { nickname, picture, app_metadata: choices } = user;
  const { language, subscriptions } = choices;
  return { nickname, picture, language, subscriptions: subscriptions.map(editableSubscription) };
}

export function isChanged(stored: ProfileValues, values: ProfileValues): boolean {
  return JSON.stringify(stored) !== JSON.stringify(values);
}

/** Admin and SuperAdmin save all of it, others their subscriptions only (PROF-003, PROF-004). */
export function savesWholeUser(role: UserRole): boolean {
  return role === 'Admin' || role === 'SuperAdmin';
}

/** An address from which a browser may load an image. */
export function isPicture(url: string): boolean {
  return /^https?:\/\/\S+$/i.test(url) && URL.canParse(url);
}

export interface ProfileProblems {
  readonly nickname?: string;
  readonly picture?: string;
  /** One entry per subscription. */
  readonly subscriptions: readonly SubscriptionProblems[];
}

/** @param role fields that it may not change are not checked */
export function profileProblems(values: ProfileValues, role: UserRole): ProfileProblems {
  const picture = values.picture.trim();
  const subscriptions = values.subscriptions.map((each) => ({
    webhookUrl: urlProblem(each),
    webhookSecret: secretProblem(each),
  }));
  if (!savesWholeUser(role)) return { subscriptions };
  const named = nameText(100).safeParse(values.nickname);
  return {
    ...(named.error && { nickname: known(named.error.issues[0]?.message ?? '') }),
    ...(picture !== '' && !isPicture(picture) && { picture: t('Enter a valid url') }),
    subscriptions,
  };
}

export function hasProblems({ nickname, picture, subscriptions }: ProfileProblems): boolean {
  const wrong = subscriptions.some((each) => each.webhookUrl ?? each.webhookSecret);
  return nickname !== undefined || picture !== undefined || wrong;
}

/** The values as they are sent to the API. */
export function storedProfile(values: ProfileValues): {
  nickname: string;
  picture: string;
  language: Language | null;
  subscriptions: Subscription[];
} {
  return {
    nickname: values.nickname.trim(),
    picture: values.picture.trim(),
    language: values.language,
    subscriptions: values.subscriptions.map(storedSubscription),
  };
}
