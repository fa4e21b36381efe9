import { atom, useAtomValue } from 'jotai';
import { clientStore } from './session.ts';

/** What every page asks when it starts, beside who is logged in. */
export interface StartAnswers {
  /** 1: paying by a picture to scan is offered. */
  payConfig: { qr_code_switch: 1 | 2 };
  /** Those that make short addresses, by name; number 1 is none of them. */
  urlKeyPlatforms: readonly { id: string; name: string }[];
}

/** What stands in for an answer that is empty, or did not come. */
export const NO_START_ANSWERS: StartAnswers = {
  payConfig: { qr_code_switch: 1 },
  urlKeyPlatforms: [{ id: '1', name: 'none' }],
};

export const startAnswersAtom = atom<StartAnswers>(NO_START_ANSWERS);

/** What the page has asked when it started. */
export function useStartAnswers(): StartAnswers {
  return useAtomValue(startAnswersAtom, { store: clientStore });
}
