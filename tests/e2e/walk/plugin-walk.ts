import { z } from 'zod';
import type { Credentials } from '../../accounts.ts';
import type { Api } from '../../api.ts';
import type { Product } from '../../product.ts';
import type { Owner } from '../../security/plugin-matrix.ts';
import type { Screen } from './menu-screens.ts';

/** What a right puts on screens, by the screen's route: keys of the words on its buttons, tabs and switches. */
export type Shown = Readonly<Record<string, readonly string[]>>;

/** Somebody who walks, and what the server says that they may. */
export interface Walker {
  name: WalkerName;
  credentials: Credentials;
  api: Api;
  /** As whose rows are made. */
  owner: Owner;
  /** The screens of their menu. */
  screens: readonly Screen[];
  may: (permission: string) => boolean;
}
export type WalkerName = 'super' | 'limited' | 'reader' | 'agent' | 'customer';

/** The product that is walked through, before anything has been made in it. */
export interface WalkPlace {
  product: Product;
  walkers: Readonly<Record<WalkerName, Walker>>;
}

/** What stands behind a screen's route in an address: pages of one thing, and other views. */
export type Views = Readonly<Record<string, readonly string[]>>;

/** What a plugin says for the walk of all screens as each role: `testing/walk.ts` in its folder. */
export interface PluginWalk {
  /**
   * What each right of a button is seen by. Who lacks the right has none of these before them on that screen; who has it has
   * them all.
   */
  verbs: Readonly<Record<string, Shown>>;
  /** Rights that no button of a standing screen shows, and why. */
  withoutButton: Readonly<Record<string, string>>;
  /** Areas of the matrix of which everybody gets a row, whoever may make them. */
  ownThings?: readonly string[];
  /** Screens whose drawer for a new row is looked at as well. */
  forms?: readonly string[];
  /** Views that show what programs call things, on purpose. */
  technical?: readonly string[];
  /** Makes one of everything that its screens have buttons for, and answers which further views they have for a walker. */
  makeThings?: (place: WalkPlace) => Promise<(walker: Walker) => Views>;
  /** Texts that read the same in every language: drawn codes, and what is written once. Asked when all things are there. */
  drawnTexts?: (root: Api) => Promise<readonly string[]>;
}

/** A page of one thing with some of its tabs. */
export const tabs = (id: string, ...more: string[]): readonly string[] => [
  `?id=${id}`,
  ...more.map((tab) => `?id=${id}&tab=${tab}`),
];

/** As far as it can be said of a module that was found by its name; its own type says the rest. */
export const zPluginWalk = z.custom<PluginWalk>(
  (value) =>
    z
      .object({
        verbs: z.record(z.string(), z.unknown()),
        withoutButton: z.record(z.string(), z.string()),
      })
      .safeParse(value).success,
);
