import {
  errors,
  PLATFORM_SETTINGS_DEFAULT,
  type PlatformSettings,
  platformSettingsShape,
  publicOrigin,
  publicOriginFault,
  zPlatformSettings,
} from '@waypost/contract';
import type { Clock, Disposer } from '@waypost/sdk';
import type { ClientSession, Collection, Connection } from 'mongoose';
import { isDuplicateKey } from '../../storage/index.ts';
import type { SettingDocument } from '../collections.ts';

const ID = 'platform';
const MAX_AGE_MS = 1000;
/** Public addresses of before that are remembered: whoever changes it more often has not printed them all. */
const EARLIER_LIMIT = 20;
/** Addresses that were given up: the oldest answers codes again, as every host does that is nobody's. */
const GIVEN_UP_LIMIT = 100;

export interface VersionedPlatformSettings {
  version: number;
  values: PlatformSettings;
  /** Public addresses that were set before, the latest first: printed codes begin with them. */
  earlier: readonly string[];
  /** Of those, what somebody else may have now: codes that are printed with them are not answered there any more. */
  givenUp: readonly string[];
}

/** What is written in one transaction with a change. */
export type BesideChange = (
  changed: { before: PlatformSettings; after: PlatformSettings },
  session: ClientSession,
) => Promise<void>;

export interface PlatformSettingsStore {
  /** At most a second old. */
  read(): Promise<PlatformSettings>;
  /** As they stand in the store now. */
  readNow(): Promise<VersionedPlatformSettings>;
  /**
   * Errors: `stale_version` 409 with the current values as content, `invalid_input` 422 at `public_url` with what is wrong
   * about it.
   */
  change(
    version: number,
    change: Partial<PlatformSettings>,
    beside?: BesideChange,
  ): Promise<VersionedPlatformSettings>;
  /**
   * Gives up a public address that was set before.
   * Errors: `stale_version` 409 with the current values as content, `not_found` 404 for what is none of them.
   */
  giveUp(version: number, address: string): Promise<VersionedPlatformSettings>;
  /** Calls `listener` with what this process has just read or changed. */
  onRead(listener: (settings: VersionedPlatformSettings) => void): Disposer;
}

/** The settings of the installation as one document, so that two operators cannot overwrite each other unseen. */
export function createPlatformSettings(options: {
  collection: Collection<SettingDocument>;
  connection: Connection;
  clock: Clock;
}): PlatformSettingsStore {
  const { collection, clock } = options;
  const listeners = new Set<(settings: VersionedPlatformSettings) => void>();
  let known: { values: PlatformSettings; at: number } | undefined;

  async function readNow(): Promise<VersionedPlatformSettings> {
    const stored = (await collection.findOne({ _id: ID }))?.value as Record<string, unknown> | undefined;
    const settings = settingsOf(stored);
    known = { values: settings.values, at: clock.now() };
    for (const listener of listeners) listener(settings);
    return settings;
  }

  type Next = (current: VersionedPlatformSettings) => Omit<VersionedPlatformSettings, 'version'>;

  /** Errors: `stale_version` 409 with the current values as content. */
  async function write(
    version: number,
    next: Next,
    beside?: BesideChange,
  ): Promise<VersionedPlatformSettings> {
    const inTransaction = (beside: BesideChange) =>
      options.connection.transaction(async (session: ClientSession) => {
        const written = await writeNow(version, next, session);
        await beside({ before: written.before.values, after: written.after.values }, session);
        return written;
      });
    const { after } = await (beside === undefined ? writeNow(version, next) : inTransaction(beside));
    known = undefined;
    for (const listener of listeners) listener(after);
    return after;
  }

  async function writeNow(
    version: number,
    next: Next,
    session?: ClientSession,
  ): Promise<{ before: VersionedPlatformSettings; after: VersionedPlatformSettings }> {
    const within = session === undefined ? {} : { session };
    const current = await readNow();
    const stale = () =>
      errors.staleVersion.create({}, { content: { version: current.version, ...current.values } });
    if (current.version !== version) throw stale();
    const after = { ...next(current), version: version + 1 };
    const { values, earlier, givenUp } = after;
    const addresses = { earlier_public_urls: [...earlier], given_up_public_urls: [...givenUp] };
    const value = { ...values, ...addresses, version: after.version };
    try {
      // At version 0 nothing is stored yet, and the insert of a second operator meets the id of the first.
      if (version === 0) await collection.insertOne({ _id: ID, value }, within);
      else {
        const { matchedCount } = await collection.updateOne(
          { _id: ID, 'value.version': version } as never,
          { $set: { value } },
          within,
        );
        if (matchedCount === 0) throw stale();
      }
    } catch (error) {
      if (isDuplicateKey(error)) throw stale();
      throw error;
    }
    return { before: current, after };
  }

  return {
    readNow,
    read: async () => {
      const age = known ? clock.now() - known.at : Number.POSITIVE_INFINITY;
      if (known && age >= 0 && age < MAX_AGE_MS) return known.values;
      return (await readNow()).values;
    },
    change: (version, change, beside) =>
      write(
        version,
        (current) => {
          const values = zPlatformSettings.parse({ ...current.values, ...withCheckedAddress(change) });
          const givenUp = current.givenUp.filter((url) => url !== values.public_url);
          return { values, earlier: earlierAfter(current, values.public_url), givenUp };
        },
        beside,
      ),
    giveUp: (version, address) =>
      write(version, ({ values, earlier, givenUp }) => {
        if (!earlier.includes(address)) throw errors.notFound.create();
        return {
          values,
          earlier: earlier.filter((url) => url !== address),
          givenUp: [address, ...givenUp].slice(0, GIVEN_UP_LIMIT),
        };
      }),
    onRead: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function withCheckedAddress(change: Partial<PlatformSettings>): Partial<PlatformSettings> {
  if (change.public_url === undefined) return change;
  const public_url = change.public_url.trim();
  if (public_url === '') return { ...change, public_url };
  const fault = publicOriginFault(public_url);
  if (fault === undefined) return { ...change, public_url: publicOrigin(public_url) };
  const message = `error.public_url.${fault}`;
  throw errors.invalidInput.create({}, { errors: [{ path: 'public_url', message }] });
}

/** What was in force goes to the front; what is in force now is none of them. */
function earlierAfter(current: VersionedPlatformSettings, next: string): string[] {
  const before = current.values.public_url;
  const all = before === next ? current.earlier : [before, ...current.earlier];
  return [...new Set(all)].filter((url) => url !== '' && url !== next).slice(0, EARLIER_LIMIT);
}

/** What is stored, with the default in place of each value that is missing or no longer fits. */
function settingsOf(stored: Record<string, unknown> | undefined): VersionedPlatformSettings {
  const entries = Object.entries(platformSettingsShape).map(([name, schema]) => {
    const parsed = schema.safeParse(stored?.[name]);
    return [name, parsed.success ? parsed.data : PLATFORM_SETTINGS_DEFAULT[name as keyof PlatformSettings]];
  });
  return {
    version: typeof stored?.version === 'number' ? stored.version : 0,
    values: Object.fromEntries(entries) as PlatformSettings,
    earlier: addressesOf(stored?.earlier_public_urls),
    givenUp: addressesOf(stored?.given_up_public_urls),
  };
}

const addressesOf = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((url): url is string => typeof url === 'string') : [];
