import { ShieldStatus } from '@waypost/contract';
import { answerAt } from '@waypost/sdk';
import type { Status } from '../status/values.ts';
import type { VoteFault } from './values.ts';

/** How an operator said that the answer of a provider is read. */
export interface AnswerMapping {
  /** As of `answerAt`; empty: the whole answer is the status. */
  answer_path: string;
  /** What stands there, a value a line. */
  normal_values: string;
  blocked_values: string;
}

/** What an answer says. Whatever is in neither list, or in both, is a detection that failed. */
export function readStatus(text: string, mapping: AnswerMapping): { status: Status; fault: VoteFault } {
  const { answer_path: path, normal_values, blocked_values } = mapping;
  const value = asText(answerAt(text, path));
  if (value === undefined) return { status: ShieldStatus.failed, fault: 'unreadable' };
  const isNormal = linesOf(normal_values).includes(value);
  const isBlocked = linesOf(blocked_values).includes(value);
  if (isNormal === isBlocked) return { status: ShieldStatus.failed, fault: 'unknown' };
  return { status: isNormal ? ShieldStatus.normal : ShieldStatus.blocked, fault: '' };
}

/** Values as an operator wrote them, a line each. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Numbers, yes and no are written as JSON has them. */
function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' || value === null
    ? String(value)
    : undefined;
}
