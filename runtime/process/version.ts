import manifest from '../package.json' with { type: 'json' };

/** Version of this runtime: what a plugin's `engine` range is held against. */
export const RUNTIME_VERSION: string = manifest.version;
