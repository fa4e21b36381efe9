/** A package that plugin authors install; its folder is a workspace of this project. */
export interface SdkPackage {
  name: string;
  /** Relative to the project. */
  folder: string;
  /** Modules whose types are written: those that `exports` of its package.json names. */
  entries: readonly string[];
  /** Entries of its package.json that are the platform's own, with the folder of each that is left out, if any. */
  own?: Readonly<Record<string, string | undefined>>;
  /** Entries that are bundled, because they stand on what no author installs. */
  bundled?: {
    /** Within the package's folder. */
    folder: string;
    entries: readonly string[];
    /** Programs of threads that the bundle starts, relative to the project. */
    threads: readonly string[];
  };
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
    entries: ['index.ts', 'testing/index.ts', 'testing/conformance/index.ts'],
    own: { './platform': 'platform', './conformance/release': 'conformance' },
    bundled: {
      folder: 'testing',
      entries: ['index.ts', 'conformance/index.ts'],
      threads: ['runtime/store/reader-thread/reader-worker.ts', 'runtime/store/storage/checkpoint-worker.ts'],
    },
    about: 'What the server side of a plugin is written with: definePlugin and the types of its context.',
  },
  {
    name: '@waypost/host-sdk',
    folder: 'host/sdk',
    entries: ['index.ts', 'build/index.ts'],
    about: 'What the pages of a plugin are written with: lists, forms, charts, words, and the build preset.',
  },
];
