import { clientStore } from '@waypost/host-sdk';
import { atom } from 'jotai';

/** A call waits for a code of the second factor. */
export interface CodeQuestion {
  /** The code before was not right. */
  isWrong: boolean;
  /** Undefined: the person does without what they asked for. */
  answer(code: string | undefined): void;
}

/** The question that stands over the page; undefined when no call wants a code. */
export const codeQuestionAtom = atom<CodeQuestion | undefined>(undefined);

let last: Promise<unknown> = Promise.resolve();

/** Asks the person for a code; of several calls at once one after the other, because each code is good for one. */
export function askSecondFactor(isWrong: boolean): Promise<string | undefined> {
  const asked = last.then(
    () =>
      new Promise<string | undefined>((resolve) => {
        const answer = (code: string | undefined) => {
          clientStore.set(codeQuestionAtom, undefined);
          resolve(code);
        };
        clientStore.set(codeQuestionAtom, { isWrong, answer });
      }),
  );
  last = asked;
  return asked;
}
