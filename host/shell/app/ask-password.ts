import { clientStore, sessionAtom } from '@waypost/host-sdk';
import { atom } from 'jotai';

/** A call waits for the person's password. */
export interface PasswordQuestion {
  /** With the token of the login that has said it; undefined: the person does without what they asked for. */
  answer(token: string | undefined): void;
}

/** The question that stands over the page; undefined when no call wants a password. */
export const passwordQuestionAtom = atom<PasswordQuestion | undefined>(undefined);

let asked: Promise<string | undefined> | undefined;

/** Asks the person for the password; of several calls at once all are answered by one. Nobody is asked who is not logged in. */
export function askPassword(): Promise<string | undefined> {
  if (clientStore.get(sessionAtom) === undefined) return Promise.resolve(undefined);
  asked ??= new Promise<string | undefined>((resolve) => {
    const answer = (token: string | undefined) => {
      stop();
      clientStore.set(passwordQuestionAtom, undefined);
      asked = undefined;
      resolve(token);
    };
    // Whoever leaves meanwhile is asked no more, nor is the next one.
    const stop = clientStore.sub(sessionAtom, () => {
      if (clientStore.get(sessionAtom) === undefined) answer(undefined);
    });
    clientStore.set(passwordQuestionAtom, { answer });
  });
  return asked;
}
