import {
  API_KEY_LIMIT,
  API_KEY_SCOPES,
  type ApiKeyReason,
  type AppError,
  errors,
  zScope,
} from '@waypost/contract';
import {
  type ApiKeyFields,
  type Clock,
  type Entitlements,
  type Logger,
  type NewApiKey,
  newId,
  type Random,
  type Session,
} from '@waypost/sdk';
import type { Connection } from 'mongoose';
import type { Catalogue } from '../catalogue.ts';
import type { ApiKeyDocument, Collections } from '../collections.ts';
import { hashToken, newApiKey } from '../credentials/token.ts';
import { apiKeyLimit } from '../errors.ts';

export interface ApiKeys {
  /**
   * What a new key is stored as, inside the transaction that stores it; `key` is told once. Without scopes it may do
   * what the account may. Errors: `invalid_input` 422 at `scopes` or `expires_at`, `api_key_limit` and `limit_api_keys` 409.
   */
  prepare(input: NewApiKey, session: Session): Promise<{ key: string; fields: ApiKeyFields }>;
  /** Makes a key for an account. Errors: as `prepare`. */
  create(input: NewApiKey): Promise<{ id: string; key: string }>;
  /** The key while it is worth something; its last use is noted, at most once a minute. */
  find(key: string, address: string): Promise<ApiKeyDocument | undefined>;
  /** The key of an id while it is worth something; undefined afterwards. */
  living(id: string): Promise<ApiKeyDocument | undefined>;
  list(owner?: string): Promise<ApiKeyDocument[]>;
  /** From now on worth nothing, in every process. Errors: `not_found` 404 when it is not there or ended before. */
  revoke(id: string, reason: ApiKeyReason, session?: Session): Promise<ApiKeyDocument>;
  revokeAll(owner: string, reason: ApiKeyReason): Promise<void>;
  /** Of an account that is purged: nothing is left. */
  removeAll(owner: string): Promise<void>;
}

const TOUCH_MS = 60_000;
const SHOWN_CHARACTERS = 10;
/** A key for longer than this is one without an end. */
const LONGEST_LIFE_MS = 10 * 366 * 86_400_000;

/** Keys for programs, bound to an account; the store keeps only hashes. */
export function createApiKeys(options: {
  connection: Connection;
  collections: Collections;
  catalogue: Catalogue;
  entitlements: Pick<Entitlements, 'requireRoom'>;
  clock: Clock;
  random: Random;
  log: Logger;
}): ApiKeys {
  const { clock, random } = options;
  const { accounts, apiKeys: collection } = options.collections;

  const living = () => ({
    revoke_time: null,
    $or: [{ expires_at: null }, { expires_at: { $gt: clock.date() } }],
  });

  async function requireRoom(owner: string, session: Session): Promise<void> {
    // A write that every new key of the account makes: of two at once, one must run again and sees the other.
    await accounts.updateOne({ _id: owner }, { $inc: { api_key_guard: 1 } }, { session });
    const count = await collection.countDocuments({ owner, ...living() }, { session });
    if (count >= API_KEY_LIMIT) throw apiKeyLimit.create({ limit: API_KEY_LIMIT });
    const wish = { account: owner, kind: 'api_keys', count: async () => count } as const;
    await options.entitlements.requireRoom(wish, session);
  }

  async function prepare(input: NewApiKey, session: Session) {
    const expires_at = input.expires_at ? new Date(input.expires_at) : null;
    if (input.scopes) checkScopes(input.scopes, { catalogue: options.catalogue, within: input.within });
    checkEnd(expires_at, clock);
    await requireRoom(input.owner, session);
    const key = newApiKey(random);
    const fields: ApiKeyFields = {
      owner: input.owner,
      name: input.name,
      scopes: input.scopes ? [...input.scopes] : null,
      expires_at,
      hash: hashToken(key),
      prefix: key.slice(0, SHOWN_CHARACTERS),
      last_time: null,
      last_ip: null,
      revoke_time: null,
      revoke_reason: null,
    };
    return { key, fields };
  }

  /** Nobody waits for this. Several processes write one note a minute between them. */
  function touch(found: ApiKeyDocument, address: string): void {
    const now = clock.now();
    if (found.last_time && now - found.last_time.getTime() < TOUCH_MS) return;
    collection
      .updateOne(
        { _id: found._id, last_time: found.last_time },
        { $set: { last_time: new Date(now), last_ip: address } },
      )
      .catch((error: unknown) =>
        options.log.warn({ error: String(error) }, 'last use of an API key was not noted'),
      );
  }

  const ended = (reason: ApiKeyReason) => ({ $set: { revoke_time: clock.date(), revoke_reason: reason } });
  return {
    prepare,
    create: async (input) => {
      const session = await options.connection.startSession();
      try {
        return await session.withTransaction(async () => {
          const { key, fields } = await prepare(input, session);
          const [id, now] = [newId({ clock, random }), clock.date()];
          const row = { _id: id, ...fields, version: 1, create_time: now, update_time: now };
          await collection.insertOne({ ...row, remove_time: null, remove_by: null }, { session });
          return { id, key };
        });
      } finally {
        await session.endSession();
      }
    },
    find: async (key, address) => {
      const found = await collection.findOne({ hash: hashToken(key), ...living() });
      if (!found) return undefined;
      touch(found, address);
      return found;
    },
    living: async (id) => (await collection.findOne({ _id: id, ...living() })) ?? undefined,
    list: (owner) =>
      collection
        .find(owner === undefined ? {} : { owner })
        .sort({ create_time: -1, _id: -1 })
        .toArray(),
    revoke: async (id, reason, session) => {
      const found = await collection.findOneAndUpdate(
        { _id: id, revoke_time: null },
        ended(reason),
        session ? { session } : {},
      );
      if (!found) throw errors.notFound.create();
      return found;
    },
    revokeAll: async (owner, reason) => {
      await collection.updateMany({ owner, revoke_time: null }, ended(reason));
    },
    removeAll: async (owner) => {
      await collection.deleteMany({ owner });
    },
  };
}

