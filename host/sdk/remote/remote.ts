import type { Locale } from '@waypost/contract';
import type { ComponentType } from 'react';
import type { SlotContribution } from '../slot/contribution.ts';
import type { WordFile } from '../words/words.ts';

/** Version of this SDK's surface. A remote built for another major (or, before 1.0, minor) is not mounted. */
export const SDK_VERSION = '0.1.0';

/** What a plugin's `remote.ts` declares by hand. */
export interface RemoteDeclaration {
  readonly id: string;
  /** Undoes what the plugin set up in the page, when it is switched off. */
  readonly dispose: () => void;
}

/** What a built remote exposes as `./plugin`. */
export interface RemoteModule extends RemoteDeclaration {
  readonly sdkVersion: string;
  readonly screens: Readonly<Record<string, () => Promise<{ default: ComponentType }>>>;
  readonly locales: Readonly<Record<Locale, () => Promise<WordFile>>>;
  /** What it adds to pages of others; undefined in remotes that were built before there were slots. */
  readonly slots?: Readonly<Record<string, () => Promise<SlotContribution>>>;
}

/** A plugin's browser side: `export const remote = defineRemote({ id: 'qr' })` in `plugins/<id>/remote.ts`. */
export function defineRemote(declaration: { id: string; dispose?: () => void }): RemoteDeclaration {
  return { id: declaration.id, dispose: declaration.dispose ?? (() => undefined) };
}

/** Whether a remote built against `version` works with this SDK. */
export function isSdkCompatible(version: string, own: string = SDK_VERSION): boolean {
  const [major, minor] = version.split('.');
  const [ownMajor, ownMinor] = own.split('.');
  return major === ownMajor && (major !== '0' || minor === ownMinor);
}
