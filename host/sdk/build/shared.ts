import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Modules that exist once in the browser, provided by the shell. A remote never carries its own copy: two Reacts or
 * two query clients on one page would each see half of the state.
 */
const SHARED_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  react: ['react', 'react/jsx-runtime', 'react/jsx-dev-runtime'],
  'react-dom': ['react-dom', 'react-dom/client'],
  'react-router-dom': ['react-router-dom'],
  '@arco-design/web-react': ['@arco-design/web-react'],
  jotai: ['jotai'],
  i18next: ['i18next'],
  '@tanstack/react-query': ['@tanstack/react-query'],
  zod: ['zod'],
  '@waypost/contract': ['@waypost/contract'],
  '@waypost/host-sdk': ['@waypost/host-sdk'],
};

interface SharedModule {
  singleton: true;
  strictVersion: true;
  version: string;
  requiredVersion: string;
  import?: false;
}

const resolveFrom = createRequire(import.meta.url);

/** Version of an installed package, read from its package.json. */
export function packageVersion(name: string): string {
  const manifest = JSON.parse(readFileSync(findManifest(name), 'utf8')) as { version: string };
  return manifest.version;
}

/**
 * Module Federation's `shared` table.
 * @param side `host` provides the modules; `remote` only names them and takes the host's.
 */
export function sharedModules(side: 'host' | 'remote'): Record<string, SharedModule> {
  const table: Record<string, SharedModule> = {};
  for (const [name, requests] of Object.entries(SHARED_PACKAGES)) {
    const version = packageVersion(name);
    for (const request of requests) {
      table[request] = {
        singleton: true,
        strictVersion: true,
        version,
        requiredVersion: rangeOf(version),
        ...(side === 'remote' ? { import: false as const } : {}),
      };
    }
  }
  return table;
}

/** Versions a remote accepts: the same major, or the same minor while the major is 0. */
function rangeOf(version: string): string {
  const [major = '0', minor = '0'] = version.split('.');
  return major === '0' ? `^0.${minor}.0` : `^${major}.0.0`;
}

function findManifest(name: string): string {
  if (name === '@waypost/host-sdk') return join(import.meta.dirname, '../package.json');
  // The entry file lies somewhere inside the package; `exports` often hides package.json itself.
  for (
    let folder = dirname(resolveFrom.resolve(name));
    folder !== dirname(folder);
    folder = dirname(folder)
  ) {
    const file = join(folder, 'package.json');
    try {
      if ((JSON.parse(readFileSync(file, 'utf8')) as { name?: string }).name === name) return file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new Error(`${name} is not installed`);
}
