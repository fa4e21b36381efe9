import type { Alert } from '../screens/domain_monitor/resource.ts';
import type { StoredWatch } from './stored.ts';

/** An alert as inboxes, letters and other channels get it. */
export interface AlertText {
  /** `<words>.title` and `<words>.content`. */
  words: string;
  params: Record<string, string>;
  occasion: string;
  screen: string;
}

/** Letters of an ISO time that are its day. */
const DAY_LETTERS = 10;

export function alertText({ _id, shown }: Pick<StoredWatch, '_id' | 'shown'>, alert: Alert): AlertText {
  const { kind, facet, key, until } = alert;
  const what = kind === 'failing' ? ['failing', facet].join('.') : kind;
  return {
    words: `domain.alert.${what}`,
    params: { name: shown, day: until.slice(0, DAY_LETTERS) },
    occasion: `${_id} ${key}`,
    screen: `domain_monitor?id=${_id}`,
  };
}
