import type { ConformanceFault } from './fault.ts';

/** Packages that the host hands to a plugin's server; all others are bundled into it. */
const FROM_THE_HOST = new Set(['@waypost/contract', '@waypost/sdk', 'zod']);
/** Those it hands to plugins that ask for the capability `platform`. */
const OF_THE_PLATFORM = new Set(['@waypost/contract/platform', '@waypost/sdk/platform']);
/** Built-ins that reach nothing but the plugin's own memory and files. */
const BUILT_IN = new Set([
  'assert',
  'async_hooks',
  'buffer',
  'constants',
  'crypto',
  'diagnostics_channel',
  'events',
  'fs',
  'fs/promises',
  'module',
  'os',
  'path',
  'path/posix',
  'path/win32',
  'perf_hooks',
  'process',
  'punycode',
  'querystring',
  'stream',
  'stream/promises',
  'stream/web',
  'string_decoder',
  'timers',
  'timers/promises',
  'tty',
  'url',
  'util',
  'util/types',
  'zlib',
]);

/**
 * Whether a bundled server reaches for anything but the SDK: the network, processes and native code go through the context.
 * @param isOfPlatform whether it asks for the capability `platform`
 */
export function checkImports(path: string, content: Uint8Array, isOfPlatform: boolean): ConformanceFault[] {
  const names = new Bun.Transpiler({ loader: 'js' })
    .scanImports(content)
    .map((found) => found.path)
    .filter((name) => !isAllowed(name) && !(isOfPlatform && OF_THE_PLATFORM.has(name)));
  return [...new Set(names)].sort().map((name) => ({
    rule: 'imports',
    path,
    message: `imports ${name}; a server imports ${[...FROM_THE_HOST].join(', ')} and plain built-ins only`,
  }));
}

function isAllowed(name: string): boolean {
  return FROM_THE_HOST.has(name) || name === 'bun' || BUILT_IN.has(name.replace(/^node:/, ''));
}
