import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { containerName, DEFAULT_LOCALE, type Locale } from '@waypost/contract';
import type { RemoteAddress } from '@waypost/contract/platform';
import { addWords, isSdkCompatible, type RemoteModule } from '@waypost/host-sdk';

/** Why a plugin's screen cannot be shown; `code` is told to the user. */
export class RemoteError extends Error {
  readonly code: 'remote_unreachable' | 'remote_incompatible' | 'remote_broken' | 'screen_missing';

  constructor(code: RemoteError['code'], cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause });
    this.name = 'RemoteError';
    this.code = code;
  }
}

/** Whether code could not be fetched, by the name that rspack gives such a failure; it may come at the next attempt. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof RemoteError) return error.code === 'remote_unreachable';
  return error instanceof Error && error.name === 'ChunkLoadError';
}

interface Loading {
  version: string;
  module: Promise<RemoteModule>;
}

const loadings = new Map<string, Loading>();
let attempts = 0;

/** The plugin's module, loaded once for each version. @throws RemoteError */
export function loadPlugin(address: RemoteAddress, locale: Locale): Promise<RemoteModule> {
  const known = loadings.get(address.id);
  if (known?.version === address.version) return known.module;
  const isReplaced = known !== undefined;
  if (known) void known.module.then((module) => module.dispose()).catch(() => undefined);
  const module = load(address, locale, isReplaced);
  loadings.set(address.id, { version: address.version, module });
  return module;
}

/** Forgets a plugin, so that the next load registers it anew and past every cache. */
export function forgetPlugin(id: string): void {
  attempts += 1;
  loadings.delete(id);
}

async function load(address: RemoteAddress, locale: Locale, isReplaced: boolean): Promise<RemoteModule> {
  const name = containerName(address.id);
  const entry = attempts === 0 ? address.manifest : `${address.manifest}?attempt=${attempts}`;
  registerRemotes([{ name, entry: new URL(entry, location.href).href }], {
    force: isReplaced || attempts > 0,
  });
  let module: RemoteModule | null;
  try {
    module = await loadRemote<RemoteModule>(`${name}/plugin`);
  } catch (cause) {
    throw new RemoteError('remote_unreachable', cause);
  }
  if (!module?.screens || !module.locales) throw new RemoteError('remote_broken');
  if (!isSdkCompatible(module.sdkVersion)) throw new RemoteError('remote_incompatible');
  await loadWords(module, locale);
  return module;
}

/** Words of one plugin: the language in force and the one that stands in for missing keys. */
async function loadWords(module: RemoteModule, locale: Locale): Promise<void> {
  for (const lng of new Set([DEFAULT_LOCALE, locale])) addWords(lng, await module.locales[lng](), module.id);
}

/**
 * Brings the words of all plugins that are loaded, before the language is switched. One plugin's words keep nobody from another language: the files of a release that was removed are gone. A plugin whose
 * words did not come is loaded anew for its next screen, which has them then or says what is wrong.
 */
export async function loadAllWords(locale: Locale): Promise<void> {
  await Promise.all(
    [...loadings].map(([id, loading]) =>
      // A plugin that did not load has no words; its screen shows why.
      loading.module.then(
        (loaded) =>
          loadWords(loaded, locale).catch(() => {
            if (loadings.get(id) === loading) forgetPlugin(id);
          }),
        () => undefined,
      ),
    ),
  );
}
