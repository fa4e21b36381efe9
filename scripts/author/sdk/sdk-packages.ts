/** A package that plugin authors install; its folder is a workspace of this project. */
export interface SdkPackage {
  name: string;
  /** Relative to the project. */
  folder: string;
  /** Modules whose types are written: those that `exports` of its package.json names. */
  entries: readonly string[];
  /** Entries of its package.json that are the platform's own, with the folder of each that is left out, if any. */
  own?: Readonly<Record<string, string | undefined>>;
  about: string;
}

/** All that a plugin may import, and all that is packed for use outside this project. */
export const SDK_PACKAGES: readonly SdkPackage[] = [
  {
    name: '@waypost/contract',
    folder: 'runtime/contract',
    entries: ['index.ts'],
    // Types of its folder are part of the index.
    own: { './platform': undefined },
    about:
      'Declarations shared by server and browser: defineResource, defineCall, defineError, the manifest.',
  },
  {
    name: '@waypost/sdk',
    folder: 'runtime/sdk',
    entries: ['index.ts', 'conformance/index.ts'],
    own: { './platform': 'platform' },
    about: 'What the server side of a plugin is written with: definePlugin and the types of its context.',
  },
  {
    name: '@waypost/host-sdk',
    folder: 'host/sdk',
    entries: ['index.ts', 'build/index.ts'],
    about: 'What the pages of a plugin are written with: lists, forms, charts, words, and the build preset.',
  },
];
