import { type AppError, errors } from '@waypost/contract';
import type { Clock, Logger, Random } from '@waypost/sdk';
import { type ApiKeyDocument, type Collections, newId } from '../collections.ts';
import { hashToken, newApiKey } from '../credentials/token.ts';

export interface ApiKeys {
  /**
   * Makes a key for an account; `key` is told once. Without scopes it may do what the account may.
   * Errors: `invalid_input` 422 at `scopes`.
   */
  create(input: { account: string; name: string; scopes?: readonly string[] | undefined }): Promise<{
    id: string;
    key: string;
  }>;
  find(key: string): Promise<ApiKeyDocument | undefined>;
  list(account: string): Promise<ApiKeyDocument[]>;
  /** Errors: `not_found` 404. */
  remove(id: string, account: string): Promise<void>;
  removeAll(account: string): Promise<void>;
}

/** `<plugin>.<noun>:<verb>` or `<plugin>.<noun>:*` */
const SCOPE = /^[a-z][a-z0-9-]*\.[a-z][a-z0-9_]*:([a-z][a-z0-9_]*|\*)$/;
const TOUCH_MS = 60_000;
const SHOWN_CHARACTERS = 10;

/** Keys for programs, bound to an account; the store keeps only hashes. */
export function createApiKeys(options: {
  collections: Collections;
  clock: Clock;
  random: Random;
  log: Logger;
}): ApiKeys {
  const { clock, random } = options;
  const collection = options.collections.apiKeys;
  return {
    create: async ({ account, name, scopes }) => {
      const wrong = scopes?.findIndex((scope) => !SCOPE.test(scope)) ?? -1;
      if (wrong >= 0) throw badScope(wrong);
      const key = newApiKey(random);
      const _id = newId(clock, random);
      await collection.insertOne({
        _id,
        hash: hashToken(key),
        account,
        name,
        prefix: key.slice(0, SHOWN_CHARACTERS),
        scopes: scopes ? [...scopes] : null,
        create_time: clock.date(),
        last_time: null,
      });
      return { id: _id, key };
    },
    find: async (key) => {
      const found = await collection.findOne({ hash: hashToken(key) });
      if (!found) return undefined;
      if (!found.last_time || clock.now() - found.last_time.getTime() >= TOUCH_MS)
        collection
          .updateOne({ _id: found._id }, { $set: { last_time: clock.date() } })
          .catch((error: unknown) =>
            options.log.warn({ error: String(error) }, 'last use of an API key was not noted'),
          );
      return found;
    },
    list: (account) => collection.find({ account }).sort({ create_time: -1 }).toArray(),
    remove: async (id, account) => {
      const { deletedCount } = await collection.deleteOne({ _id: id, account });
      if (deletedCount === 0) throw errors.notFound.create();
    },
    removeAll: async (account) => {
      await collection.deleteMany({ account });
    },
  };
}

function badScope(index: number): AppError {
  return errors.invalidInput.create(
    {},
    { errors: [{ path: `scopes.${index}`, message: 'error.scope_form' }] },
  );
}

/** Whether one of a key's scopes covers a permission node. */
export function isInScope(node: string, scopes: readonly string[]): boolean {
  return scopes.some(
    (scope) => scope === node || (scope.endsWith(':*') && node.startsWith(scope.slice(0, -1))),
  );
}
