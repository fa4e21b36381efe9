/** A package that plugin authors install; its folder is a workspace of this project. */
export interface SdkPackage {
  name: string;
  /** Relative to the project. */
  folder: string;
  /** Modules whose types are written: those that `exports` of its package.json names. */
  entries: readonly string[];
  about: string;
}

/** All that a plugin may import, and all that is packed for use outside this project. */
export const SDK_PACKAGES: readonly SdkPackage[] = [
  {
    name: '@waypost/contract',
    folder: 'runtime/contract',
    entries: ['index.ts'],
    about:
      'Declarations shared by server and browser: defineResource, defineCall, defineError, the manifest.',
  },
  {
    name: '@waypost/sdk',
    folder: 'runtime/sdk',
    entries: ['index.ts', 'conformance/index.ts'],
    about: 'What the server side of a plugin is written with: definePlugin and the types of its context.',
  },
  {
    name: '@waypost/host-sdk',
    folder: 'host/sdk',
    entries: ['index.ts', 'build/index.ts'],
    about: 'What the pages of a plugin are written with: lists, forms, charts, words, and the build preset.',
  },
];
