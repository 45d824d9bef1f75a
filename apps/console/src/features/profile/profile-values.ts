/** Maps the own user to the values of the profile form and back, and selects the call that saves them. */
import { nameText, type User, type UserRole } from '@interlude/contract';
import { type Subscription, storedSubscription, urlProblem } from './subscription-form.ts';

export interface ProfileValues {
  readonly nickname: string;
  readonly picture: string;
  readonly subscriptions: readonly Subscription[];
}

export function profileValues(user: User): ProfileValues {
  const { nickname, picture, app_metadata: choices } = user;
  return { nickname, picture, subscriptions: choices.subscriptions };
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
  readonly webhookUrls: readonly (string | undefined)[];
}

/** @param role fields that it may not change are not checked */
export function profileProblems(values: ProfileValues, role: UserRole): ProfileProblems {
  const picture = values.picture.trim();
  const webhookUrls = values.subscriptions.map(urlProblem);
  if (!savesWholeUser(role)) return { webhookUrls };
  const named = nameText(100).safeParse(values.nickname);
  return {
    ...(named.error && { nickname: named.error.issues[0]?.message ?? '' }),
    ...(picture !== '' && !isPicture(picture) && { picture: 'Enter a valid url' }),
    webhookUrls,
  };
}

export function hasProblems({ nickname, picture, webhookUrls }: ProfileProblems): boolean {
  return nickname !== undefined || picture !== undefined || webhookUrls.some((each) => each);
}

/** As it is sent. */
export function storedProfile(values: ProfileValues): {
  nickname: string;
  picture: string;
  subscriptions: Subscription[];
} {
  return {
    nickname: values.nickname.trim(),
    picture: values.picture.trim(),
    subscriptions: values.subscriptions.map(storedSubscription),
  };
}
