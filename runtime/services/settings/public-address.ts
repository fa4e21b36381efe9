import { addressReason } from '@waypost/contract';
import type { Disposer } from '@waypost/sdk';
import type { PublicAddressFacts } from '@waypost/sdk/platform';
import type { KnownAddress } from '../../process/known-address.ts';
import type { PlatformSettingsStore, VersionedPlatformSettings } from './platform-settings.ts';

/** The one place that says what visitors reach this installation under. */
export interface PublicAddress {
  facts(): PublicAddressFacts;
  /** What was set before, the latest first: printed codes begin with them. */
  earlier(): readonly string[];
  /** Names of hosts that were given up, and are no others' of ours. */
  goneHosts(): readonly string[];
  /** Names of hosts that are this installation's own: of now and of before. In lower case, without ports. */
  hostNames(): ReadonlySet<string>;
  /** The same hosts as links name them, `name` or `name:port`. */
  hosts(): readonly string[];
  /** Calls `listener` after the address has become another one. */
  onChange(listener: () => void): Disposer;
  /** Reads what is set from the store. */
  load(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * PUBLIC_URL, else what was set on the screen, else the address that the server listens on. Follows what any process
 * sets; without the store it goes by what was known at the last stop.
 */
export function createPublicAddress(options: {
  /** PUBLIC_URL */
  environment: string | undefined;
  /** Origin that the server listens on. */
  listening: string;
  /** ADMIN_HOSTS */
  adminHosts: readonly string[];
  known: KnownAddress;
  platform: Pick<PlatformSettingsStore, 'readNow' | 'onRead'>;
  /** Calls back after changes of the settings, by any process. */
  follow(onChange: () => Promise<void>): Disposer;
  /** Keeps what was read for a start without the store. */
  keep(known: KnownAddress): Promise<void>;
  /** Told of an address that could not be kept: what serves goes on. */
  failed(error: unknown): void;
}): PublicAddress {
  const listeners = new Set<() => void>();
  let version = -1;
  let known = options.known;
  let state = stateOf(options, known);
  let keeping = Promise.resolve();

  const take = ({ version: read, values, earlier, givenUp }: VersionedPlatformSettings) => {
    // An answer that was on its way while the address was changed tells the one of before.
    if (read < version) return;
    version = read;
    const next = { public_url: values.public_url, earlier, given_up: givenUp };
    if (JSON.stringify(next) === JSON.stringify(known)) return;
    known = next;
    state = stateOf(options, known);
    keeping = keeping.then(() => options.keep(next)).catch(options.failed);
    for (const listener of listeners) listener();
  };
  const stopReading = options.platform.onRead(take);
  const load = async () => void (await options.platform.readNow());
  const stopFollowing = options.follow(load);

  return {
    facts: () => state.facts,
    earlier: () => known.earlier,
    hostNames: () => state.hostNames,
    hosts: () => state.hosts,
    goneHosts: () => state.goneHosts,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    load,
    stop: async () => {
      await stopReading();
      await stopFollowing();
      await keeping;
    },
  };
}

function stateOf(
  options: { environment: string | undefined; listening: string; adminHosts: readonly string[] },
  { public_url, earlier, given_up }: KnownAddress,
): {
  facts: PublicAddressFacts;
  hostNames: ReadonlySet<string>;
  hosts: readonly string[];
  goneHosts: readonly string[];
} {
  const source =
    options.environment !== undefined ? 'environment' : public_url === '' ? 'listening' : 'setting';
  const address = options.environment ?? (public_url === '' ? options.listening : public_url);
  const own = [address, ...earlier].map((url) => new URL(url));
  const hostNames = new Set([...options.adminHosts, ...own.map(({ hostname }) => hostname)]);
  // Whoever stands at the machine must not lose their codes by it.
  const kept = new Set([...hostNames, new URL(options.listening).hostname]);
  return {
    goneHosts: given_up.map((url) => new URL(url).hostname).filter((name) => !kept.has(name)),
    facts: { address, source, reason: addressReason(address) ?? null, listening: options.listening },
    hostNames,
    hosts: [...options.adminHosts, ...own.map(({ host }) => host)],
  };
}
