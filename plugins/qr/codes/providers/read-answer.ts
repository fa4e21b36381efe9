import { normalizeTarget } from '@waypost/contract';
import { answerAt } from '@waypost/sdk';

/**
 * The short address in what a server has answered; undefined where there is none that a visitor may be sent to.
 * @param path as of `answerAt`; empty: the answer is the address
 */
export function readAnswer(text: string, path: string): string | undefined {
  const found = answerAt(text, path);
  return typeof found === 'string' ? normalizeTarget(found.trim()) : undefined;
}
