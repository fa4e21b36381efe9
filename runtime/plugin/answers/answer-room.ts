import { errors, KNOWN_ANSWER_MAX_KEYS, KNOWN_ANSWER_MAX_LETTERS, type KnownAnswer } from '@waypost/contract';
import { type Tables, tableName } from './answer-rows.ts';

type Answers = ReadonlyMap<string, string>;

/** What a plugin wants answered at one of its paths, beside what its paths answer already. */
export interface WantedAnswers {
  plugin: string;
  /** All that the plugin answers. */
  answers: readonly KnownAnswer[];
  path: string;
  wanted: Answers;
  /** Whether nothing else of the path stays. */
  isAll: boolean;
}

/**
 * Whether the server has room for it: what many calls have put counts as what one call puts.
 * @throws AppError `invalid_input` 422
 */
export function requireRoom(tables: Tables, { plugin, answers, path, wanted, isAll }: WantedAnswers): void {
  const of = (at: string): Answers => tables.get(tableName(plugin, at)) ?? new Map();
  const before = of(path);
  let keys = isAll ? 0 : before.size;
  let letters = answers.reduce(
    (sum, { path: at }) => (isAll && at === path ? sum : sum + lettersOf(of(at))),
    lettersOf(wanted),
  );
  for (const key of wanted.keys()) {
    const text = isAll ? undefined : before.get(key);
    if (text === undefined) keys += 1;
    else letters -= key.length + text.length;
  }
  if (keys > KNOWN_ANSWER_MAX_KEYS || letters > KNOWN_ANSWER_MAX_LETTERS) throw noRoom();
}

/** More is asked to be kept, or to wait, than there is room for. */
export const noRoom = () =>
  errors.invalidInput.create(
    {},
    { errors: [{ path: 'entries', message: 'error.issue.known_answers_full' }] },
  );

export function lettersOf(answers: Answers): number {
  let sum = 0;
  for (const [key, text] of answers) sum += key.length + text.length;
  return sum;
}
