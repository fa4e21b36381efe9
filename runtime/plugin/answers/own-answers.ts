import {
  errors,
  KNOWN_ANSWER_MAX_KEYS,
  type KnownAnswer,
  NONCE_PATTERN,
  zKnownAnswerEntries,
} from '@waypost/contract';
import type { KnownAnswers } from '@waypost/sdk';
import { lettersOf, requireRoom } from './answer-room.ts';
import { type answerRows, type Tables, tableName } from './answer-rows.ts';
import { createTurns } from './answer-turns.ts';
import { hostKey } from './host-key.ts';
import type { ReachSignature } from './signature.ts';

export interface OwnAnswerSources {
  rows: ReturnType<typeof answerRows>;
  signature: ReachSignature;
  /** What is answered now; another one when the store was read anew. */
  tables(): Tables;
  /** Whether a plugin is active in this process. */
  isActive(plugin: string): boolean;
  /** Called after each change. */
  changed(): void;
}

/** What each plugin may do with its own answers: in the store, and at once in `tables`. */
export function ownAnswers({ rows, signature, tables, isActive, changed }: OwnAnswerSources) {
  const turns = createTurns();
  /** Errors: `plugin_disabled` 404 for what a plugin asked for that has ended by the time of its turn. */
  const inTurn: typeof turns = (plugin, letters, work) => {
    // A plugin that is being set up is not active yet.
    const wasActive = isActive(plugin);
    return turns(plugin, letters, async () => {
      if (wasActive && !isActive(plugin)) throw errors.pluginDisabled.create({ plugin });
      await work();
    });
  };
  const forget = (plugin: string): Promise<void> =>
    turns(plugin, 0, async () => {
      await rows.forget(plugin);
      for (const name of tables().keys()) if (name.startsWith(tableName(plugin, ''))) tables().delete(name);
      changed();
    });
  const of = (plugin: string, answers: readonly KnownAnswer[]): KnownAnswers => {
    const answerAt = (path: string): KnownAnswer => answers.find((one) => one.path === path) ?? { path };
    const checked = (path: string, entries: unknown) => checkedEntries(answerAt(path), entries);
    const tableOf = (path: string): Map<string, string> => {
      const name = tableName(plugin, path);
      const table = tables().get(name) ?? new Map<string, string>();
      tables().set(name, table);
      return table;
    };
    const kept = (path: string, entries: ReadonlyMap<string, string>, gone: readonly string[]): void => {
      const table = tableOf(path);
      for (const key of gone) table.delete(key);
      for (const [key, text] of entries) table.set(key, text);
      changed();
    };
    return {
      async put(path, entries) {
        const wanted = checked(path, entries);
        await inTurn(plugin, lettersOf(wanted), async () => {
          requireRoom(tables(), { plugin, answers, path, wanted, isAll: false });
          await rows.put(plugin, path, wanted);
          kept(path, wanted, []);
        });
      },
      async remove(path, keys) {
        const gone = [...new Set(keys.flatMap((key) => keyOf(answerAt(path), key) ?? []))];
        await inTurn(plugin, lettersIn(gone), async () => {
          await rows.remove(plugin, path, gone);
          kept(path, new Map(), gone);
        });
      },
      async replace(path, entries) {
        const wanted = checked(path, entries);
        await inTurn(plugin, lettersOf(wanted), async () => {
          requireRoom(tables(), { plugin, answers, path, wanted, isAll: true });
          const before = await rows.read(plugin, path);
          const different = new Map([...wanted].filter(([key, text]) => before.get(key) !== text));
          const gone = [...before.keys()].filter((key) => !wanted.has(key));
          await rows.put(plugin, path, different);
          await rows.remove(plugin, path, gone);
          kept(path, wanted, [...tableOf(path).keys()]);
        });
      },
      async isOwnSignature({ host, nonce, answer }) {
        const name = hostKey(host);
        return name !== undefined && NONCE_PATTERN.test(nonce) && signature.isOwn(name, nonce, answer);
      },
    };
  };
  return { of, forget };
}

const lettersIn = (keys: readonly string[]): number => keys.reduce((sum, key) => sum + key.length, 0);

/** The key as it is looked up; undefined when it cannot be one. */
export function keyOf({ keys }: KnownAnswer, asked: string | null): string | undefined {
  if (asked === null) return undefined;
  return keys === 'host' ? hostKey(asked) : asked;
}

/** @throws AppError `invalid_input` 422 */
function checkedEntries(answer: KnownAnswer, entries: unknown): Map<string, string> {
  const parsed = zKnownAnswerEntries.safeParse(entries);
  if (!parsed.success) throw refused(parsed.error.issues[0]?.path.join('.') ?? 'entries');
  const all = Object.entries(parsed.data);
  if (all.length > KNOWN_ANSWER_MAX_KEYS) throw refused('entries');
  return new Map(
    all.map(([asked, text]) => {
      const key = keyOf(answer, asked);
      if (key === undefined || (answer.parameter === undefined && key !== '')) throw refused(asked);
      return [key, text];
    }),
  );
}

const refused = (path: string) =>
  errors.invalidInput.create({}, { errors: [{ path, message: 'error.issue.known_answer' }] });