function fault(path: string, message: string): AppError {
  return errors.invalidInput.create({}, { errors: [{ path, message }] });
}

/** Whether one of a key's scopes covers a permission node. */
export function isInScope(node: string, scopes: readonly string[]): boolean {
  return scopes.some(
    (scope) => scope === node || (scope.endsWith(':*') && node.startsWith(scope.slice(0, -1))),
  );
}

/** Keys from before they could end by themselves: they have an owner and no end. */
export async function fillApiKeys(collections: Collections): Promise<void> {
  const { apiKeys } = collections;
  for (const key of await apiKeys.find({ owner: { $exists: false } }).toArray()) {
    const { account } = key as ApiKeyDocument & { account?: string };
    const { create_time } = key;
    await apiKeys.updateOne(
      { _id: key._id, owner: { $exists: false } },
      {
        $set: {
          owner: account ?? '',
          expires_at: null,
          last_ip: null,
          revoke_time: null,
          revoke_reason: null,
          version: 1,
          update_time: create_time,
          remove_time: null,
          remove_by: null,
        },
      },
    );
  }
}

function checkScopes(
  scopes: readonly string[],
  { catalogue, within }: { catalogue: Catalogue; within: NewApiKey['within'] },
): void {
  const nodes = catalogue.permissions();
  const isKnown = (scope: string) =>
    // The command line knows no plugins: there the form is all that can be looked at.
    nodes.length === 0 || nodes.some(({ node }) => isInScope(node, [scope]));
  if (scopes.length > API_KEY_SCOPES) throw fault('scopes', 'error.scope_count');
  for (const [index, scope] of scopes.entries()) {
    if (!zScope.safeParse(scope).success) throw fault(`scopes.${index}`, 'error.scope_form');
    if (!isKnown(scope)) throw fault(`scopes.${index}`, 'error.scope_unknown');
    // It would be worth nothing today, and something on the day on which the account is given more.
    if (within && ![...within].some((node) => isInScope(node, [scope])))
      throw fault(`scopes.${index}`, 'error.scope_beyond');
  }
}

function checkEnd(end: Date | null, clock: Clock): void {
  const left = (end?.getTime() ?? Number.POSITIVE_INFINITY) - clock.now();
  if (left <= 0) throw fault('expires_at', 'error.api_key_past');
  if (end && left > LONGEST_LIFE_MS) throw fault('expires_at', 'error.api_key_far');
}
