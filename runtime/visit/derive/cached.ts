import { createRecent } from './recent.ts';

/** Keeps the answers of a slow pure function for the `capacity` texts asked for last, roughly. */
export function cached<T>(capacity: number, slow: (text: string) => T): (text: string) => T {
  const known = createRecent<T>(capacity);
  return (text) => {
    let answer = known.get(text);
    if (answer === undefined) {
      answer = slow(text);
      known.set(text, answer);
    }
    return answer;
  };
}
