import { type KnownAnswer, NONCE_PATH, NONCE_PATTERN, WELL_KNOWN_PREFIX } from '@waypost/contract';
import type { Disposer, KnownAnswers, Logger } from '@waypost/sdk';
import type { Connection } from 'mongoose';
import type { Change } from '../../storage/index.ts';
import type { Generation } from '../activation/generation.ts';
import { answerRows, tableName } from './answer-rows.ts';
import type { AnswersSnapshot } from './answers-snapshot.ts';
import { answersByPath, type DeclaredAnswer, declaredAnswers } from './declared-answers.ts';
import { hostOfHeader } from './host-key.ts';
import { keyOf, ownAnswers } from './own-answers.ts';
import { createReachSignature } from './signature.ts';

/** Pause between two writings of the snapshot, milliseconds. */
const SNAPSHOT_MS = 1000;

/** What is answered to a plain GET from memory, for all plugins. */
export interface AnswerBook {
  /** The text to answer; undefined: 404. Waits for nothing. */
  find(asked: { path: string; query: URLSearchParams; hostHeader: string }): string | undefined;
  /** What one plugin may do with its own; paths and grants are the context's to check. */
  of(plugin: string, answers: readonly KnownAnswer[]): KnownAnswers;
  /** Forgets all that a plugin has had answered, after what is under way: nothing that it asked for before comes later. */
  forget(plugin: string): Promise<void>;
  stop(): Promise<void>;
}

export function createAnswerBook(options: {
  connection: Connection;
  /** Follows changes of the collection; see `followChanges`. */
  follow(onChange: (change?: Change) => Promise<void>): Disposer;
  /** Keeps what is answered for a start without the store. */
  keep(snapshot: AnswersSnapshot): Promise<void>;
  /** 32 bytes. */
  signatureKey: Uint8Array;
  generation(): Generation;
  /** Calls `listener` when another generation is there. */
  onGeneration(listener: () => void): () => void;
  /** Asked until the first generation is there: a start without the store. */
  isEnabled(plugin: string): boolean;
  /** What was answered when this process last saw the store. */
  snapshot: AnswersSnapshot;
  log: Logger;
}): AnswerBook {
  const { generation, log, snapshot } = options;
  const rows = answerRows(options.connection);
  const signature = createReachSignature(options.signatureKey);
  let { tables } = snapshot;
  let known: { number: number; paths: ReadonlyMap<string, DeclaredAnswer> } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();

  const paths = (): ReadonlyMap<string, DeclaredAnswer> => {
    const now = generation();
    if (now.number === 0)
      return answersByPath(snapshot.declared.filter(({ plugin }) => options.isEnabled(plugin)));
    if (known?.number !== now.number)
      known = { number: now.number, paths: answersByPath(declaredAnswers(now.activations.values())) };
    return known.paths;
  };
  const keepSnapshot = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (generation().number === 0) return;
      writing = writing
        .then(() => options.keep({ declared: [...paths().values()], tables }))
        .catch((error: unknown) =>
          log.warn({ error }, 'answers cannot be kept for a start without the store'),
        );
    }, SNAPSHOT_MS);
    timer.unref();
  };
  const { of, forget } = ownAnswers({
    rows,
    signature,
    tables: () => tables,
    changed: keepSnapshot,
    isActive: (plugin) => generation().activations.has(plugin),
  });
  const stopHearing = options.onGeneration(keepSnapshot);
  const stopFollowing = options.follow(async (change) => {
    if (change === undefined) tables = await rows.readAll();
    else await rows.readInto(tables, change.id);
    keepSnapshot();
  });

  return {
    find({ path, query, hostHeader }) {
      const all = paths();
      const found = all.get(path);
      if (found !== undefined && path !== NONCE_PATH) {
        const { parameter } = found.answer;
        const key = keyOf(found.answer, parameter === undefined ? '' : query.get(parameter));
        return key === undefined ? undefined : tables.get(tableName(found.plugin, path))?.get(key);
      }
      const nonce = path.slice(WELL_KNOWN_PREFIX.length);
      if (!all.has(NONCE_PATH) || !path.startsWith(WELL_KNOWN_PREFIX) || !NONCE_PATTERN.test(nonce))
        return undefined;
      const host = hostOfHeader(hostHeader);
      return host === undefined ? undefined : signature.sign(host, nonce);
    },
    of,
    forget,
    async stop() {
      clearTimeout(timer);
      stopHearing();
      await stopFollowing();
      await writing;
    },
  };
}
